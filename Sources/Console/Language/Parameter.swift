/// An argument of a verb: how it is shown, and where its completions come from.
package struct Parameter: Hashable, Sendable, CustomStringConvertible {
  /// What can stand there.
  package enum Kind: Hashable, Sendable {
    case machine
    /// A control that takes text.
    case textControl
    case control
    /// A field that can be assigned.
    case assignableField
    case path
    case input
    /// A value of the thing that the first argument names.
    case value
    case button
    case request
    case outcome
    case service
    case answer
    /// `late` and `once`.
    case serviceFlag
    case duration
    case count
    case work
    case command
    /// What a search is to lead to.
    case expression
    /// Options of a search, any number of these.
    case options([SearchOption])
    /// A whole command that drives.
    case line
    case title
    case file
    case newBranch
    case branch
    /// A branch beside the one that is driven.
    case otherBranch
    /// A variant of the open machine beside it.
    case otherVariant
    case topic
    case diagramFormat
    /// In which order observers are told.
    case observerOrder
    /// An option of an observation.
    case observation
    /// Something about the prompt that can be turned on and off.
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

  /// The flags that may stand before it: `--force` of `[--force] FILE`.
  var flags: [String] {
    name.utf8.split { [UInt8(ascii: " "), UInt8(ascii: "["), UInt8(ascii: "]")].contains($0) }
      .map { String(Substring($0)) }.filter { $0.utf8.starts(with: "--".utf8) }
  }

  /// What stands behind the flags: `FILE` of `[--force] FILE`.
  var place: String {
    let words = name.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    return words.filter { !$0.utf8.starts(with: "[--".utf8) }.joined(separator: " ")
  }

  package var description: String { isOptional ? "[\(name)]" : name }
}
