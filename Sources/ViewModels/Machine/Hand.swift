import Statecharts

/// Performs one stimulus: the user's hand, the program, a service or time.
struct Hand: ~Copyable {
  /// What a step has still to do.
  enum Rest {
    /// Characters to type, one edit each.
    case typing(Substring, into: String)
    /// Characters to remove, one edit each.
    case erasing(Int, from: String)
    /// Time to pass, up to a moment.
    case time(to: Int)
    /// What is due has to run.
    case work
    case nothing
  }

  let machine: Machine
  var kernel: Kernel
  let isHeld: Bool

  init(machine: Machine, kernel: consuming Kernel, isHeld: Bool) {
    self.machine = machine
    self.kernel = kernel
    self.isHeld = isHeld
  }

  /// Performs the stimulus itself.
  ///
  /// - Returns: What the step has to do then.
  mutating func perform(_ stimulus: Stimulus) -> Rest {
    let cause = machine.cause(of: stimulus)
    switch stimulus {
    case .set(let control, let value): set(control, value, cause)
    case .paste(let control, let text): edit(control, cause) { $0 + text }
    case .type(let control, ""): edit(control, cause) { $0 }
    case .type(let control, let text): return .typing(text[...], into: control)
    case .erase(let control, let count): return .erasing(max(1, min(count, length(of: control))), from: control)
    case .focus(let control): focus(control, cause)
    case .blur, .pressReturn: leave(stimulus, cause)
    case .tap(let control, let value): tap(control, value?.revealed, cause)
    case .dismiss(let button): dismiss(button, cause)
    case .back: back(cause)
    case .send(let input, let value): send(input, value?.revealed, cause)
    case .assign(let field, let value): assign(field, value.revealed, cause)
    case .reply(let request, let outcome, let value): reply(request, outcome, value, cause)
    case .service(let name, let behaviour): setBehaviour(of: name, behaviour, cause)
    case .observers(let isReversed): reverseObservers(isReversed, cause)
    case .advance(let milliseconds): return advance(milliseconds, cause)
    case .fire(let work): fire(work, cause)
    case .settle: turn(cause) { _ in }
    }
    return afterwards
  }

  /// What follows when the acts of a stimulus are done.
  var afterwards: Rest { isHeld || kernel.snapshot.fault != nil ? .nothing : .work }

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
    switch edited(name, change) {
    case .refused(let reason): refuse(cause, reason)
    case .text(let field, let text):
      let told = field.isSecure ? Value.string(text).hidden : .string(text)
      turn(cause) { turn in
        turn.set(field.instance, port: field.port, to: .string(text))
        if let subject = field.edited { turn.send(told, by: field.instance, port: subject) }
      }
    }
  }

  /// Replaces the text of a control in one edit.
  private mutating func set(_ name: String, _ value: Value, _ cause: Cause) {
    let text = RecipientType(shape: .string, told: { $0 }, accepts: { Secret<String>($0) != nil || $0 == .null })
    guard let misfit = Misfit.reason(name, text, value) else { return edit(name, cause) { _ in Hand.text(value) } }
    refuse(cause, View(machine: machine, snapshot: kernel.snapshot).obstacle(to: name) ?? misfit)
  }

  private enum Edit {
    case refused(String)
    case text(View.TextField, String)
  }

  /// What an edit makes of a control's text. The view is gone when the turn runs: it would keep a copy of the snapshot.
  private func edited(_ name: String, _ change: (String) -> String) -> Edit {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    if let reason = view.obstacle(to: name) { return .refused(reason) }
    guard let field = view.textField(named: name) else { return .refused("'\(name)' is not a text field") }
    return .text(field, change(view.text(of: field)))
  }

  /// Types the first characters of a text, so many at most. What must not be shown is the value of each edit as a whole: its
  /// letters would tell it.
  ///
  /// - Parameter cause: That of the whole stimulus.
  /// - Returns: How many it were; the text keeps what is left.
  mutating func type(_ text: inout Substring, into control: String, _ cause: Cause, atMost count: Int) -> Int {
    var typed = 0
    var cause = cause
    let isShown = !(cause.value?.holdsSecret ?? false)
    while typed < count, kernel.snapshot.fault == nil, let character = text.popFirst() {
      typed += 1
      if isShown { cause.value = .string(String(character)) }
      edit(control, cause) {
        var text = $0
        text.append(character)
        return text
      }
    }
    return typed
  }

  /// Removes so many characters from the end.
  mutating func erase(_ count: Int, from control: String) {
    for _ in 0..<count where kernel.snapshot.fault == nil {
      edit(control, Cause(.user, "erase", on: control, value: 1)) { String($0.dropLast()) }
    }
  }

  private func length(of control: String) -> Int {
    let view = View(machine: machine, snapshot: kernel.snapshot)
    return view.textField(named: control).map { view.text(of: $0).count } ?? 0
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
      guard machine.input(named: input) != nil else { return refuse(cause, "this variant has no such input") }
      return refuse(cause, ControlName(input).row == nil ? "its page is not open" : "there is no such row")
    }
    if let reason = view.misfit(of: value ?? .null, for: place.input, of: place.owner, in: input) {
      return refuse(cause, reason)
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
    if let reason = view.misfit(of: value, for: field, in: path) { return refuse(cause, reason) }
    turn(cause) { $0.set(field.instance, port: field.port, to: value) }
  }

  // MARK: Services and time

  private mutating func reply(_ name: String, _ outcome: Outcome, _ value: Value?, _ cause: Cause) {
    guard let request = kernel.snapshot.requests.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return refuse(
        cause, "no such request is under way; one that ended takes an answer only if its service is 'late'")
    }
    let answer = machine.answer(value?.revealed ?? machine.value(of: outcome, request), outcome, from: request.service)
    if let reason = machine.misfit(of: answer, outcome, from: request.service) { return refuse(cause, reason) }
    let isSecret = value?.holdsSecret ?? false
    var told = cause
    told.event = "reply"
    turn(told) { $0.reply(to: request.id, outcome, answer, told: isSecret ? answer.hidden : answer) }
  }

  private mutating func setBehaviour(of service: String, _ behaviour: ServiceBehaviour, _ cause: Cause) {
    guard machine.program.serviceIndex(named: service) != nil else {
      return refuse(cause, "this variant has no such service")
    }
    if let (outcome, value) = behaviour.answer.said, let reason = machine.misfit(of: value, outcome, from: service) {
      return refuse(cause, reason)
    }
    var behaviour = behaviour
    behaviour.answer = behaviour.answer.map { machine.answer($1, $0, from: service) }
    turn(cause) { $0.setBehaviour(of: service, behaviour) }
  }

  private mutating func reverseObservers(_ isReversed: Bool, _ cause: Cause) {
    kernel.reverseObservers(isReversed)
    turn(cause) { _ in }
  }

  private mutating func advance(_ milliseconds: Int?, _ cause: Cause) -> Rest {
    let now = kernel.snapshot.time
    guard
      let moment = milliseconds.map({ now.addingReportingOverflow($0) }) ?? kernel.snapshot.nextDue.map({ ($0, false) })
    else { return refused(cause, "nothing is due") }
    guard !moment.1, milliseconds ?? 0 >= 0 else { return refused(cause, "beyond the end of virtual time") }
    turn(cause) { _ in }
    return .time(to: max(now, moment.0))
  }

  private mutating func refused(_ cause: Cause, _ reason: String) -> Rest {
    refuse(cause, reason)
    return .nothing
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

extension ServiceBehaviour.Answer {
  /// The outcome and the value that were said, where a value was.
  fileprivate var said: (outcome: Outcome, value: Value)? {
    switch self {
    case .outcome(let outcome, let value?), .twice(let outcome, let value?): (outcome, value)
    case .outcome, .twice, .defined, .never, .manual: nil
    }
  }

  /// The same answer with another value where one was said.
  fileprivate func map(_ change: (Outcome, Value) -> Value) -> Self {
    switch self {
    case .outcome(let outcome, let value?): .outcome(outcome, change(outcome, value))
    case .twice(let outcome, let value?): .twice(outcome, change(outcome, value))
    case .outcome, .twice, .defined, .never, .manual: self
    }
  }
}

extension Machine {
  /// An answer as its service's type has it: a secret as one, however it was typed.
  fileprivate func answer(_ value: Value, _ outcome: Outcome, from service: String) -> Value {
    disclosed(value, to: outcome == .ok ? .success(of: service) : .failure(of: service))
  }
}
