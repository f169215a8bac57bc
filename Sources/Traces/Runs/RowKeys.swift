import Turns

/// By which of its members each row of a list is known, wherever it stands.
package struct RowKeys: Hashable, Sendable {
  /// The rows of a list are known by what one member of them holds.
  package struct Key: Hashable, Sendable {
    /// A path, with or without the numbers of rows.
    package let list: String
    package let member: String

    package init(list: String, member: String) {
      self.list = list
      self.member = member
    }
  }

  /// What somebody has chosen; the last one counts, and before what is declared.
  package var chosen: [Key] = []
  /// What a machine declares: by the last name of a list, the member by which its rows are known.
  package var declared: [ExactString: String] = [:]

  package init() {}

  /// Whether no row is known by a member.
  package var isEmpty: Bool { chosen.isEmpty && declared.isEmpty }

  /// The member by which the rows of the list at a path are known; nil where they are known by their places.
  package func member(of path: String) -> String? {
    let general = path.withoutRows
    if let key = chosen.last(where: { $0.list.hasBytes(of: path) || $0.list.hasBytes(of: general) }) {
      return key.member
    }
    if declared.isEmpty { return nil }
    return declared[ExactString(Reaction.Subject(.field, general).lastName)]
  }

  /// Whether the rows of some list are known by a member of that name.
  func isKey(_ member: String) -> Bool {
    chosen.contains { $0.member.hasBytes(of: member) } || declared.values.contains { $0.hasBytes(of: member) }
  }
}
