import Turns

/// An effect with its offset, in the one form that all effects have when they are printed and compared.
///
/// The changes of one field, and the moves of one region, within a turn are one reaction, as in a transcript and in a
/// trace file.
package struct Reaction: Sendable {
  /// What is concerned: two reactions with the same subject can be two versions of the same thing.
  package struct Subject: Hashable, Sendable {
    package var kind: Effect.Kind
    /// The region, field, service, subject, timer, key, command or property; empty where the kind alone says it.
    package var name: Name

    package init(_ kind: Effect.Kind, _ name: Name = "") {
      self.kind = kind
      self.name = name
    }
  }

  package var subject: Subject
  /// Milliseconds since the stimulus of its step.
  package var offset: Int
  /// What a region or field was before; nil for others, and for what it was when the machine was opened.
  ///
  /// It follows from earlier reactions, and is not part of what is compared.
  package var old: Value?
  /// The work in whose turn it happened; nil in the turn of the stimulus. It is not part of what is compared.
  package var origin: Origin?
  /// The payload: the values that a region or field took one after the other, else one for each part that the
  /// kind has.
  package var values: [Value]

  init(_ kind: Effect.Kind, _ values: [Value]) { self.init(kind, "", values) }

  package init(_ kind: Effect.Kind, _ name: Name = "", at offset: Int = 0, old: Value? = nil, _ values: [Value] = []) {
    subject = Subject(kind, name)
    self.offset = offset
    self.old = old
    self.values = values
  }

  /// Whether both are the same thing with the same payload, at whatever time.
  package func hasContent(of other: Reaction) -> Bool { subject == other.subject && values == other.values }

  /// Whether an observer could not tell one from the other.
  package func looksLike(_ other: Reaction) -> Bool { offset == other.offset && hasContent(of: other) }

  /// What `hasContent` compares, as a value.
  package var content: Value { .list([.string(subject.kind.rawValue), .string(subject.name.text), .list(values)]) }
}

extension Reaction {
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

extension Reaction: Hashable {
  package static func == (left: Reaction, right: Reaction) -> Bool { left.looksLike(right) && left.old == right.old }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
    hasher.combine(offset)
    hasher.combine(old)
    hasher.combine(values)
  }
}

/// The piece of due work whose turn a reaction belongs to.
///
/// What only one run asked for or put off leads to turns that only this run has.
package struct Origin: Hashable, Sendable {
  package var source: Cause.Source
  /// The service whose answer it is, with its ordinal, or the name of the work.
  package var name: Name

  /// The work that caused a turn; nil for a stimulus and for the opening.
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
  /// What its own view model calls it: `total` of `items[3].total`, `fetch` of `fetch'2`.
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
