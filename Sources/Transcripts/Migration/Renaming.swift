import Traces

/// What a name is of.
package enum NameRole: String, CaseIterable, Sendable {
  case field, state, event, control, service, subject

  /// `a field`, `an event`.
  var counted: String { self == .event ? "an event" : "a \(rawValue)" }
}

/// A new name for an old one.
package struct Renaming: Hashable, Sendable {
  /// What is renamed; nil for whatever has the name.
  package var role: NameRole?
  package var old: String
  package var new: String

  /// Every role, where that was said.
  static let any = "any"

  /// Whether it says of what the name is: `field:name=userName`, or `any:name=userName`.
  package var isExplicit: Bool

  /// Reads `old=new`, `field:old=new` or `any:old=new`.
  ///
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(RenamingProblem) {
    let sides = text.utf8.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw RenamingProblem("'\(text)' is no renaming; write OLD=NEW") }
    let parts = sides[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    let word = parts.count == 2 ? parts[0] : nil
    role = word.flatMap(NameRole.init)
    isExplicit = word != nil
    old = parts.last ?? ""
    new = String(Substring(sides[1]))
    let roles = NameRole.allCases.map(\.rawValue) + [Self.any]
    guard parts.count <= 2, word == nil || role != nil || word == Self.any else {
      throw RenamingProblem(
        "'\(word ?? text)' is nothing that has a name; write one of \(roles.joined(separator: ", "))")
    }
    for name in [old, new] where !name.isIdentifier {
      throw RenamingProblem("'\(name)' is not a name; use letters, digits and '_', a letter first")
    }
    guard old != new else { throw RenamingProblem("'\(old)' is called so already; write another name") }
  }

  /// The way back.
  var reversed: Renaming {
    var reversed = self
    (reversed.old, reversed.new) = (new, old)
    return reversed
  }

  /// Whether it renames a name of some role; nil is the role of a name in prose.
  func renames(_ name: String, as role: NameRole?) -> Bool {
    name == old && (role == nil || self.role == nil || role == self.role)
  }
}

/// Why names cannot be renamed.
package struct RenamingProblem: Error, Sendable {
  package var sentence: String
  /// The line that shows it, counted from one; nil where none does.
  package var line: Int?

  init(_ sentence: String, line: Int? = nil) {
    self.sentence = sentence
    self.line = line
  }
}
