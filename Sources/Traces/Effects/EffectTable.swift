extension Reaction {
  /// What sort of thing happened, gravest first. Raw values are the words of the JSON form.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case crash
    case limit
    case broken
    case transition
    case push
    case pop
    case request
    case reply
    case cancelled
    case late
    case refused
    case field
    case output
    case store
    case log
    case notify
    case alert
    case alertClosed = "alert closed"
    case hud
    case hudClosed = "hud closed"
    case tip
    case tipClosed = "tip closed"
    case timerStarted = "timer started"
    case timerFired = "timer"
    case tie
  }
}

extension Reaction.Kind {
  /// The table of effects: how those of each kind are written, compared and counted.
  ///
  /// A new effect is a case of `Effect`, a kind with its row here, and its two lines in `Reaction+Effect`.
  var row: EffectRow {
    switch self {
    case .crash: EffectRow("crash", .none, .reason(""), .fault, .crash, .bare)
    case .limit: EffectRow("limit", .plain, .reason("detail"), .fault, .limit, .keyed("name", "detail"))
    case .broken: EffectRow("broken", .quoted, .none, .fault, .broken, .bare)
    case .transition: EffectRow("", .plain, .chain, .transition, .to, .folded)
    case .push: EffectRow("push", .none, .word, .transition, .outputs, .screen("push"))
    case .pop: EffectRow("pop", .none, .word, .transition, .outputs, .screen("pop"), canBeLacking: false)
    case .request: EffectRow("request", .plain, .input, .request, .requests, .keyed("start", "input"))
    case .reply: EffectRow("reply", .plain, .outcome, .request, .requests, .keyed("end", "value"))
    case .cancelled:
      EffectRow("cancelled", .plain, .none, .request, .requests, .keyed("cancel", ""), canBeLacking: false)
    case .late: EffectRow("late", .plain, .outcome, .request, .requests, .keyed("late", "value"), canBeLacking: false)
    case .refused: EffectRow("refused", .plain, .reason("reason"), .refusal, .refused, .entry, canBeLacking: false)
    case .field: EffectRow("", .plain, .chain, .value, .set, .folded)
    case .output: EffectRow("", .plain, .value, .value, .outputs, .entry)
    case .store: EffectRow("store", .plain, .value, .value, .stored, .entry)
    case .log: EffectRow("log", .quoted, .optional, .value, .logged, .entry)
    case .notify: EffectRow("notify", .plain, .record, .value, .notified, .entry, isTallied: false)
    case .alert: EffectRow("alert", .none, .alert, .value, .outputs, .screen("alert"), changed: .text)
    case .alertClosed: EffectRow("alert closed", .none, .none, .value, .outputs, .screen("alert"), canBeLacking: false)
    case .hud: EffectRow("hud", .none, .text, .value, .outputs, .screen("hud"), changed: .text)
    case .hudClosed: EffectRow("hud closed", .none, .none, .value, .outputs, .screen("hud"), canBeLacking: false)
    case .tip: EffectRow("tip", .none, .text, .value, .outputs, .screen("tip"), changed: .text)
    case .tipClosed: EffectRow("tip closed", .none, .none, .value, .outputs, .screen("tip"), canBeLacking: false)
    case .timerStarted: EffectRow("timer", .plain, .delay, .timing, .timers, .keyed("start", "ms"), isTallied: false)
    case .timerFired: EffectRow("timer", .plain, .none, .timing, .timers, .keyed("fired", ""), isTallied: false)
    case .tie: EffectRow("tie", .plain, .others, .order, .tie, .keyed("chosen", "over"), isTallied: false)
    }
  }

  /// Whether it changes something that lasts, so that a difference can be carried on by later steps.
  var isStateful: Bool { row.payload == .chain }
}

/// How the effects of one kind are written, compared and counted.
struct EffectRow {
  /// The name that stands behind the word of a line.
  enum Name {
    case none, plain, quoted
  }

  /// What an effect says beside its name.
  enum Payload: Equatable {
    case none
    /// The values that a region or field took one after the other.
    case chain
    case value
    /// What a service is asked; null is nothing.
    case input
    /// A value, or none.
    case optional
    /// A value with members.
    case record
    /// A text in quotes.
    case text
    /// The name of a page.
    case word
    /// Prose behind a colon, with its label.
    case reason(String)
    /// `ok`, `fail` or `error`, and a value; null is nothing.
    case outcome
    /// Title, message and buttons.
    case alert
    /// Virtual milliseconds.
    case delay
    /// The names of works.
    case others
  }

  /// How it stands under its key in the line of a trace.
  enum Layout {
    /// Among the members of `set` or `to`.
    case folded
    /// `{"NAME":PAYLOAD}`, or the name where there is no payload.
    case entry
    /// The payload, or the name where there is none.
    case bare
    /// `{"KEY":NAME,"KEY":PAYLOAD}`
    case keyed(String, String)
    /// `{"KEY":PAYLOAD}`, with null for what closes.
    case screen(String)
  }

  /// What a line begins with, before the name.
  let word: String
  let name: Name
  let payload: Payload
  /// The class of one that only one side has.
  let differenceClass: DifferenceClass
  /// The class of one that both sides have with different payloads.
  let changeClass: DifferenceClass
  /// The key under which it stands in a trace.
  let key: EffectKey
  let layout: Layout
  /// Whether it is counted over the whole run, so that 'one push instead of two' is said wherever the pushes stand.
  let isTallied: Bool
  /// Whether a version can be without it, so that it says so once. What is about the run itself is told at its place.
  let canBeLacking: Bool

  fileprivate init(
    _ word: String, _ name: Name, _ payload: Payload, _ differenceClass: DifferenceClass, _ key: EffectKey,
    _ layout: Layout, changed changeClass: DifferenceClass? = nil, isTallied: Bool = true, canBeLacking: Bool = true
  ) {
    self.word = word
    self.name = name
    self.payload = payload
    self.differenceClass = differenceClass
    self.changeClass = changeClass ?? differenceClass
    self.key = key
    self.layout = layout
    self.isTallied = isTallied && payload != .chain
    self.canBeLacking = canBeLacking && differenceClass != .fault
  }

  /// The names of the payload's parts; an empty one is the payload itself.
  var labels: [String] {
    switch payload {
    case .none: []
    case .chain, .value, .input, .optional, .record, .text, .word: [""]
    case .reason(let label): [label]
    case .outcome: ["outcome", ""]
    case .alert: ["title", "message", "buttons"]
    case .delay: ["delay"]
    case .others: ["over"]
    }
  }
}

/// The keys of a turn's effects, in the order in which a trace has them.
enum EffectKey: String, CaseIterable {
  case set, to, outputs, requests, timers, stored, logged, notified, refused, broken, tie, limit, crash

  /// The keys whose order among each other means nothing.
  static let unordered = allCases.filter { ![.set, .to, .outputs, .requests, .timers].contains($0) }

  /// The kinds that stand under the key.
  var kinds: [Reaction.Kind] { EffectKey.kindsByKey[self] ?? [] }

  private static let kindsByKey = Dictionary(grouping: Reaction.Kind.allCases) { $0.row.key }
}
