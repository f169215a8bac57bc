import Turns

/// Paths that `%expand` or `%mute` names.
///
/// A path selects itself and everything below it: `items` selects `items[3].total`. A path without an index selects
/// all rows: `items.total` selects the totals of all rows.
package struct PathSelection: Hashable, Sendable {
  package private(set) var paths: [String] = []
  private var patterns: [[Name]] = []
  private var known: Set<Name> = []

  package init(_ paths: [String] = []) {
    for path in paths { add(path) }
  }

  /// A repeated path counts once.
  package mutating func add(_ path: String) {
    guard known.insert(Name(path)).inserted else { return }
    paths.append(path)
    let parts = path.pathParts
    if !parts.isEmpty { patterns.append(parts) }
  }

  package func contains(_ path: String) -> Bool {
    guard !patterns.isEmpty else { return false }
    let parts = path.pathParts
    return patterns.contains { isPrefix($0, of: parts) }
  }

  private func isPrefix(_ pattern: [Name], of parts: [Name]) -> Bool {
    var rest = parts[...]
    for wanted in pattern {
      while let part = rest.first, part != wanted, part.text.utf8.first == UInt8(ascii: "[") { rest.removeFirst() }
      guard rest.popFirst() == wanted else { return false }
    }
    return true
  }
}

extension String {
  /// `items[3].total` as `items`, `[3]`, `total`; a point inside brackets is no separator.
  fileprivate var pathParts: [Name] {
    var parts: [Name] = []
    var part = ""
    var isIndex = false
    for scalar in unicodeScalars {
      if scalar == "." && !isIndex || scalar == "[" && !isIndex {
        if !part.isEmpty { parts.append(Name(part)) }
        part = ""
        if scalar == "." { continue }
        isIndex = true
      }
      part.unicodeScalars.append(scalar)
      guard scalar == "]" && isIndex else { continue }
      parts.append(Name(part))
      part = ""
      isIndex = false
    }
    if !part.isEmpty { parts.append(Name(part)) }
    return parts
  }
}

package struct OutputPaths: Hashable, Sendable {
  /// Paths whose values, chains and rows are never folded.
  package var expanded: PathSelection
  package var muted: PathSelection

  package init(expanded: PathSelection = PathSelection(), muted: PathSelection = PathSelection()) {
    self.expanded = expanded
    self.muted = muted
  }

  package func joined(with other: OutputPaths) -> OutputPaths {
    OutputPaths(
      expanded: PathSelection(expanded.paths + other.expanded.paths),
      muted: PathSelection(muted.paths + other.muted.paths))
  }
}
