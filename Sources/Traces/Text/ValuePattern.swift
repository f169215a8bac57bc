import Turns

/// A pattern for a value: exact, named, folded or a marker.
///
/// A pattern that contains only literals is always `.value`, at any depth.
package indirect enum ValuePattern: Hashable, Sendable {
  case value(Value)
  /// A partial list, `["a", ...]`, may have more elements.
  case list([ValuePattern], isPartial: Bool)
  /// A partial record, `{name: "a", ...}`, may have more members.
  case record([MemberPattern], isPartial: Bool)
  case enumeration(String, [MemberPattern])
  case folded(FoldedValue)
  /// Without its `$`: `right`, `password.right`.
  case named(String)
  /// `<any>`, `<string as sid>`, `<=sid>`, `<glob "用户*">`; also values without a literal form, such as `<secret>`
  /// and `<ref 3>`.
  case marker([MarkerToken])
}

package struct MemberPattern: Hashable, Sendable {
  package var name: Name
  package var pattern: ValuePattern

  package init(_ name: Name, _ pattern: ValuePattern) {
    self.name = name
    self.pattern = pattern
  }
}

package enum MarkerToken: Hashable, Sendable {
  case word(String)
  case literal(Value)
  case equals
}
