import Turns

/// By which of its members each row of a list is known, wherever it stands.
package struct RowKeys: Hashable, Sendable {
  /// What a machine declares: by the last name of a list, the member by which its rows are known.
  package var declared: [ExactString: String] = [:]

  package init() {}

  /// Whether no row is known by a member.
  package var isEmpty: Bool { declared.isEmpty }

  /// The member by which the rows of the list at a path are known; nil where they are known by their places.
  package func member(of path: String) -> String? {
    if declared.isEmpty { return nil }
    return declared[ExactString(Reaction.Subject(.field, path.withoutRows).lastName)]
  }

  /// Whether the rows of some list are known by a member of that name.
  func isKey(_ member: String) -> Bool {
    declared.values.contains { $0.hasBytes(of: member) }
  }
}
