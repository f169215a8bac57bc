import Statecharts

/// Runs the routes of screens; effects appear one main-queue hop after the subject sends.
struct Router: Sendable {
  let screens: [MachinePage]

  private static let wiringName: Name = "#route"
  private static let sentName: Name = "#sent"
  private static let shownName: Name = "#shown"
  static let tipEndName: Name = "#tipEnd"
  private static let takenName: Name = "#taken"

  /// Captures: source instance, port, whether it is a field, navigation, view model, screen index, route index.
  var wiring: WiringDefinition {
    WiringDefinition(Router.wiringName) { captures in
      guard captures.count == 7, case .reference(let source) = captures[0], case .int(let port) = captures[1],
        case .bool(let isField) = captures[2]
      else { throw CaptureMisfit("a route needs its source, navigation, view model and place") }
      let signal: SignalPlan = isField ? .changes(source, port: port) : .subject(source, port: port)
      return Link(
        signal,
        to: .handlers(next: HandlerValue(Router.sentName, Array(captures[3...])), error: nil, completed: nil))
    }
  }

  var handlers: [HandlerDefinition] {
    [
      HandlerDefinition(Router.sentName) { turn, captures, value in
        guard let place = RoutePlace(captures), let route = route(at: place), route.only == nil || route.only == value
        else { return }
        turn.post(HandlerValue(Router.shownName, captures), value, named: route.kind.workName(value))
      },
      HandlerDefinition(Router.shownName) { turn, captures, value in
        guard let place = RoutePlace(captures), let route = route(at: place), isOpen(place, turn) else { return }
        show(route, place, value, turn)
      },
      HandlerDefinition(Router.takenName) { turn, captures, _ in
        if let place = RoutePlace(captures) { takeBack(of: place, turn) }
      },
      HandlerDefinition(Router.tipEndName) { turn, captures, _ in
        guard let navigation = captures.first.flatMap(Ref<Navigation>.init) else { return }
        turn.hideTip(on: navigation)
      },
    ]
  }

  func start(_ turn: borrowing TurnContext, root: InstanceID, navigation: Ref<Navigation>) {
    let first = ShownPage(name: screens[0].page, title: screens[0].screen.title, model: (root, 0))
    turn.handle(of: navigation).pages = [first]
    subscribe(turn, root, screen: 0, navigation)
  }

  private func subscribe(
    _ turn: borrowing TurnContext, _ owner: InstanceID, screen: Int, _ navigation: Ref<Navigation>
  ) {
    let prefix = turn.path(of: owner)
    for (index, route) in screens[screen].screen.routes.enumerated() {
      let path = [prefix, route.source.path.text].filter { !$0.isEmpty }.joined(separator: ".")
      let source = route.source.path.isEmpty ? owner : turn.machine(at: path)
      guard let source, let port = turn.port(route.source.field, of: source) else { continue }
      turn.start(
        Router.wiringName,
        [
          .reference(source), .int(port), .bool(route.followsField), .reference(navigation.id), .reference(owner),
          .int(screen), .int(index),
        ])
      if route.isOfField { show(route, RoutePlace(navigation, owner, screen, index), .null, turn) }
    }
  }

  private func route(at place: RoutePlace) -> Route? {
    guard screens.indices.contains(place.screen) else { return nil }
    let routes = screens[place.screen].screen.routes
    return routes.indices.contains(place.route) ? routes[place.route] : nil
  }

  /// Routes of a closed page have no effect.
  private func isOpen(_ place: RoutePlace, _ turn: borrowing TurnContext) -> Bool {
    turn.handle(of: place.navigation).pages.contains { $0.model?.owner == place.owner }
  }

  // MARK: Showing

  private func show(_ route: Route, _ place: RoutePlace, _ value: Value, _ turn: borrowing TurnContext) {
    // It may have changed again since it was posted.
    let value = route.isOfField ? shownValue(place, turn)?.value ?? .null : value
    switch route.kind {
    case .push(let page): push(page, place, turn)
    case .pushEach: follow(value, route.source.field, place, turn)
    case .pushTitled(let name):
      guard let title = String(value) else { return turn.fault(.untitledPage(name)) }
      push(Page(name, title: title), place, turn)
    case .pushModel(let title): push(value, title, place, turn)
    case .pop:
      if turn.handle(of: place.navigation).pages.count > 1 {
        pop(turn, place.navigation)
        reappear(turn, place.navigation)
      }
    case .popToRoot:
      while turn.handle(of: place.navigation).pages.count > 1 { pop(turn, place.navigation) }
      reappear(turn, place.navigation)
    case .alert(let title, let buttons):
      let message = route.isOfField ? value.message : String(value) ?? ""
      if route.isOfField, !isDifferent(value, place, turn) { return }
      turn.handle(of: place.navigation).alerts.append(
        ShownAlert(owner: place.owner, screen: place.screen, route: place.route, message: message))
      turn.record(.alertShown(title: title, message: message, buttons: buttons.map(\.title)))
    case .endEditing: endEditing(turn, place.navigation)
    case .tip: turn.show(tip: String(value) ?? "", on: place.navigation)
    case .hud(let text, let covers):
      if value == .bool(true) {
        turn.show(hud: text, covers: covers, of: place.owner, on: place.navigation)
      } else {
        turn.hideHUD(on: place.navigation)
      }
    }
  }

  private func push(
    _ page: Page, _ place: RoutePlace, _ turn: borrowing TurnContext, isOfField: Bool = false
  ) {
    endEditing(turn, place.navigation)
    var pages = turn.handle(of: place.navigation).pages
    let screen = screens.indices.dropFirst().first { screens[$0].page == page.name }
    // The view model of a closed page may still have this name as its path.
    let name =
      screen == nil
      ? pages.freeName(page.name) : Name(turn.freePath(page.name.text, besides: pages.map(\.name.text)))
    turn.record(.pushed(page: name))
    let owner = screen.map { (turn.make(screens[$0].template, at: name.text), $0) }
    pages.append(ShownPage(name: name, title: page.title, model: owner, route: isOfField ? place.route : nil))
    turn.handle(of: place.navigation).pages = pages
    if let (owner, screen) = owner { subscribe(turn, owner, screen: screen, place.navigation) }
  }

  private func push(_ model: Value, _ title: Name, _ place: RoutePlace, _ turn: borrowing TurnContext) {
    guard case .reference(let owner) = model, let template = turn.template(of: owner),
      let screen = screens.firstIndex(where: { $0.template == template })
    else { return turn.fault(.unknownPage) }
    let text = turn.port(title, of: owner).flatMap { String(turn.read(owner, port: $0)) }
    endEditing(turn, place.navigation)
    var pages = turn.handle(of: place.navigation).pages
    let name = pages.freeName(screens[screen].page)
    pages.append(ShownPage(name: name, title: text ?? "", model: (owner, screen)))
    turn.record(.pushed(page: name))
    turn.handle(of: place.navigation).pages = pages
    subscribe(turn, owner, screen: screen, place.navigation)
  }

  /// Whether an alert of a field is to be shown; one that shows something else is closed.
  private func isDifferent(_ value: Value, _ place: RoutePlace, _ turn: borrowing TurnContext) -> Bool {
    let alerts = turn.handle(of: place.navigation).alerts
    guard let index = alerts.firstIndex(where: { $0.owner == place.owner && $0.route == place.route }) else {
      return !value.isNothing
    }
    if !value.isNothing, alerts[index].message == value.message { return false }
    turn.handle(of: place.navigation).alerts.remove(at: index)
    turn.record(.alertClosed)
    return !value.isNothing
  }

  /// Pushes and pops pages until those of a route are what its field holds.
  private func follow(_ value: Value, _ field: Name, _ place: RoutePlace, _ turn: borrowing TurnContext) {
    let wanted = value.elements
    let shown = turn.handle(of: place.navigation).pages
    let kept = zip(shown.filter { $0.route == place.route }, wanted).prefix { $0.title == $1.message }.count
    if let first = shown.indices.filter({ shown[$0].route == place.route }).dropFirst(kept).first {
      while turn.handle(of: place.navigation).pages.count > first { pop(turn, place.navigation) }
      if wanted.count == kept { reappear(turn, place.navigation) }
    }
    for element in wanted.dropFirst(kept) {
      push(Page(element.pageName.map { Name($0) } ?? field, title: element.message), place, turn, isOfField: true)
    }
  }

  /// The field that a route shows, and its value; nil for a route of a subject.
  private func shownValue(_ place: RoutePlace, _ turn: borrowing TurnContext) -> (port: Int, value: Value)? {
    guard let route = route(at: place), route.isOfField, let port = turn.port(route.source.field, of: place.owner)
    else { return nil }
    return (port, turn.read(place.owner, port: port))
  }

  /// Takes what is no longer shown out of its field, as a view does: nothing, or one element fewer. A field that
  /// the view cannot set keeps it.
  private func takeBack(of place: RoutePlace, _ turn: borrowing TurnContext) {
    guard let (port, value) = shownValue(place, turn), !value.isNothing, turn.isSettable(place.owner, port: port) else {
      return
    }
    turn.set(place.owner, port: port, to: value.withoutLast)
  }

  /// Closes the alert that is shown, and calls the input of its button. The view changes the alert's field behind
  /// the input's code.
  func dismiss(_ button: AlertButton, _ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    let alert = turn.handle(of: navigation).alerts.removeFirst()
    turn.record(.alertClosed)
    if let input = button.input { turn.raise(input, for: alert.owner) }
    let place = RoutePlace(navigation, alert.owner, alert.screen, alert.route)
    if route(at: place)?.isOfField == true {
      turn.post(HandlerValue(Router.takenName, place.captures), named: "dismiss")
    }
  }

  /// The user leaves the top page.
  func back(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    let left = turn.handle(of: navigation).pages.last
    pop(turn, navigation)
    reappear(turn, navigation)
    guard let route = left?.route,
      let model = turn.handle(of: navigation).pages.last(where: { $0.model != nil })?.model
    else { return }
    takeBack(of: RoutePlace(navigation, model.owner, model.screen, route), turn)
  }

  func pop(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    endEditing(turn, navigation)
    let owner = turn.handle(of: navigation).pages.last?.model?.owner
    if let owner, turn.handle(of: navigation).hudOwner == .weak(owner) { turn.hideHUD(on: navigation) }
    turn.record(.popped(page: turn.handle(of: navigation).pages.last?.name ?? ""))
    if let (screen, owner) = topScreen(turn, navigation), let input = screen.disappeared {
      turn.raise(input, for: owner)
    }
    turn.handle(of: navigation).pages.removeLast()
  }

  func reappear(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    if let (screen, owner) = topScreen(turn, navigation), let input = screen.reappeared {
      turn.raise(input, for: owner)
    }
  }

  func topScreen(
    _ turn: borrowing TurnContext, _ navigation: Ref<Navigation>
  ) -> (screen: Screen, owner: InstanceID)? {
    guard let model = turn.handle(of: navigation).pages.last?.model, screens.indices.contains(model.screen) else {
      return nil
    }
    return (screens[model.screen].screen, model.owner)
  }
}

private struct RoutePlace {
  let navigation: Ref<Navigation>
  let owner: InstanceID
  let screen: Int
  let route: Int

  init(_ navigation: Ref<Navigation>, _ owner: InstanceID, _ screen: Int, _ route: Int) {
    (self.navigation, self.owner, self.screen, self.route) = (navigation, owner, screen, route)
  }

  var captures: [Value] { [.reference(navigation.id), .reference(owner), .int(screen), .int(route)] }

  init?(_ captures: [Value]) {
    guard captures.count == 4, let navigation = Ref<Navigation>(captures[0]), case .reference(let owner) = captures[1],
      case .int(let screen) = captures[2], case .int(let route) = captures[3]
    else { return nil }
    self.init(navigation, owner, screen, route)
  }
}

/// What a field holds that routes show.
extension Value {
  /// Whether there is nothing to show.
  fileprivate var isNothing: Bool {
    switch self {
    case .null, .bool(false), .string(""), .list([]): true
    default: false
    }
  }

  /// What it holds when the view that showed it is gone.
  fileprivate var withoutLast: Value {
    switch self {
    case .bool: false
    case .string: ""
    case .list(let elements): .list(elements.dropLast())
    default: .null
    }
  }

  /// What has a page each.
  fileprivate var elements: [Value] {
    if case .list(let elements) = self { return elements }
    return isNothing ? [] : [self]
  }

  /// Its texts and numbers, in order.
  fileprivate var message: String {
    let words: [String] =
      switch self {
      case .null, .bool: []
      case .string(let text): [text]
      case .list(let values): values.map(\.message)
      case .record(let members): members.map(\.value.message)
      case .enumeration(let name, let members): [name] + members.map(\.value.message)
      default: [plainText]
      }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The name of the page of a case; nil for any other value.
  fileprivate var pageName: String? {
    if case .enumeration(let name, _) = self { name } else { nil }
  }
}

extension Route.Kind {
  fileprivate func workName(_ value: Value) -> Name {
    switch self {
    case .push(let page): "push \(page.name)"
    case .pushEach, .pushModel: "push"
    case .pushTitled(let page): "push \(page)"
    case .pop: "pop"
    case .popToRoot: "pop to root"
    case .alert(let title, _): "alert \(title)"
    case .tip: "tip"
    case .endEditing: "end editing"
    case .hud: value == .bool(true) ? "hud" : "hide hud"
    }
  }
}

extension [ShownPage] {
  fileprivate func freeName(_ name: Name) -> Name {
    let isTaken = { (name: Name) in contains { $0.name == name } }
    if !isTaken(name) { return name }
    return (2...count + 2).lazy.map { Name("\(name)'\($0)") }.first { !isTaken($0) } ?? name
  }
}

/// Begin, end and return send an edit even if the text is unchanged, as `rac_textSignal` does for every editing
/// event of UIKit.
extension Router {
  func beginEditing(_ name: Name, _ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    endEditing(turn, navigation)
    turn.handle(of: navigation).edited = name
    tellEdit(of: name, turn, navigation)
  }

  func pressReturn(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    guard let name = turn.handle(of: navigation).edited else { return }
    tellEdit(of: name, turn, navigation)
    endEditing(turn, navigation)
  }

  func endEditing(_ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    if turn.handle(of: navigation).composed != nil { turn.handle(of: navigation).composed = nil }
    guard let name = turn.handle(of: navigation).edited else { return }
    turn.handle(of: navigation).edited = nil
    tellEdit(of: name, turn, navigation)
  }

  private func tellEdit(of name: Name, _ turn: borrowing TurnContext, _ navigation: Ref<Navigation>) {
    guard let (screen, owner) = topScreen(turn, navigation),
      let control = screen.controls.first(where: { $0.name == name }),
      case .text(let bound, let edited?, _) = control.kind
    else { return }
    let path = [turn.path(of: owner), bound.path.text].filter { !$0.isEmpty }.joined(separator: ".")
    let view = bound.path.isEmpty ? owner : turn.machine(at: path)
    guard let view, let text = turn.port(bound.field, of: view), let subject = turn.port(edited, of: view) else {
      return
    }
    turn.send(.string(turn.read(view, port: text).revealedText), by: view, port: subject)
  }
}

/// Only one HUD or tip is shown at a time.
extension TurnContext {
  /// In milliseconds.
  private static var tipDuration: Int { 1_000 }

  func show(hud text: String, covers: Bool, of owner: InstanceID, on navigation: Ref<Navigation>) {
    hideHUD(on: navigation)
    hideTip(on: navigation)
    handle(of: navigation).hud = text
    handle(of: navigation).hudCovers = covers
    handle(of: navigation).hudOwner = .weak(owner)
    record(.hudShown(text))
  }

  func hideHUD(on navigation: Ref<Navigation>) {
    guard handle(of: navigation).hud != nil else { return }
    handle(of: navigation).hud = nil
    record(.hudClosed)
  }

  func show(tip text: String, on navigation: Ref<Navigation>) {
    hideHUD(on: navigation)
    hideTip(on: navigation)
    handle(of: navigation).tip = text
    record(.tipShown(text))
    after(TurnContext.tipDuration, HandlerValue(Router.tipEndName, [navigation.value]))
  }

  func hideTip(on navigation: Ref<Navigation>) {
    cancel(HandlerValue(Router.tipEndName, [navigation.value]))
    guard handle(of: navigation).tip != nil else { return }
    handle(of: navigation).tip = nil
    record(.tipClosed)
  }
}
