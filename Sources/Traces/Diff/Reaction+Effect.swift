import Statecharts

extension Reaction {
  /// What an observer sees of an effect; nil for one that shows nothing.
  ///
  /// Setting a field to what it was shows nothing. Which tie was broken is about the cause; its effects are compared.
  init?(_ effect: Effect, at offset: Int, in state: RunState) {
    switch effect {
    case .set(let field, let old, let new):
      let known = state[Subject(.field, field)] ?? old
      guard known != new else { return nil }
      self.init(.field, field, at: offset, old: known, [new])
    case .moved(let region, let from, let to):
      let known = state[Subject(.transition, region)] ?? .string(from)
      self.init(.transition, region, at: offset, old: known, [.string(to)])
    case .output(let subject, let value): self.init(.output, subject, at: offset, [value])
    case .requested(let service, let input): self.init(.request, service, at: offset, [input])
    case .replied(let service, let outcome, let value):
      self.init(.reply, service, at: offset, [.string(outcome.rawValue), value])
    case .cancelled(let service): self.init(.cancelled, service, at: offset)
    case .late(let service, let outcome, let value):
      self.init(.late, service, at: offset, [.string(outcome.rawValue), value])
    case .timerStarted(let name, let delay): self.init(.timerStarted, name, at: offset, [.int(delay)])
    case .timerFired(let name): self.init(.timerFired, name, at: offset)
    case .pushed(let page): self.init(.push, at: offset, [.string(page)])
    case .popped(let page): self.init(.pop, at: offset, [.string(page)])
    case .alertShown(let title, let message, let buttons):
      self.init(.alert, at: offset, [.string(title), .string(message), .list(buttons.map { .string($0) })])
    case .alertClosed: self.init(.alertClosed, at: offset)
    case .hudShown(let text): self.init(.hud, at: offset, [.string(text)])
    case .hudClosed: self.init(.hudClosed, at: offset)
    case .tipShown(let text): self.init(.tip, at: offset, [.string(text)])
    case .tipClosed: self.init(.tipClosed, at: offset)
    case .stored(let key, let value): self.init(.store, key, at: offset, [value])
    case .logged(let text, let value): self.init(.log, text, at: offset, value.map { [$0] } ?? [])
    case .notified(let field, let change): self.init(.notify, field, at: offset, [.record(change)])
    case .refused(let name, let reason): self.init(.refused, name, at: offset, [.string(reason)])
    case .broken(let property): self.init(.broken, property, at: offset)
    case .limit(let name, let detail): self.init(.limit, name, at: offset, [.string(detail)])
    case .crashed(let fault): self.init(.crash, at: offset, [.string(fault)])
    case .tie: return nil
    }
  }
}
