/// A piece of Swift source, as far as a search for names has to tell pieces apart.
struct SwiftToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// An identifier or a keyword.
    case word
    /// An identifier in backticks, which is no keyword.
    case quotedWord
    case number
    /// A string or regex literal, or what is left of one behind an interpolation.
    case literal
    /// Any other character.
    case mark
  }

  var kind: Kind
  /// The identifier without its backticks, or the character; empty for numbers and literals.
  var text: String
  var place: SourceLocation

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isKeyword(_ word: String) -> Bool { kind == .word && text == word }

  /// The identifier that the token is; a keyword is one too.
  var name: String? { kind == .word || kind == .quotedWord ? text : nil }
}
