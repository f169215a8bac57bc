import Turns

/// An effect with its offset, in the form that is printed and compared. All changes of one field in a turn are one
/// reaction.
package struct Reaction: Sendable {
  package struct Subject: Hashable, Sendable {
    package var kind: Effect.Kind
    /// Empty if the kind needs no name.
    package var name: Name

    package init(_ kind: Effect.Kind, _ name: Name = "") {
      self.kind = kind
      self.name = name
    }
  }

  package var subject: Subject
  /// Since the step's stimulus, in milliseconds.
  package var offset: Int
  /// Nil for an initial value. Not compared, because it follows from earlier reactions.
  package var old: Value?
  /// The work that caused the turn; nil in the stimulus's turn. Not compared.
  package var origin: Origin?
  /// The successive values of a region or field, else one value for each part of the payload.
  package var values: [Value]

  init(_ kind: Effect.Kind, _ values: [Value]) { self.init(kind, "", values) }

  package init(_ kind: Effect.Kind, _ name: Name = "", at offset: Int = 0, old: Value? = nil, _ values: [Value] = []) {
    subject = Subject(kind, name)
    self.offset = offset
    self.old = old
    self.values = values
  }

  package func hasContent(of other: Reaction) -> Bool { subject == other.subject && values == other.values }

  /// Whether an observer cannot distinguish them.
  package func looksLike(_ other: Reaction) -> Bool { offset == other.offset && hasContent(of: other) }

  package var content: Value { .list([.string(subject.kind.rawValue), .string(subject.name.text), .list(values)]) }
}

extension Reaction {
  /// The observable form of an effect; nil for a tie, and for an assignment that leaves the field equal.
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

extension Reaction: Hashable {
  package static func == (left: Reaction, right: Reaction) -> Bool { left.looksLike(right) && left.old == right.old }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
    hasher.combine(offset)
    hasher.combine(old)
    hasher.combine(values)
  }
}

/// The due work that caused a reaction's turn. If only one run requested it, only that run has the turn.
package struct Origin: Hashable, Sendable {
  package var source: Cause.Source
  package var name: Name

  init?(_ cause: Cause) {
    switch cause.source {
    case .open, .user: return nil
    case .reply: name = Name(cause.target)
    case .timer, .delay, .hop: name = Name(cause.event)
    }
    source = cause.source
  }
}

extension Reaction.Subject {
  /// `total` of `items[3].total`, `fetch` of `fetch'2`.
  package var lastName: String {
    let name = name.text.withoutRows.withoutOrdinal
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }
}

extension String {
  /// `items[3].total` and `items[#3238'2].total` as `items[*].total`.
  package var withoutRows: String {
    guard utf8.contains(UInt8(ascii: "[")) else { return self }
    var bytes: [UInt8] = []
    var isInside = false
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "["):
        bytes += Array("[*]".utf8)
        isInside = true
      case UInt8(ascii: "]"): isInside = false
      default: if !isInside { bytes.append(byte) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
