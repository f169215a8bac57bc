import Statecharts

extension Stepper {
  mutating func perform() -> Rest {
    switch stimulus {
    case .type(let control, let text) where stimulus.isOfEdits: return .typing(text[...], into: control)
    case .erase(let control, let count):
      let length = View.look(machine, at: &kernel) { view in
        view.textField(named: control).map { view.text(of: $0).count } ?? 0
      }
      return .erasing(max(1, min(count, length)), from: control)
    default: break
    }
    switch meaning(of: stimulus) {
    case .success(let meaning): return make(meaning.kind, meaning.navigation)
    case .failure(let refusal):
      refuse(cause, refusal)
      if case .advance = stimulus { return .nothing }
      return afterwards
    }
  }

  mutating func make(_ move: Move.Kind, _ navigation: Ref<Navigation>) -> Rest {
    make(move, navigation, cause)
    return switch move {
    case .pass(let moment): .time(to: moment)
    case .restart: hasCrashed ? .nothing : .work
    default: afterwards
    }
  }

  var afterwards: Rest { isHeld || hasCrashed ? .nothing : .work }

  /// Each edit of a secret has the whole value as its cause, because single letters would reveal it.
  mutating func type(_ text: inout Substring, into control: String, atMost count: Int) -> Int {
    var typed = 0
    var cause = cause
    let isShown = !(cause.value?.holdsSecret ?? false)
    while typed < count, !hasCrashed, let character = text.popFirst() {
      typed += 1
      if isShown { cause.value = .string(String(character)) }
      attempt(.type(control: control, String(character)), cause)
    }
    return typed
  }

  mutating func erase(_ count: Int, from control: String) {
    let cause = Cause(.user, "erase", on: control, value: 1)
    for _ in 0..<count where !hasCrashed { attempt(.erase(control: control, count: 1), cause) }
  }

  private typealias Meaning = (kind: Move.Kind, navigation: Ref<Navigation>)

  private mutating func meaning(of stimulus: Stimulus) -> Result<Meaning, Refusal> {
    View.look(machine, at: &kernel) { view in
      Result { () throws(Refusal) in (try view.kind(of: stimulus), view.navigation) }
    }
  }

  private mutating func attempt(_ edit: Stimulus, _ cause: Cause) {
    switch meaning(of: edit) {
    case .success(let meaning): make(meaning.kind, meaning.navigation, cause)
    case .failure(let refusal): refuse(cause, refusal)
    }
  }

  private mutating func refuse(_ cause: Cause, _ refusal: Refusal) {
    turn(cause) { $0.record(.refused(name: Name(cause.name), reason: refusal.reason)) }
  }

  private mutating func make(_ move: Move.Kind, _ navigation: Ref<Navigation>, _ cause: Cause) {
    switch move {
    case .edit(let field, let text, let composed):
      turn(cause) { turn in
        if composed != nil || turn.handle(of: navigation).composed != nil {
          turn.handle(of: navigation).composed = composed
        }
        turn.set(field.instance, port: field.port, to: .string(text))
        let told = field.isSecure ? Value.string(text).hidden : .string(text)
        if let subject = field.edited { turn.send(told, by: field.instance, port: subject) }
      }
    case .focus(let name): turn(cause) { [router = machine.router] in router.beginEditing(name, $0, navigation) }
    case .blur: turn(cause) { [router = machine.router] in router.endEditing($0, navigation) }
    case .pressReturn: turn(cause) { [router = machine.router] in router.pressReturn($0, navigation) }
    case .call(let instance, .numbered(let event), let value): turn(cause) { $0.send(event, value, to: instance) }
    case .call(let instance, .unnumbered(let name), let value): turn(cause) { $0.send(name, value, to: instance) }
    case .dismiss(let button):
      var told = cause
      told.value = .string(button.title)
      turn(told) { [router = machine.router] in router.dismiss(button, $0, navigation) }
    case .back: turn(cause) { [router = machine.router] in router.back($0, navigation) }
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

  private mutating func turn(_ cause: Cause, _ body: (borrowing TurnContext) -> Void) {
    guard isHeld else { return kernel.run(cause) { kernel in kernel.perform(body) } }
    var cause = cause
    cause.isHeld = true
    kernel.run(cause) { kernel in kernel.perform(body) }
  }
}

extension Cause {
  var name: String { target.isEmpty ? event : target }
}
