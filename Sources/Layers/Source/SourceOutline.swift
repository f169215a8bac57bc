/// A source file's declarations, imports and mentions. A type includes its extensions and nested types.
struct SourceOutline: Sendable {
  /// A name at its place: of a type, a member or a module.
  struct Mention: Hashable, Sendable {
    var name: String
    /// The capitalized name before the point: a type, or a module.
    var base: String?
    var place: SourceLocation
  }

  struct Property: Hashable, Sendable {
    var name: String
    var types: [String]
  }

  /// A top-level declaration and its mentions.
  struct Owner: Sendable {
    enum Kind: Hashable, Sendable {
      case type
      case `protocol`
      case `extension`
      case file
    }

    var kind: Kind
    /// The declared name, the extension's dotted names, or the file's path.
    var names: [String]
    var place: SourceLocation
    var inherited: [String] = []
    /// Nested types hide others of the same name.
    var nested: Set<String> = []
    /// Names that may be types.
    var mentions: [Mention] = []
    var properties: [Property] = []
    /// Members read of anything but `self`.
    var accesses: [Mention] = []
  }

  var path: String
  var imports: [Mention] = []
  /// The file itself, then its declarations.
  var owners: [Owner]

  init(path: String, text: String) {
    self.path = path
    owners = [Owner(kind: .file, names: [path], place: SourceLocation(line: 1, column: 1))]
    var reader = OutlineReader(tokens: SwiftLexer.tokens(of: text))
    reader.read(into: &self)
  }
}

/// From one; columns in Unicode scalars.
package struct SourceLocation: Hashable, Sendable, Comparable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  package var description: String { "\(line):\(column)" }
}
