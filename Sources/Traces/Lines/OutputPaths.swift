/// What a case shows in full, and what it leaves out: the paths of `%expand` and `%mute`.
package struct OutputPaths: Hashable, Sendable {
  package var expanded: PathSelection
  package var muted: PathSelection

  package init(expanded: PathSelection = PathSelection(), muted: PathSelection = PathSelection()) {
    self.expanded = expanded
    self.muted = muted
  }

  /// The lines of a transcript that say so.
  package var directives: [String] {
    expanded.paths.map { "%expand \($0)" } + muted.paths.map { "%mute \($0)" }
  }

  /// Both selections together.
  package func joined(with other: OutputPaths) -> OutputPaths {
    OutputPaths(
      expanded: PathSelection(expanded.paths + other.expanded.paths),
      muted: PathSelection(muted.paths + other.muted.paths))
  }
}
