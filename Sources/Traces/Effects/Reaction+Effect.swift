import Turns

extension Reaction {
  /// What an effect says, without the values before.
  package init(of effect: Effect) {
    switch effect {
    case .set(let field, _, let new): self.init(.field, field, [new])
    case .moved(let region, _, let to): self.init(.transition, region, [.string(to)])
    case .output(let subject, let value): self.init(.output, subject, [value])
    case .requested(let service, let input): self.init(.request, service, [input])
    case .replied(let service, let outcome, let value): self.init(.reply, service, [.string(outcome.rawValue), value])
    case .cancelled(let service): self.init(.cancelled, service)
    case .late(let service, let outcome, let value): self.init(.late, service, [.string(outcome.rawValue), value])
    case .timerStarted(let name, let delay): self.init(.timerStarted, name, [.int(delay)])
    case .timerFired(let name): self.init(.timerFired, name)
    case .pushed(let page): self.init(.push, [.string(page.text)])
    case .popped(let page): self.init(.pop, [.string(page.text)])
    case .alertShown(let title, let message, let buttons):
      self.init(.alert, [.string(title), .string(message), .texts(buttons)])
    case .alertClosed: self.init(.alertClosed)
    case .hudShown(let text): self.init(.hud, [.string(text)])
    case .hudClosed: self.init(.hudClosed)
    case .tipShown(let text): self.init(.tip, [.string(text)])
    case .tipClosed: self.init(.tipClosed)
    case .stored(let key, let value): self.init(.store, key, [value])
    case .logged(let text, let value): self.init(.log, Name(text), value.map { [$0] } ?? [])
    case .notified(let field, let change): self.init(.notify, field, [.record(change)])
    case .refused(let name, let reason): self.init(.refused, name, [.string(reason)])
    case .broken(let property): self.init(.broken, property)
    case .limit(let name, let detail): self.init(.limit, name, [.string(detail)])
    case .crashed(let fault): self.init(.crash, [.string(fault)])
    case .tie(let chosen, let others): self.init(.tie, chosen, [.texts(others.texts)])
    }
  }

  /// What an observer sees of an effect; nil for one that shows nothing.
  ///
  /// Setting a field to what it was shows nothing. Which tie was broken is about the cause; its effects are compared.
  init?(_ effect: Effect, at offset: Int, in state: inout RunState) {
    self.init(of: effect)
    self.offset = offset
    state.nameRow(of: &self)
    switch effect {
    case .set(_, let before, let new):
      old = state[subject] ?? before
      if old == new { return nil }
    case .moved(_, let from, _): old = state[subject] ?? .string(from)
    case .tie: return nil
    default: break
    }
  }
}

extension Effect {
  /// The effect of a kind that a trace tells of; the inverse of `Reaction.init(of:)` but for fields and regions, whose old
  /// values a trace does not hold.
  init(_ kind: Reaction.Kind, _ name: String, _ payload: [TraceField]) throws(TraceLine.Problem) {
    switch kind {
    case .field, .transition: preconditionFailure("'\(name)' is folded")
    case .output: self = .output(subject: Name(name), value: payload[0].value)
    case .request: self = .requested(service: Name(name), input: payload[0].value)
    case .reply: self = .replied(service: Name(name), outcome: try payload[0].outcome(), value: payload[1].value)
    case .cancelled: self = .cancelled(service: Name(name))
    case .late: self = .late(service: Name(name), outcome: try payload[0].outcome(), value: payload[1].value)
    case .timerStarted: self = .timerStarted(name: Name(name), delay: try payload[0].int())
    case .timerFired: self = .timerFired(name: Name(name))
    case .push: self = .pushed(page: try Name(payload[0].text()))
    case .pop: self = .popped(page: try Name(payload[0].text()))
    case .alert:
      self = .alertShown(title: try payload[0].text(), message: try payload[1].text(), buttons: try payload[2].texts())
    case .alertClosed: self = .alertClosed
    case .hud: self = .hudShown(try payload[0].text())
    case .hudClosed: self = .hudClosed
    case .tip: self = .tipShown(try payload[0].text())
    case .tipClosed: self = .tipClosed
    case .store: self = .stored(key: Name(name), value: payload[0].value)
    case .log: self = .logged(name, payload.first?.value)
    case .notify: self = .notified(field: Name(name), change: try payload[0].members())
    case .refused: self = .refused(name: Name(name), reason: try payload[0].text())
    case .broken: self = .broken(property: Name(name))
    case .limit: self = .limit(name: Name(name), detail: try payload[0].text())
    case .crash: self = .crashed(try payload[0].text())
    case .tie: self = .tie(chosen: Name(name), over: try payload[0].texts().names)
    }
  }
}

extension Value {
  fileprivate static func texts(_ texts: [String]) -> Value { .list(texts.map { .string($0) }) }
}
