import Statecharts

/// Performs one stimulus: the user's hand, the program, a service or time.
struct Hand: ~Copyable {
  let machine: Machine
  var kernel: Kernel
  let isHeld: Bool

  init(machine: Machine, kernel: consuming Kernel, isHeld: Bool) {
    self.machine = machine
    self.kernel = kernel
    self.isHeld = isHeld
  }

  mutating func perform(_ stimulus: Stimulus) {
    let cause = machine.cause(of: stimulus)
    switch stimulus {
    case .set(let control, let value): edit(control, cause) { _ in Hand.text(value) }
    case .paste(let control, let text): edit(control, cause) { $0 + text }
    case .type(let control, let text): type(text, into: control, cause)
    case .erase(let control, let count): erase(count, from: control)
    case .focus(let control): focus(control, cause)
    case .blur, .pressReturn: leave(stimulus, cause)
    case .tap(let control, let value): tap(control, value?.revealed, cause)
    case .dismiss(let button): dismiss(button, cause)
    case .back: back(cause)
    case .send(let input, let value): send(input, value?.revealed, cause)
    case .assign(let field, let value): assign(field, value.revealed, cause)
    case .reply(let request, let outcome, let value): reply(request, outcome, value?.revealed, cause)
    case .service(let name, let behaviour): setBehaviour(of: name, behaviour, cause)
    case .observers(let isReversed): reverseObservers(isReversed, cause)
    case .advance(let milliseconds): return advance(milliseconds, cause)
    case .fire(let work): fire(work, cause)
    case .settle: turn(cause) { _ in }
    }
    if !isHeld { kernel.drain() }
  }

  // MARK: Turns

  private mutating func turn(_ cause: Cause, _ body: (borrowing TurnContext) -> Void) {
    var cause = cause
    cause.isHeld = isHeld
    kernel.run(cause) { kernel in kernel.perform(body) }
  }

  private mutating func refuse(_ cause: Cause, _ reason: String) {
    let name = cause.target.isEmpty ? cause.event : cause.target
    turn(cause) { $0.record(.refused(name: name, reason: reason)) }
  }

  // MARK: The user

  /// Changes the text of a control in one edit.
  private mutating func edit(_ name: String, _ cause: Cause, _ change: (String) -> String) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    if let reason = view.obstacle(to: name) { return refuse(cause, reason) }
    guard let text = view.textField(named: name) else { return refuse(cause, "'\(name)' is not a text field") }
    let edited = change(view.text(of: text))
    let told = text.isSecure ? Value.string(edited).hidden : .string(edited)
    turn(cause) { turn in
      turn.set(text.instance, port: text.port, to: .string(edited))
      if let subject = text.edited { turn.send(told, by: text.instance, port: subject) }
    }
  }

  /// A text that must not be shown is the value of each of its edits as a whole: its letters would tell it.
  private mutating func type(_ text: String, into control: String, _ cause: Cause) {
    if text.isEmpty { return edit(control, cause) { $0 } }
    var cause = cause
    let isShown = cause.value == .string(text)
    for character in text where kernel.snapshot.fault == nil {
      if isShown { cause.value = .string(String(character)) }
      edit(control, cause) { $0 + String(character) }
    }
  }

  private mutating func erase(_ count: Int, from control: String) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    let length = view.textField(named: control).map { view.text(of: $0).count } ?? 0
    for _ in 0..<max(1, min(count, length)) where kernel.snapshot.fault == nil {
      edit(control, Cause(.user, "erase", on: control, value: 1)) { String($0.dropLast()) }
    }
  }

  private mutating func focus(_ name: String, _ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    if let reason = view.obstacle(to: name) { return refuse(cause, reason) }
    guard view.textField(named: name) != nil else { return refuse(cause, "'\(name)' is not a text field") }
    let isEdited = view.model.edited.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    if isEdited { return refuse(cause, "it is being edited already") }
    let router = machine.router
    turn(cause) { router.beginEditing(name, $0, view.navigation) }
  }

  /// Leaves the text field that is being edited, or presses the return key in it.
  private mutating func leave(_ stimulus: Stimulus, _ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    if let cover = view.cover { return refuse(cause, cover) }
    guard view.model.edited != nil else {
      return refuse(cause, "no text field is being edited; 'focus CONTROL' begins")
    }
    let router = machine.router
    turn(cause) { turn in
      if stimulus == .pressReturn {
        router.pressReturn(turn, view.navigation)
      } else {
        router.endEditing(turn, view.navigation)
      }
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .secret(let value): text(value)
    default: ""
    }
  }

  private mutating func tap(_ name: String, _ value: Value?, _ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    if let reason = view.obstacle(to: name) { return refuse(cause, reason) }
    guard let place = view.place(of: name) else { return refuse(cause, "this variant has no such control") }
    if let reason = view.disabled(place) { return refuse(cause, reason) }
    guard let use = view.use(of: place, value) else { return refuse(cause, place.control.kind.useless(name)) }
    if let reason = view.misfit(of: use, in: name) { return refuse(cause, reason) }
    turn(cause) { $0.send(use.input, use.value, to: use.instance) }
  }

  private mutating func dismiss(_ button: String?, _ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    guard let alert = view.alert else { return refuse(cause, "no alert is shown") }
    let pressed =
      button.map { name in alert.buttons.first { $0.title.utf8.elementsEqual(name.utf8) } } ?? alert.buttons.first
    guard let pressed else {
      let names = alert.buttons.map { "'\($0.title)'" }.joined(separator: ", ")
      return refuse(cause, "the alert has no button '\(button ?? "")', only \(names)")
    }
    var told = cause
    told.value = .string(pressed.title)
    turn(told) { turn in
      turn[view.navigation, Navigation.alerts].removeFirst()
      turn.record(.alertClosed)
      if let input = pressed.input { turn.raise(input, for: alert.owner) }
    }
  }

  private mutating func back(_ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    if let cover = view.cover { return refuse(cause, cover) }
    guard view.pages.count > 1 else { return refuse(cause, "this is the first page") }
    let router = machine.router
    turn(cause) { turn in
      router.pop(turn, view.navigation)
      router.reappear(turn, view.navigation)
    }
  }

  // MARK: The program

  private mutating func send(_ input: String, _ value: Value?, _ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    guard let place = view.input(named: input) else {
      let isKnown = machine.inputs.contains { $0.name == input }
      return refuse(cause, isKnown ? "its page is not open" : "this variant has no such input")
    }
    turn(cause) { $0.send(place.input, value ?? .null, to: place.owner) }
  }

  private mutating func assign(_ path: String, _ value: Value, _ cause: Cause) {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    guard let field = view.field(at: path) else { return refuse(cause, "this variant has no such field") }
    guard field.definition.kind == .stored else { return refuse(cause, "it is computed from other fields") }
    guard !field.definition.holdsReferences else {
      return refuse(cause, "it refers to an instance; assign that one's fields")
    }
    turn(cause) { $0.set(field.instance, port: field.port, to: value) }
  }

  // MARK: Services and time

  private mutating func reply(_ name: String, _ outcome: Outcome, _ value: Value?, _ cause: Cause) {
    guard let request = kernel.snapshot.requests.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return refuse(
        cause, "no such request is under way; one that ended takes an answer only if its service is 'late'")
    }
    let answer = value ?? machine.value(of: outcome, request)
    var told = cause
    told.event = "reply"
    turn(told) { $0.reply(to: request.id, outcome, answer) }
  }

  private mutating func setBehaviour(of service: String, _ behaviour: ServiceBehaviour, _ cause: Cause) {
    guard machine.program.serviceIndex(named: service) != nil else {
      return refuse(cause, "this variant has no such service")
    }
    turn(cause) { $0.setBehaviour(of: service, behaviour) }
  }

  private mutating func reverseObservers(_ isReversed: Bool, _ cause: Cause) {
    kernel.snapshot.reversesObservers = isReversed
    turn(cause) { _ in }
  }

  private mutating func advance(_ milliseconds: Int?, _ cause: Cause) {
    let now = kernel.snapshot.time
    guard
      let moment = milliseconds.map({ now.addingReportingOverflow($0) }) ?? kernel.snapshot.nextDue.map({ ($0, false) })
    else { return refuse(cause, "nothing is due") }
    guard !moment.1, milliseconds ?? 0 >= 0 else { return refuse(cause, "beyond the end of virtual time") }
    turn(cause) { _ in }
    kernel.advance(to: max(now, moment.0), isHeld: isHeld)
  }

  private mutating func fire(_ name: String, _ cause: Cause) {
    let names = machine.work(of: kernel.snapshot).map(\.name)
    guard let index = names.firstIndex(of: name) else { return refuse(cause, "no such work is waiting") }
    turn(cause) { _ in }
    kernel.runWork(at: index)
  }
}

extension Control.Kind {
  /// Why a tap of it means nothing.
  fileprivate func useless(_ name: String) -> String {
    switch self {
    case .text, .button, .label, .badge, .refresh: "'\(name)' is not a button"
    case .scroll: "'\(name)' is scrolled to an offset: tap \(name) 120"
    case .banner: "which picture? tap \(name)[0]"
    case .list(_, let select, _): select == nil ? "'\(name)' is not a button" : "which row? tap \(name)[0]"
    }
  }
}
