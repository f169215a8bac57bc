import Statecharts

/// Makes the moves: the user's hand, the program, a service or time.
struct Performer: ~Copyable {
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
  var isHeld: Bool
  /// What the fields were when the app ended, and are now that it is opened again; nil when no turn is to tell that.
  var fieldsOverRestart: (old: [FieldState], new: [FieldState])?

  init(machine: Machine, kernel: consuming Kernel, isHeld: Bool) {
    self.machine = machine
    self.kernel = kernel
    self.isHeld = isHeld
  }

  /// Performs what was resolved where the kernel stands.
  ///
  /// - Returns: What the step has to do then.
  mutating func perform(_ resolved: ResolvedStimulus) -> Rest {
    switch resolved.meaning {
    case .edits(let rest): return rest
    case .move(let move):
      make(move, resolved.cause)
      return rest(after: move)
    case .refused(let refusal):
      refuse(resolved.cause, refusal)
      if case .advance = resolved.stimulus { return .nothing }
      return afterwards
    }
  }

  /// Resolves a stimulus where the kernel stands.
  mutating func resolved(_ stimulus: Stimulus) -> ResolvedStimulus {
    View.look(machine, at: &kernel) { $0.resolved(stimulus) }
  }

  /// A move that was resolved where the kernel stands, as a step takes it.
  func resolved(_ move: Move) -> ResolvedStimulus {
    ResolvedStimulus(move.stimulus, machine.cause(of: move.stimulus), .move(move))
  }

  private func rest(after move: Move) -> Rest {
    switch move.kind {
    case .pass(let moment): .time(to: moment)
    case .restart: kernel.snapshot.fault == nil ? .work : .nothing
    default: afterwards
    }
  }

  /// What follows when the acts of a stimulus are done.
  var afterwards: Rest { isHeld || kernel.snapshot.fault != nil ? .nothing : .work }

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
      attempt(.type(control: control, String(character)), cause)
    }
    return typed
  }

  /// Removes so many characters from the end.
  mutating func erase(_ count: Int, from control: String) {
    let cause = Cause(.user, "erase", on: control, value: 1)
    for _ in 0..<count where kernel.snapshot.fault == nil {
      attempt(.erase(control: control, count: 1), cause)
    }
  }

  // MARK: Moves

  /// Makes the move that one edit is, or says why it is none.
  private mutating func attempt(_ edit: Stimulus, _ cause: Cause) {
    let move = View.look(machine, at: &kernel) { view in
      Result { () throws(Refusal) in try view.move(for: edit) }
    }
    switch move {
    case .success(let move): make(move, cause)
    case .failure(let refusal): refuse(cause, refusal)
    }
  }

  private mutating func refuse(_ cause: Cause, _ refusal: Refusal) {
    turn(cause) { $0.record(.refused(name: Name(cause.name), reason: refusal.reason)) }
  }

  private mutating func make(_ move: Move, _ cause: Cause) {
    let navigation = move.navigation
    switch move.kind {
    case .edit(let field, let text):
      turn(cause) { turn in
        turn.set(field.instance, port: field.port, to: .string(text))
        let told = field.isSecure ? Value.string(text).hidden : .string(text)
        if let subject = field.edited { turn.send(told, by: field.instance, port: subject) }
      }
    case .focus(let name): turn(cause) { [router = machine.router] in router.beginEditing(name, $0, navigation) }
    case .blur: turn(cause) { [router = machine.router] in router.endEditing($0, navigation) }
    case .pressReturn: turn(cause) { [router = machine.router] in router.pressReturn($0, navigation) }
    case .call(let instance, .numbered(let event), let value): turn(cause) { $0.send(event, value, to: instance) }
    case .call(let instance, .unnumbered(let name), let value): turn(cause) { $0.send(name, value, to: instance) }
    case .dismiss(let owner, let button): dismiss(button, of: owner, cause, navigation)
    case .back:
      turn(cause) { [router = machine.router] turn in
        router.pop(turn, navigation)
        router.reappear(turn, navigation)
      }
    case .assign(let instance, let port, let value): turn(cause) { $0.set(instance, port: port, to: value) }
    case .answer(let request, let outcome, let value, let told):
      turn(cause) { $0.reply(to: request, outcome, value, told: told) }
    case .setBehaviour(let service, let behaviour): turn(cause) { $0.setBehaviour(of: service, behaviour) }
    case .reverseObservers(let isReversed):
      kernel.reverseObservers(isReversed)
      turn(cause) { _ in }
    case .pass, .settle: turn(cause) { _ in }
    case .run(let index):
      turn(cause) { _ in }
      kernel.runWork(at: index)
    case .restart:
      let old = kernel.keptTurns == .all ? machine.fields(of: kernel.snapshot) : nil
      kernel.begin(kernel.snapshot.restarted)
      machine.begin(&kernel)
      fieldsOverRestart = old.map { ($0, machine.fields(of: kernel.snapshot)) }
    }
  }

  private mutating func dismiss(
    _ button: AlertButton, of owner: InstanceID, _ cause: Cause, _ navigation: Ref<Navigation>
  ) {
    var told = cause
    told.value = .string(button.title)
    turn(told) { turn in
      turn.handle(of: navigation).alerts.removeFirst()
      turn.record(.alertClosed)
      if let input = button.input { turn.raise(input, for: owner) }
    }
  }

  private mutating func turn(_ cause: Cause, _ body: (borrowing TurnContext) -> Void) {
    guard isHeld else { return kernel.run(cause) { kernel in kernel.perform(body) } }
    var cause = cause
    cause.isHeld = true
    kernel.run(cause) { kernel in kernel.perform(body) }
  }
}

extension Cause {
  /// What a refusal calls it.
  var name: String { target.isEmpty ? event : target }
}
