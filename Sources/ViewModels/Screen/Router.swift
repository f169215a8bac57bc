import Statecharts

/// Runs the routes of a screen: a subject sends, the push or alert is posted, one hop later it is there.
struct Router: Sendable {
  let screen: Screen

  private static let wiringName = "#route"
  private static let sentName = "#sent"
  private static let shownName = "#shown"

  /// From a view model's subject to a route: captures the view model, the subject's port, the navigation and the
  /// route's index.
  var wiring: WiringDefinition {
    WiringDefinition(Router.wiringName) { captures in
      guard captures.count == 4, case .reference(let source) = captures[0], case .int(let port) = captures[1] else {
        throw CaptureMisfit("a route needs its view model, port, navigation and index")
      }
      return Link(
        .subject(source, port: port),
        to: .handlers(next: HandlerValue(Router.sentName, [captures[2], captures[3]]), error: nil, completed: nil))
    }
  }

  var handlers: [HandlerDefinition] {
    [
      HandlerDefinition(Router.sentName) { turn, captures, value in
        guard let route = route(captures) else { return }
        turn.post(HandlerValue(Router.shownName, captures), value, named: route.kind.workName)
      },
      HandlerDefinition(Router.shownName) { turn, captures, value in
        guard let route = route(captures), let navigation = Ref<Navigation>(captures[0]) else { return }
        show(route, captures[1], value, on: navigation, turn)
      },
    ]
  }

  /// Shows the first page and subscribes the routes.
  func start(_ turn: borrowing TurnContext, root: InstanceID, navigation: Ref<Navigation>, page: String) {
    turn[navigation, Navigation.pages] = [page]
    turn[navigation, Navigation.titles] = [screen.title]
    for (index, route) in screen.routes.enumerated() {
      guard let port = turn.port(route.subject, of: root) else { continue }
      turn.start(Router.wiringName, [.reference(root), .int(port), .reference(navigation.id), .int(index)])
    }
  }

  private func route(_ captures: [Value]) -> Route? {
    guard captures.count == 2, case .int(let index) = captures[1], screen.routes.indices.contains(index) else {
      return nil
    }
    return screen.routes[index]
  }

  private func show(
    _ route: Route, _ index: Value, _ value: Value, on navigation: Ref<Navigation>, _ turn: borrowing TurnContext
  ) {
    switch route.kind {
    case .push(let page):
      turn[navigation, Navigation.pages].append(page.name)
      turn[navigation, Navigation.titles].append(page.title)
      let count = turn[navigation, Navigation.pages].count { $0 == page.name }
      turn.record(.pushed(page: count == 1 ? page.name : "\(page.name)'\(count)"))
    case .alert(let title, let buttons, _):
      let message = String(value) ?? ""
      turn[navigation, Navigation.alerts].append(.list([index, .string(message)]))
      turn.record(.alertShown(title: title, message: message, buttons: buttons))
    }
  }
}

extension Route.Kind {
  /// What the agenda calls the work that shows it.
  var workName: String {
    switch self {
    case .push(let page): "push \(page.name)"
    case .alert(let title, _, _): "alert \(title)"
    }
  }
}
