import Statecharts

extension OutputPrinter {
  /// The line of one effect.
  func text(of effect: Effect) -> String {
    switch effect {
    case .set(let field, let old, let new):
      "\(shown(field)) \(valueText(old, for: field)) -> \(valueText(new, for: field))"
    case .moved(let region, let from, let to): shown("\(region) \(from) -> \(to)")
    case .output(let subject, let value): shown(subject) + payload(value, of: subject)
    case .requested(let service, let input): "request \(shown(service))" + payload(input, of: service.withoutOrdinal)
    case .replied(let service, let outcome, let value): "reply " + answer(service, outcome, value)
    case .cancelled(let service): "cancelled \(shown(service))"
    case .late(let service, let outcome, let value): "late " + answer(service, outcome, value)
    case .timerStarted(let name, let delay): "timer \(shown(name)) \(delay)ms"
    case .timerFired(let name): "timer \(shown(name))"
    case .stored(let key, let value): "store \(shown(key)) \(valueText(value, for: key))"
    case .logged(let text, let value): "log \(text.quoted)" + (value.map { " " + valueText($0) } ?? "")
    case .notified(let field, let change): "notify \(shown(field)) \(valueText(.record(change), for: field))"
    case .pushed(let page): "push \(shown(page))"
    case .popped(let page): "pop \(shown(page))"
    case .alertShown(let title, let message, let buttons):
      "alert \(valueText(.string(title))) \(valueText(.string(message))) \(valueText(.list(buttons.map { .string($0) })))"
    case .alertClosed: "alert closed"
    case .hudShown(let text): "hud \(valueText(.string(text)))"
    case .hudClosed: "hud closed"
    case .tipShown(let text): "tip \(valueText(.string(text)))"
    case .tipClosed: "tip closed"
    case .refused(let name, let reason): "refused \(shown(name)): \(shown(reason))"
    case .broken(let property): "broken \(property.quoted)"
    case .limit(let name, let detail): "limit \(shown(name)): \(shown(detail))"
    case .crashed(let fault): "crash: \(shown(fault))"
    case .tie(let chosen, let others): "tie \(shown(chosen)) over \(others.map(shown).joined(separator: ", "))"
    }
  }

  private func answer(_ service: String, _ outcome: Outcome, _ value: Value) -> String {
    "\(shown(service)) \(outcome.rawValue)" + payload(value, of: service.withoutOrdinal)
  }

  /// A blank and the value; nothing for a subject or service without payload.
  private func payload(_ value: Value, of owner: String) -> String {
    value == .null ? "" : " " + valueText(value, for: owner)
  }

  private func shown(_ text: String) -> String { text.escapedForDisplay }
}
