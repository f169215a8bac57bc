/// An argument of a verb, for help and completion.
package struct Parameter: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    case machine
    case textControl
    case control
    case assignableField
    case path
    case input
    /// A value for the thing that the first argument names.
    case value
    case button
    case request
    case outcome
    case service
    case answer
    case serviceFlag
    case duration
    case count
    case work
    case command
    case expression
    case options([SearchOption])
    case line
    case title
    case file
    case newBranch
    case branch
    case otherBranch
    case otherVariant
    case topic
    case diagramFormat
    case observerOrder
    case observation
    case setting
    case settingValue
  }

  package let name: String
  package let kind: Kind
  package let isOptional: Bool

  init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }

  /// Its flags: `--force` of `[--force] FILE`.
  var flags: [String] {
    name.utf8.split { [UInt8(ascii: " "), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
      .map { String(Substring($0)) }.filter { $0.utf8.starts(with: "--".utf8) }
  }

  /// Its name without flags: `FILE` of `[--force] FILE`.
  var place: String {
    let words = name.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    return words.filter { !$0.utf8.starts(with: "[--".utf8) }.joined(separator: " ")
  }

  package var description: String { isOptional ? "[\(name)]" : name }
}
