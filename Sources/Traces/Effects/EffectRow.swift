import Turns

/// How the effects of one kind are written, read, compared and counted.
package struct EffectRow {
  /// The name behind the word of a line.
  enum Wording {
    case none, plain, quoted
  }

  /// What an effect has beside its name, and the effect that a name and a payload make.
  enum Payload {
    /// Neither a name nor a payload.
    case nothing(Effect)
    case nameOnly((Name) -> Effect)
    /// The values that a region or field had one after the other. A trace has them folded.
    case chain
    case value((Name, Value) -> Effect)
    /// The input of a service; null for none.
    case input((Name, Value) -> Effect)
    /// A value, or none.
    case optional((String, Value?) -> Effect)
    /// A value with members.
    case record((Name, [Member]) -> Effect)
    /// A text in quotes.
    case text((String) -> Effect)
    /// The name of a page.
    case word((Name) -> Effect)
    /// Prose behind a colon.
    case fault((String) -> Effect)
    /// Prose behind a colon, with its label.
    case reason(String, (Name, String) -> Effect)
    /// `ok`, `fail` or `error`, and a value; null for none.
    case outcome((Name, Outcome, Value) -> Effect)
    /// Title, message and buttons.
    case alert((String, String, [String]) -> Effect)
    /// Virtual milliseconds.
    case delay((Name, Int) -> Effect)
    /// The names of works.
    case others((Name, [Name]) -> Effect)
  }

  /// How it is written under its key in the line of a trace.
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

  /// The part of a definition that declares the name of an effect.
  package enum Declared: Hashable, Sendable {
    case field, state, subject, service
  }

  /// The first word of a line, before the name.
  let word: String
  let name: Wording
  let payload: Payload
  /// Its key in a trace.
  let key: EffectKey
  let layout: Layout
  /// The class of an effect that only one of two runs has.
  package let differenceClass: DifferenceClass
  /// The class of an effect that both runs have with different payloads.
  package let changeClass: DifferenceClass
  /// Whether it is counted over the whole run, for reports such as 'one push instead of two'.
  package let isTallied: Bool
  /// Whether a version can be without it, which is then reported once. A fault of the run is reported at its place.
  package let canBeLacking: Bool
  /// What two machines both have to declare to be compared by it; nil for what needs no declaration.
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

  /// Whether the screen does it.
  package var isOfScreen: Bool {
    if case .screen = layout { true } else { false }
  }

  /// Whether it is written under a key of the screen among the outputs.
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

  /// The names of the parts; an empty one is the payload itself.
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

  /// The effect of a name and the parts of a payload that a trace has; the inverse of `Reaction.init(of:)`.
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
  /// The names of the payload's parts; an empty one is the payload itself.
  package var labels: [String] { row.payload.labels }
}

/// How grave a difference is, gravest first.
package enum DifferenceClass: String, Hashable, Sendable, CaseIterable {
  /// The runs were not driven alike.
  case stimulus
  /// A crash, a limit that was reached, a property that broke.
  case fault
  /// Another state, or another page on the navigation stack.
  case transition
  /// What is asked of the outside world, how it answers, and what becomes of the answer.
  case request
  /// A stimulus that one takes and the other does not, or not for the same reason.
  case refusal
  /// What fields, outputs, the store and the screen show.
  case value
  /// When something happens, and the timers.
  case timing
  /// The same things at one instant in another order.
  case order
  /// The words of an alert, a HUD or a tip.
  case text
}

extension DifferenceClass: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .stimulus: 0
    case .fault: 1
    case .transition: 2
    case .request: 3
    case .refusal: 4
    case .value: 5
    case .timing: 6
    case .order: 7
    case .text: 8
    }
  }
}
