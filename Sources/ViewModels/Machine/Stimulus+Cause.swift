import Statecharts

extension Stimulus {
  /// How a trace names it.
  public var cause: Cause {
    switch self {
    case .set(let control, let value): Cause(.user, "set", on: control, value: value)
    case .paste(let control, let text): Cause(.user, "paste", on: control, value: .string(text))
    case .type(let control, let text): Cause(.user, "type", on: control, value: .string(text))
    case .erase(let control, let count): Cause(.user, "erase", on: control, value: .int(count))
    case .focus(let control): Cause(.user, "focus", on: control)
    case .blur: Cause(.user, "blur")
    case .pressReturn: Cause(.user, "return")
    case .tap(let control, let value): Cause(.user, "tap", on: control, value: value)
    case .dismiss(let button): Cause(.user, "dismiss", value: button.map(Value.string))
    case .back: Cause(.user, "back")
    case .send(let input, let value): Cause(.user, "send", on: input, value: value)
    case .assign(let field, let value): Cause(.user, "assign", on: field, value: value)
    case .reply(let request, let outcome, let value):
      Cause(.user, "reply", on: request, value: .enumeration(outcome.rawValue, value.map { [Member("", $0)] } ?? []))
    case .service(let name, let behaviour): Cause(.user, "service", on: name, value: behaviour.value)
    case .observers(let isReversed):
      Cause(.user, "observers", value: .enumeration(isReversed ? "reversed" : "registered", []))
    case .advance(let milliseconds): Cause(.user, "advance", value: milliseconds.map(Value.int))
    case .fire(let work): Cause(.user, "fire", on: work)
    case .settle: Cause(.user, "settle")
    }
  }
}

extension ServiceBehaviour {
  fileprivate var value: Value {
    let parts: (String, [Member]) =
      switch answer {
      case .defined: ("defined", [])
      case .outcome(let outcome, let value): (outcome.rawValue, value.map { [Member("", $0)] } ?? [])
      case .never: ("never", [])
      case .twice(let outcome, let value):
        ("twice", [Member("", .enumeration(outcome.rawValue, value.map { [Member("", $0)] } ?? []))])
      case .manual: ("manual", [])
      }
    let members =
      (delay.map { [Member("after", .int($0))] } ?? []) + (isLate ? [Member("late", .bool(true))] : [])
      + (isOnce ? [Member("once", .bool(true))] : [])
    return .enumeration(parts.0, parts.1 + members)
  }
}
