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
  /// The table of effects: how those of each kind are written.
  ///
  /// A new effect is a case of `Effect` with its `kind`, a kind with its row here, and its two lines in `Reaction+Effect`.
  /// `ComparisonTable` of the module `Differences` says how it is compared, `ComparisonScope` which name two machines have to share
  /// for that, and `SequenceChart` how it is drawn.
  var row: EffectRow {
    switch self {
    case .crash: EffectRow("crash", .none, .reason(""), .crash, .bare)
    case .limit: EffectRow("limit", .plain, .reason("detail"), .limit, .keyed("name", "detail"))
    case .broken: EffectRow("broken", .quoted, .none, .broken, .bare)
    case .transition: EffectRow("", .plain, .chain, .to, .folded)
    case .push: EffectRow("push", .none, .word, .outputs, .screen("push"))
    case .pop: EffectRow("pop", .none, .word, .outputs, .screen("pop"))
    case .request: EffectRow("request", .plain, .input, .requests, .keyed("start", "input"))
    case .reply: EffectRow("reply", .plain, .outcome, .requests, .keyed("end", "value"))
    case .cancelled: EffectRow("cancelled", .plain, .none, .requests, .keyed("cancel", ""))
    case .late: EffectRow("late", .plain, .outcome, .requests, .keyed("late", "value"))
    case .refused: EffectRow("refused", .plain, .reason("reason"), .refused, .entry)
    case .field: EffectRow("", .plain, .chain, .set, .folded)
    case .output: EffectRow("", .plain, .value, .outputs, .entry)
    case .store: EffectRow("store", .plain, .value, .stored, .entry)
    case .log: EffectRow("log", .quoted, .optional, .logged, .entry)
    case .notify: EffectRow("notify", .plain, .record, .notified, .entry)
    case .alert: EffectRow("alert", .none, .alert, .outputs, .screen("alert"))
    case .alertClosed: EffectRow("alert closed", .none, .none, .outputs, .screen("alert"))
    case .hud: EffectRow("hud", .none, .text, .outputs, .screen("hud"))
    case .hudClosed: EffectRow("hud closed", .none, .none, .outputs, .screen("hud"))
    case .tip: EffectRow("tip", .none, .text, .outputs, .screen("tip"))
    case .tipClosed: EffectRow("tip closed", .none, .none, .outputs, .screen("tip"))
    case .timerStarted: EffectRow("timer", .plain, .delay, .timers, .keyed("start", "ms"))
    case .timerFired: EffectRow("timer", .plain, .none, .timers, .keyed("fired", ""))
    case .tie: EffectRow("tie", .plain, .others, .tie, .keyed("chosen", "over"))
    }
  }

  /// Whether it changes something that lasts.
  package var isStateful: Bool { row.payload == .chain }

  /// The names of the payload's parts; an empty one is the payload itself.
  package var labels: [String] {
    switch row.payload {
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

/// How the effects of one kind are written.
struct EffectRow {
  /// The name that stands behind the word of a line.
  enum Wording {
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
  let name: Wording
  let payload: Payload
  /// The key under which it stands in a trace.
  let key: EffectKey
  let layout: Layout

  fileprivate init(_ word: String, _ name: Wording, _ payload: Payload, _ key: EffectKey, _ layout: Layout) {
    self.word = word
    self.name = name
    self.payload = payload
    self.key = key
    self.layout = layout
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
