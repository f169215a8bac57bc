import Statecharts

extension View {
  func move(for stimulus: Stimulus) throws(Refusal) -> Move {
    Move(stimulus: stimulus, kind: try kind(of: stimulus), navigation: navigation)
  }

  /// Why a stimulus is refused. Nil also for several edits, because each is resolved when it is made.
  func obstacle(to stimulus: Stimulus) -> Refusal? {
    if stimulus.isOfEdits { return nil }
    do throws(Refusal) { _ = try kind(of: stimulus) } catch { return error }
    return nil
  }

  package func refusal(of stimulus: Stimulus) -> String? { obstacle(to: stimulus)?.reason }

  func kind(of stimulus: Stimulus) throws(Refusal) -> Move.Kind {
    switch stimulus {
    case .set(let control, let value): try set(control, value)
    case .paste(let control, let text): try edit(control) { $0 + text }
    case .type(let control, let text): try edit(control) { $0 + text }
    case .erase(let control, let count): try edit(control) { String($0.dropLast(count)) }
    case .compose(let control, let text): try compose(control, text)
    case .commit(let control): try commit(control)
    case .focus(let control): try focus(control)
    case .blur: try leave(.blur)
    case .pressReturn: try leave(.pressReturn)
    case .tap(let control, let value): try tap(control, value?.revealed)
    case .dismiss(let button): try dismiss(button)
    case .back: try back()
    case .send(let input, let value): try send(input, value?.revealed ?? .null)
    case .assign(let field, let value): try assign(field, value.revealed)
    case .reply(let request, let outcome, let value): try reply(request, outcome, value)
    case .service(let name, let behaviour): try setBehaviour(of: name, behaviour)
    case .observers(let isReversed): .reverseObservers(isReversed)
    case .advance(let milliseconds): try advance(milliseconds)
    case .fire(let work): try fire(work)
    case .settle: .settle
    case .restart: .restart
    }
  }

  // MARK: The user

  private func set(_ name: String, _ value: Value) throws(Refusal) -> Move.Kind {
    let text = RecipientType(shape: .string, told: { $0 }, accepts: { Secret<String>($0) != nil || $0 == .null })
    if let misfit = Misfit(name, text, value) {
      _ = try reachable(name)
      throw .misfit(misfit)
    }
    return try edit(name) { _ in value.revealedText }
  }

  private func edit(_ name: String, _ change: (String) -> String) throws(Refusal) -> Move.Kind {
    let place = try reachable(name)
    guard let field = textField(at: place) else { throw .noTextField(name) }
    return .edit(field, change(text(of: field)))
  }

  private func compose(_ name: String, _ marked: String) throws(Refusal) -> Move.Kind {
    let place = try reachable(name)
    guard let field = textField(at: place) else { throw .noTextField(name) }
    guard !field.isSecure else { throw .composesNoSecret }
    let text = text(of: field)
    let before = composed(in: name, holding: text)?.before ?? text
    let composed = marked.isEmpty ? nil : ComposedText(control: Name(name), before: before, marked: marked)
    return .edit(field, before + marked, composed: composed)
  }

  /// Keeps the text and sends the edit once more.
  private func commit(_ name: String?) throws(Refusal) -> Move.Kind {
    guard let name = name ?? model.composed?.control.text else { throw .nothingIsComposed }
    let place = try reachable(name)
    guard let field = textField(at: place) else { throw .noTextField(name) }
    guard let composed = model.composed, composed.control == name else { throw .nothingIsComposed }
    let text = text(of: field)
    guard self.composed(in: name, holding: text) != nil else { throw .compositionEnded(name) }
    return .edit(field, text)
  }

  /// Nil if another text ended the composition.
  func composed(in name: String, holding text: String) -> ComposedText? {
    guard let composed = model.composed, composed.control == name, composed.whole.hasBytes(of: text) else {
      return nil
    }
    return composed
  }

  private func focus(_ name: String) throws(Refusal) -> Move.Kind {
    guard textField(at: try reachable(name)) != nil else { throw .noTextField(name) }
    if let edited = model.edited, edited == name { throw .isEdited }
    return .focus(control: Name(name))
  }

  private func leave(_ move: Move.Kind) throws(Refusal) -> Move.Kind {
    if let cover { throw .covered(cover) }
    guard model.edited != nil else { throw .nothingIsEdited }
    return move
  }

  private func tap(_ name: String, _ value: Value?) throws(Refusal) -> Move.Kind {
    let place = try reachable(name)
    if let refusal = disabled(place) { throw refusal }
    guard let input = place.control.input, let given = place.control.given(value, at: place.index) else {
      throw place.control.kind.useless(name)
    }
    if let misfit = misfit(of: given, for: input, of: place.instance, in: name, hint: "tap \(name) VALUE") {
      throw .misfit(misfit)
    }
    return .call(place.instance, Move.InputEvent(input, machine.program), given)
  }

  private func reachable(_ name: String) throws(Refusal) -> ControlPlace {
    if let cover { throw .covered(cover) }
    guard let place = place(of: name) else { throw absence(of: name) }
    return place
  }

  private func dismiss(_ button: String?) throws(Refusal) -> Move.Kind {
    guard let alert else { throw .noAlert }
    let pressed = button.map { name in alert.buttons.first { $0.title.hasBytes(of: name) } } ?? alert.buttons.first
    if let pressed { return .dismiss(pressed) }
    throw .unknownButton(button ?? "", among: alert.buttons.map(\.title))
  }

  private func back() throws(Refusal) -> Move.Kind {
    if let cover { throw .covered(cover) }
    guard model.pages.count > 1 else { throw .firstPage }
    return .back
  }

  // MARK: The program

  private func send(_ input: String, _ value: Value) throws(Refusal) -> Move.Kind {
    guard let place = self.input(named: input) else {
      guard machine.input(named: input) != nil else { throw .unknownInput }
      throw ControlName(input).row == nil ? .closedPage : .noRow()
    }
    if let misfit = misfit(of: value, for: place.input, of: place.owner, in: input) { throw .misfit(misfit) }
    return .call(place.owner, Move.InputEvent(place.input, machine.program), value)
  }

  private func assign(_ path: String, _ value: Value) throws(Refusal) -> Move.Kind {
    guard let field = field(at: path) else { throw .unknownField }
    guard field.definition.kind == .stored else { throw .computedField }
    guard !field.definition.holdsReferences else { throw .referenceField }
    guard !field.definition.isReadOnly else { throw .readOnlyField }
    if let misfit = misfit(of: value, for: field, in: path) { throw .misfit(misfit) }
    return .assign(field.instance, port: field.port, value)
  }

  // MARK: Services and time

  private func reply(_ name: String, _ outcome: Outcome, _ value: Value?) throws(Refusal) -> Move.Kind {
    guard let request = snapshot.request(named: name) else { throw .noRequest }
    return try answer(to: request, outcome, value)
  }

  func answer(
    to request: Snapshot.RequestEntry, _ outcome: Outcome, _ value: Value?
  ) throws(Refusal) -> Move.Kind {
    let answer = machine.answer(
      value?.revealed ?? machine.value(of: outcome, request), outcome, from: request.service.text)
    if let misfit = machine.misfit(of: answer, outcome, from: request.service.text) { throw .misfit(misfit) }
    let isSecret = value?.holdsSecret ?? false
    return .answer(request: request.id, outcome, answer, told: isSecret ? answer.hidden : answer)
  }

  private func setBehaviour(of service: String, _ behaviour: ServiceBehaviour) throws(Refusal) -> Move.Kind {
    guard machine.program.serviceIndex(named: Name(service)) != nil else { throw .unknownService }
    var behaviour = behaviour
    switch behaviour.answer {
    case .outcome(let outcome, let value?): behaviour.answer = .outcome(outcome, try fitting(value, outcome, service))
    case .twice(let outcome, let value?): behaviour.answer = .twice(outcome, try fitting(value, outcome, service))
    case .outcome, .twice, .defined, .never, .manual: break
    }
    return .setBehaviour(service: service, behaviour)
  }

  private func fitting(_ value: Value, _ outcome: Outcome, _ service: String) throws(Refusal) -> Value {
    if let misfit = machine.misfit(of: value, outcome, from: service) { throw .misfit(misfit) }
    return machine.answer(value, outcome, from: service)
  }

  private func advance(_ milliseconds: Int?) throws(Refusal) -> Move.Kind {
    guard let milliseconds else {
      guard let due = snapshot.nextDue else { throw .nothingDue }
      return .pass(to: max(snapshot.time, due))
    }
    let (moment, overflows) = snapshot.time.addingReportingOverflow(milliseconds)
    guard !overflows, milliseconds >= 0 else { throw .beyondTime }
    return .pass(to: moment)
  }

  private func fire(_ name: String) throws(Refusal) -> Move.Kind {
    guard let index = machine.work(of: snapshot).firstIndex(where: { $0.name == name }) else {
      throw .noWork
    }
    if machine.runsObjects {
      let lanes = snapshot.lanes(machine.program)
      let first = lanes.firstIndex(of: lanes[index]) ?? index
      if lanes[index].isStrict, first < index { throw .outOfOrder(after: machine.work(of: snapshot)[first].name.text) }
    }
    return .run(work: index)
  }
}

extension Control.Kind {
  fileprivate func useless(_ name: String) -> Refusal {
    switch self {
    case .text, .button, .label, .badge, .refresh: .noButton(name)
    case .scroll: .needsOffset(name)
    case .banner: .needsPicture(name)
    case .list(_, let select, _): select == nil ? .noButton(name) : .needsRow(name)
    }
  }
}

extension Machine {
  /// Marks the value as secret if the service's type does.
  func answer(_ value: Value, _ outcome: Outcome, from service: String) -> Value {
    disclosed(value, to: outcome == .ok ? .success(of: service) : .failure(of: service))
  }
}
