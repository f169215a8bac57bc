/// An argument of a verb: how it is shown, and where its completions come from.
public struct Parameter: Hashable, Sendable, CustomStringConvertible {
  /// What can stand there.
  public enum Kind: Hashable, Sendable {
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
    case duration
    case count
    case work
    case command
    /// A whole command that drives.
    case line
    case title
    case file
    case newBranch
    case branch
    case topic
    case diagramFormat
    /// An option of an observation.
    case observation
  }

  public let name: String
  public let kind: Kind
  public let isOptional: Bool

  init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }

  public var description: String { isOptional ? "[\(name)]" : name }
}
