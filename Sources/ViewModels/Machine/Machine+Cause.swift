import Statecharts

extension Machine {
  /// Returns how a trace names a stimulus, with nothing in it that must not be shown.
  func cause(of stimulus: Stimulus) -> Cause {
    switch stimulus {
    case .set(let control, let value):
      Cause(.user, "set", on: control, value: disclosed(value, to: .edit(control: control)))
    case .paste(let control, let text): edit("paste", control, text)
    case .type(let control, let text): edit("type", control, text)
    case .erase(let control, let count): Cause(.user, "erase", on: control, value: .int(count))
    case .focus(let control): Cause(.user, "focus", on: control)
    case .blur: Cause(.user, "blur")
    case .pressReturn: Cause(.user, "return")
    case .tap(let control, let value):
      Cause(.user, "tap", on: control, value: value.map { disclosed($0, to: .tap(control: control)) })
    case .dismiss(let button): Cause(.user, "dismiss", value: button.map(Value.string))
    case .back: Cause(.user, "back")
    case .send(let input, let value):
      Cause(.user, "send", on: input, value: value.map { disclosed($0, to: .input(input)) })
    case .assign(let field, let value): Cause(.user, "assign", on: field, value: disclosed(value, to: .field(field)))
    case .reply(let request, let outcome, let value):
      Cause(.user, "reply", on: request, value: answer(outcome, value, of: request))
    case .service(let name, let behaviour): Cause(.user, "service", on: name, value: told(behaviour, of: name))
    case .observers(let isReversed):
      Cause(.user, "observers", value: .enumeration(isReversed ? "reversed" : "registered", []))
    case .advance(let milliseconds): Cause(.user, "advance", value: milliseconds.map(Value.int))
    case .fire(let work): Cause(.user, "fire", on: work)
    case .settle: Cause(.user, "settle")
    case .restart: .opening
    }
  }

  private func edit(_ event: String, _ control: String, _ text: String) -> Cause {
    Cause(.user, event, on: control, value: disclosed(.string(text), to: .edit(control: control)))
  }

  private func answer(_ outcome: Outcome, _ value: Value?, of service: String) -> Value {
    let recipient: Recipient = outcome == .ok ? .success(of: service) : .failure(of: service)
    return .enumeration(outcome.rawValue, value.map { [Member("", disclosed($0, to: recipient))] } ?? [])
  }

  private func told(_ behaviour: ServiceBehaviour, of service: String) -> Value {
    let (name, payload): (String, [Member]) =
      switch behaviour.answer {
      case .defined: ("defined", [])
      case .outcome(let outcome, let value):
        if case .enumeration(let name, let members) = answer(outcome, value, of: service) {
          (name, members)
        } else {
          (outcome.rawValue, [])
        }
      case .never: ("never", [])
      case .twice(let outcome, let value): ("twice", [Member("", answer(outcome, value, of: service))])
      case .manual: ("manual", [])
      }
    let members =
      (behaviour.delay.map { [Member("after", .int($0))] } ?? [])
      + (behaviour.isLate ? [Member("late", .bool(true))] : [])
      + (behaviour.isOnce ? [Member("once", .bool(true))] : [])
    return .enumeration(name, payload + members)
  }
}
