/// A place that breaks a rule of the repository, with what would mend it.
struct Violation: Hashable, CustomStringConvertible {
  let path: String
  /// Counted from 1; 0 when the rule is about the file as a whole.
  let line: Int
  let message: String

  var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}

extension [Violation] {
  /// The violations one per line, as a failing test prints them.
  var report: String { "\n" + map(\.description).joined(separator: "\n") }
}
