/// What a case shows in full, and what it leaves out: the paths of `%expand` and `%mute`.
public struct OutputPaths: Hashable, Sendable {
  public var expanded: PathSelection
  public var muted: PathSelection

  public init(expanded: PathSelection = PathSelection(), muted: PathSelection = PathSelection()) {
    self.expanded = expanded
    self.muted = muted
  }

  /// The lines of a transcript that say so.
  public var directives: [String] {
    expanded.paths.map { "%expand \($0)" } + muted.paths.map { "%mute \($0)" }
  }

  /// Both selections together.
  public func joined(with other: OutputPaths) -> OutputPaths {
    OutputPaths(
      expanded: PathSelection(expanded.paths + other.expanded.paths),
      muted: PathSelection(muted.paths + other.muted.paths))
  }
}
