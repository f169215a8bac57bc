import Turns

/// How effects of one kind are printed, encoded, compared and counted.
package struct EffectRow {
  enum Wording {
    case none, plain, quoted
  }

  /// The shape of an effect's payload, with a function that makes the effect.
  enum Payload {
    case nothing(Effect)
    case nameOnly((Name) -> Effect)
    /// The successive values of a region or field, which a trace stores folded.
    case chain
    case value((Name, Value) -> Effect)
    case input((Name, Value) -> Effect)
    case optional((String, Value?) -> Effect)
    case record((Name, [Member]) -> Effect)
    case text((String) -> Effect)
    case word((Name) -> Effect)
    case fault((String) -> Effect)
    case reason(String, (Name, String) -> Effect)
    case outcome((Name, Outcome, Value) -> Effect)
    case alert((String, String, [String]) -> Effect)
    case delay((Name, Int) -> Effect)
    case others((Name, [Name]) -> Effect)
  }

  /// The JSON shape of an effect under its key in a trace line.
  enum Layout {
    case folded
    case entry
    case bare
    /// `{"KEY":NAME,"KEY":PAYLOAD}`
    case keyed(String, String)
    /// A closing effect has a null payload.
    case screen(String)
  }

  package enum Declared: Hashable, Sendable {
    case field, state, subject, service
  }

  let word: String
  let name: Wording
  let payload: Payload
  let key: EffectKey
  let layout: Layout
  package let differenceClass: DifferenceClass
  package let changeClass: DifferenceClass
  /// Whether reports count it over the whole run.
  package let isTallied: Bool
  /// Whether its absence from a whole version is reported once.
  package let canBeLacking: Bool
  /// The declaration that both machines need before this effect is compared; nil for none.
  package let declared: Declared?

  init(
    _ word: String, _ name: Wording, _ payload: Payload, _ key: EffectKey, _ layout: Layout,
    _ differenceClass: DifferenceClass, changed changeClass: DifferenceClass? = nil, isTallied: Bool = true,
    canBeLacking: Bool = true, declared: Declared? = nil
  ) {
    self.word = word
    self.name = name
    self.payload = payload
    self.key = key
    self.layout = layout
    self.differenceClass = differenceClass
    self.changeClass = changeClass ?? differenceClass
    self.isTallied = isTallied
    self.canBeLacking = canBeLacking && differenceClass != .fault
    self.declared = declared
  }

  package var isOfScreen: Bool {
    if case .screen = layout { true } else { false }
  }

  func isOfScreen(_ key: String) -> Bool {
    if case .screen(let own) = layout { Name(own) == key } else { false }
  }
}

extension EffectRow.Payload {
  var isEmpty: Bool {
    switch self {
    case .nothing, .nameOnly: true
    default: false
    }
  }

  /// An empty label means the payload itself.
  var labels: [String] {
    switch self {
    case .nothing, .nameOnly: []
    case .chain, .value, .input, .optional, .record, .text, .word, .fault: [""]
    case .reason(let label, _): [label]
    case .outcome: ["outcome", ""]
    case .alert: ["title", "message", "buttons"]
    case .delay: ["delay"]
    case .others: ["over"]
    }
  }

  /// The inverse of `Reaction.init(of:)`.
  func effect(_ name: String, _ parts: [TraceField]) throws(TraceLine.Problem) -> Effect {
    switch self {
    case .nothing(let effect): effect
    case .nameOnly(let make): make(Name(name))
    case .chain: preconditionFailure("'\(name)' is folded")
    case .value(let make), .input(let make): make(Name(name), parts[0].value)
    case .optional(let make): make(name, parts.first?.value)
    case .record(let make): make(Name(name), try parts[0].members())
    case .text(let make), .fault(let make): make(try parts[0].text())
    case .word(let make): make(Name(try parts[0].text()))
    case .reason(_, let make): make(Name(name), try parts[0].text())
    case .outcome(let make): make(Name(name), try parts[0].outcome(), parts[1].value)
    case .alert(let make): make(try parts[0].text(), try parts[1].text(), try parts[2].texts())
    case .delay(let make): make(Name(name), try parts[0].int())
    case .others(let make): make(Name(name), try parts[0].texts().names)
    }
  }
}

extension Effect.Kind {
  /// An empty label means the payload itself.
  package var labels: [String] { row.payload.labels }
}

/// The severity of a difference, most severe first.
package enum DifferenceClass: String, Hashable, Sendable, CaseIterable {
  /// The runs had different stimuli.
  case stimulus
  case fault
  case transition
  case request
  case refusal
  case value
  case timing
  case order
  case text
}

extension DifferenceClass: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
