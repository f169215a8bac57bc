import Turns

/// A value as a text describes it: exactly, by name, folded, or by what it must be like.
///
/// It is what a transcript expects and, read from an output line, what there was. A pattern without anything but
/// literals inside is always `.value`, whatever its depth.
package indirect enum ValuePattern: Hashable, Sendable {
  case value(Value)
  /// Elements in order; a partial list, `["a", ...]`, may have more.
  case list([ValuePattern], isPartial: Bool)
  /// Members; a partial record, `{name: "a", ...}`, may have more.
  case record([MemberPattern], isPartial: Bool)
  case enumeration(String, [MemberPattern])
  case folded(FoldedValue)
  /// A reference to a named value, without its `$`: `right`, `password.right`.
  case named(String)
  /// What stands between `<` and `>`: `<any>`, `<string as sid>`, `<=sid>`, `<glob "用户*">`; also values without a
  /// text, such as `<secret>` and `<ref 3>`.
  case marker([MarkerToken])
}

/// A member of a record or an enumeration's payload in a pattern.
package struct MemberPattern: Hashable, Sendable {
  package var name: Name
  package var pattern: ValuePattern

  package init(_ name: Name, _ pattern: ValuePattern) {
    self.name = name
    self.pattern = pattern
  }
}

/// A word, a literal or an equals sign between `<` and `>`.
package enum MarkerToken: Hashable, Sendable {
  case word(String)
  /// A text or a number.
  case literal(Value)
  case equals
}
