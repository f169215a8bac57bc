/// What a case shows in full, and what it leaves out: the paths of `%expand` and `%mute`.
package struct OutputPaths: Hashable, Sendable {
  package var expanded: PathSelection
  package var muted: PathSelection

  package init(expanded: PathSelection = PathSelection(), muted: PathSelection = PathSelection()) {
    self.expanded = expanded
    self.muted = muted
  }

  /// Both selections together.
  package func joined(with other: OutputPaths) -> OutputPaths {
    OutputPaths(
      expanded: PathSelection(expanded.paths + other.expanded.paths),
      muted: PathSelection(muted.paths + other.muted.paths))
  }
}
