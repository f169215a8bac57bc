/// Up to where a case is in a file.
struct SavedPath: Hashable, Sendable {
  /// The node in which it stood.
  var node: Int
  /// How many looks its path kept.
  var keptCount: Int
}

extension CaseRun {
  mutating func countAsSaved() {
    saved = SavedPath(node: tree.position, keptCount: tree.keptCount)
  }

  /// How many commands lead to where it stands, if no file holds them all; what was undone is no work to be kept.
  var unsavedCount: Int {
    guard tree.depth > 0 else { return 0 }
    guard let saved else { return tree.depth }
    if saved.node == tree.position { return saved.keptCount >= tree.keptCount ? 0 : tree.depth }
    let isBehind = tree.depth(of: saved.node) > tree.depth && tree.path(to: saved.node).contains(tree.position)
    return isBehind ? 0 : tree.depth
  }
}
