/// What a reader of a drawing sees, whatever the format.
struct ParsedDiagram: Equatable {
  struct State: Equatable {
    var id: String
    /// The name and what stands below it, without blanks: where lines break is no part of it.
    var label: String
    var parent: String?
  }

  /// In the order of the drawing.
  var states: [State] = []
  /// `s1 -> s2: login`, sorted; those that begin or end at a dot say `*`.
  var edges: [String] = []
  /// The activities and staying transitions, one text for each state that has any.
  var notes: [String: [String]] = [:]
  /// Sorted.
  var active: [String] = []
  var forks: [String] = []

  mutating func sort() {
    edges.sort()
    active.sort()
    forks.sort()
  }
}

/// A line that a format's grammar does not have.
struct SyntaxFault: Error, CustomStringConvertible {
  var line: String
  var description: String { "no grammar for: \(line)" }
}

extension String {
  var withoutBlanks: String { String(String.UnicodeScalarView(unicodeScalars.filter { $0 != " " })) }

  /// What stands between a beginning and an end, scalar by scalar.
  func between(_ start: String, _ end: String = "") -> String? {
    let scalars = Array(unicodeScalars)
    let (head, tail) = (Array(start.unicodeScalars), Array(end.unicodeScalars))
    guard scalars.count >= head.count + tail.count, scalars.starts(with: head), scalars.suffix(tail.count) == tail[...]
    else { return nil }
    return String(String.UnicodeScalarView(scalars[head.count..<(scalars.count - tail.count)]))
  }

  /// The two parts around the first place of a text.
  func split(at separator: String) -> (String, String)? {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: separator.utf8) {
        return (
          String(decoding: utf8[..<rest.startIndex], as: UTF8.self),
          String(decoding: rest.dropFirst(separator.utf8.count), as: UTF8.self)
        )
      }
      rest.removeFirst()
    }
    return nil
  }

  var isPlainID: Bool {
    !isEmpty && utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
