/// Lines that are shown of a text: pieces as they stand there, in their order, and `…` for what is left out between
/// them.
struct Excerpt {
  private let pieces: [[String]]

  init(_ lines: [String]) {
    pieces = lines.split(omittingEmptySubsequences: false) { ["…", "// …"].contains($0.drop { $0 == " " }) }.map(
      Array.init)
  }

  /// Whether a text has these lines, all of them as far indented or further by the same.
  func stands(in lines: [String]) -> Bool {
    if pieces.contains(where: { $0.allSatisfy(\.isEmpty) }) { return false }
    return stride(from: 0, through: 16, by: 2).contains { stands(in: lines, indentedBy: $0) }
  }

  private func stands(in lines: [String], indentedBy indentation: Int) -> Bool {
    let blanks = String(repeating: " ", count: indentation)
    var rest = lines[...]
    for piece in pieces {
      guard let range = rest.firstRange(of: piece.map { $0.isEmpty ? "" : blanks + $0 }) else { return false }
      rest = rest[range.upperBound...].dropFirst()  // something is left out behind it
    }
    return true
  }
}
