import Turns

extension Effect {
  /// The kinds of effects, most severe first. Raw values are the words of the JSON form.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case crashed = "crash"
    case limit
    case broken
    case moved = "transition"
    case pushed = "push"
    case popped = "pop"
    case requested = "request"
    case replied = "reply"
    case cancelled
    case late
    case refused
    case set = "field"
    case output
    case stored = "store"
    case logged = "log"
    case notified = "notify"
    case alertShown = "alert"
    case alertClosed = "alert closed"
    case hudShown = "hud"
    case hudClosed = "hud closed"
    case tipShown = "tip"
    case tipClosed = "tip closed"
    case timerStarted = "timer started"
    case timerFired = "timer"
    case tie
  }
}

extension Effect.Kind {
  /// The table of effects. The compiler reports a missing row or a missing case in `Reaction.init(of:)`.
  package var row: EffectRow {
    switch self {
    case .crashed: EffectRow("crash", .none, .fault(Effect.crashed), .crash, .bare, .fault)
    case .limit:
      EffectRow("limit", .plain, .reason("detail", Effect.limit), .limit, .keyed("name", "detail"), .fault)
    case .broken: EffectRow("broken", .quoted, .nameOnly(Effect.broken), .broken, .bare, .fault)
    case .moved: EffectRow("", .plain, .chain, .to, .folded, .transition, isTallied: false, declared: .state)
    case .pushed: EffectRow("push", .none, .word(Effect.pushed), .outputs, .screen("push"), .transition)
    case .popped:
      EffectRow("pop", .none, .word(Effect.popped), .outputs, .screen("pop"), .transition, canBeLacking: false)
    case .requested:
      EffectRow(
        "request", .plain, .input(Effect.requested), .requests, .keyed("start", "input"), .request, declared: .service)
    case .replied:
      EffectRow(
        "reply", .plain, .outcome(Effect.replied), .requests, .keyed("end", "value"), .request, declared: .service)
    case .cancelled:
      EffectRow(
        "cancelled", .plain, .nameOnly(Effect.cancelled), .requests, .keyed("cancel", ""), .request,
        canBeLacking: false, declared: .service)
    case .late:
      EffectRow(
        "late", .plain, .outcome(Effect.late), .requests, .keyed("late", "value"), .request, canBeLacking: false,
        declared: .service)
    case .refused:
      EffectRow("refused", .plain, .reason("reason", Effect.refused), .refused, .entry, .refusal, canBeLacking: false)
    case .set: EffectRow("", .plain, .chain, .set, .folded, .value, isTallied: false, declared: .field)
    case .output: EffectRow("", .plain, .value(Effect.output), .outputs, .entry, .value, declared: .subject)
    case .stored: EffectRow("store", .plain, .value(Effect.stored), .stored, .entry, .value)
    case .logged: EffectRow("log", .quoted, .optional(Effect.logged), .logged, .entry, .value)
    case .notified:
      EffectRow(
        "notify", .plain, .record(Effect.notified), .notified, .entry, .value, isTallied: false, declared: .field)
    case .alertShown:
      EffectRow("alert", .none, .alert(Effect.alertShown), .outputs, .screen("alert"), .value, changed: .text)
    case .alertClosed:
      EffectRow("alert closed", .none, .nothing(.alertClosed), .outputs, .screen("alert"), .value, canBeLacking: false)
    case .hudShown: EffectRow("hud", .none, .text(Effect.hudShown), .outputs, .screen("hud"), .value, changed: .text)
    case .hudClosed:
      EffectRow("hud closed", .none, .nothing(.hudClosed), .outputs, .screen("hud"), .value, canBeLacking: false)
    case .tipShown: EffectRow("tip", .none, .text(Effect.tipShown), .outputs, .screen("tip"), .value, changed: .text)
    case .tipClosed:
      EffectRow("tip closed", .none, .nothing(.tipClosed), .outputs, .screen("tip"), .value, canBeLacking: false)
    case .timerStarted:
      EffectRow(
        "timer", .plain, .delay(Effect.timerStarted), .timers, .keyed("start", "ms"), .timing, isTallied: false)
    case .timerFired:
      EffectRow(
        "timer", .plain, .nameOnly(Effect.timerFired), .timers, .keyed("fired", ""), .timing, isTallied: false)
    case .tie: EffectRow("tie", .plain, .others(Effect.tie), .tie, .keyed("chosen", "over"), .order, isTallied: false)
    }
  }

  /// The words that begin an output line instead of a name: `request`, `alert`, `crash:`.
  package static let lineWords = allCases.map(\.row).filter { !$0.word.isEmpty }.map { row in
    let word = String(Substring(row.word.utf8.prefix { $0 != UInt8(ascii: " ") }))
    return if case .fault = row.payload { "\(word):" } else { word }
  }

  package var isStateful: Bool { self == .set || self == .moved }
}

extension Reaction {
  package init(of effect: Effect) {
    switch effect {
    case .set(let field, _, let new): self.init(.set, field, [new])
    case .moved(let region, _, let to): self.init(.moved, region, [.string(to)])
    case .output(let subject, let value): self.init(.output, subject, [value])
    case .requested(let service, let input): self.init(.requested, service, [input])
    case .replied(let service, let outcome, let value):
      self.init(.replied, service, [.string(outcome.rawValue), value])
    case .cancelled(let service): self.init(.cancelled, service)
    case .late(let service, let outcome, let value): self.init(.late, service, [.string(outcome.rawValue), value])
    case .timerStarted(let name, let delay): self.init(.timerStarted, name, [.int(delay)])
    case .timerFired(let name): self.init(.timerFired, name)
    case .pushed(let page): self.init(.pushed, [.string(page.text)])
    case .popped(let page): self.init(.popped, [.string(page.text)])
    case .alertShown(let title, let message, let buttons):
      self.init(.alertShown, [.string(title), .string(message), .texts(buttons)])
    case .alertClosed: self.init(.alertClosed)
    case .hudShown(let text): self.init(.hudShown, [.string(text)])
    case .hudClosed: self.init(.hudClosed)
    case .tipShown(let text): self.init(.tipShown, [.string(text)])
    case .tipClosed: self.init(.tipClosed)
    case .stored(let key, let value): self.init(.stored, key, [value])
    case .logged(let text, let value): self.init(.logged, Name(text), value.map { [$0] } ?? [])
    case .notified(let field, let change): self.init(.notified, field, [.record(change)])
    case .refused(let name, let reason): self.init(.refused, name, [.string(reason)])
    case .broken(let property): self.init(.broken, property)
    case .limit(let name, let detail): self.init(.limit, name, [.string(detail)])
    case .crashed(let fault): self.init(.crashed, [.string(fault)])
    case .tie(let chosen, let others): self.init(.tie, chosen, [.texts(others.texts)])
    }
  }
}

extension Value {
  fileprivate static func texts(_ texts: [String]) -> Value { .list(texts.map { .string($0) }) }
}

/// The keys of effects, in the order of a trace line.
enum EffectKey: String, CaseIterable {
  case set, to, outputs, requests, timers, stored, logged, notified, refused, broken, tie, limit, crash

  /// Keys whose relative order has no meaning.
  static let unordered = allCases.filter { ![.set, .to, .outputs, .requests, .timers].contains($0) }

  var kinds: [Effect.Kind] { EffectKey.kindsByKey[self] ?? [] }

  private static let kindsByKey = Dictionary(grouping: Effect.Kind.allCases) { $0.row.key }
}
