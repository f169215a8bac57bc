/// What a source file declares, imports and mentions.
///
/// Types are the unit: everything inside a type, in its extensions and in the types nested in it is its own. What stands
/// outside of every type is the file's.
struct SourceOutline: Sendable {
  struct Import: Hashable, Sendable {
    var module: String
    var place: SourceLocation
  }

  /// A name that may be a type's.
  struct Mention: Hashable, Sendable {
    var name: String
    /// The name with a capital before the point that the name stands behind: a type, or a module.
    var base: String?
    var place: SourceLocation
  }

  /// A stored or computed property and the names in its type.
  struct Property: Hashable, Sendable {
    var name: String
    var types: [String]
  }

  /// A declaration outside of every other, and what is mentioned in it.
  struct Owner: Sendable {
    enum Kind: Hashable, Sendable {
      /// A class, structure, enumeration, actor or type alias.
      case type
      case `protocol`
      /// An extension, which belongs to the type that it names.
      case `extension`
      /// The file itself.
      case file
    }

    var kind: Kind
    /// The name that is declared, or the names that an extension joins by points; the file's path.
    var names: [String]
    var place: SourceLocation
    /// The types that it inherits from and conforms to.
    var inherited: [String] = []
    /// The names of types that are declared inside, which hide others of that name.
    var nested: Set<String> = []
    var mentions: [Mention] = []
    var properties: [Property] = []
    /// Members that are read of anything but `self`.
    var accesses: [Mention] = []
  }

  var path: String
  var imports: [Import] = []
  /// The file itself, then its declarations in order.
  var owners: [Owner]

  init(path: String, text: String) {
    self.path = path
    owners = [Owner(kind: .file, names: [path], place: SourceLocation(line: 1, column: 1))]
    var reader = OutlineReader(tokens: SwiftLexer.tokens(of: text))
    reader.read(into: &self)
  }
}

/// A place in a source file; lines and columns count from one, columns in Unicode scalars.
package struct SourceLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  package var description: String { "\(line):\(column)" }
}
