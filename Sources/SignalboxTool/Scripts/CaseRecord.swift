import Traces
import Transcripts

/// What a case did, line by line, for comparison with another run of it.
struct CaseRecord: Sendable {
  struct Line: Sendable {
    /// The line of the command, or of `%case`, counted from one.
    var number: Int
    /// As a transcript holds it.
    var text: String
  }

  var path: String
  /// The line of `%case`, counted from one.
  var line: Int
  var lines: [Line]

  init(_ result: CaseResult, of transcript: Transcript, in path: String) {
    self.path = path
    line = result.line
    let transcriptCase = transcript.caseIndex(atLine: result.line).map { transcript.cases[$0] }
    lines = result.blocks.enumerated().flatMap { place, block in
      let number = transcriptCase?.line(at: place) ?? result.line
      return block.actual.map { Line(number: number, text: "| \($0)") }
    }
    if case .error(let error) = result.verdict {
      lines.append(Line(number: error.place.line, text: "error: \(error.sentence)".escapedForDisplay))
    }
  }

  /// The first line in which another run of the case differs; nil where none does.
  func difference(from other: CaseRecord) -> SecondRunDifference? {
    for index in 0..<max(lines.count, other.lines.count) {
      let (own, its) = (index < lines.count ? lines[index] : nil, index < other.lines.count ? other.lines[index] : nil)
      if let own, let its, own.number == its.number, own.text.utf8.elementsEqual(its.text.utf8) { continue }
      let number = min(own?.number ?? .max, its?.number ?? .max)
      return SecondRunDifference(line: number, first: text(own, at: number), second: text(its, at: number))
    }
    return nil
  }

  /// A line of the command; nil where it came to nothing more.
  private func text(_ line: Line?, at number: Int) -> String? { line.flatMap { $0.number == number ? $0.text : nil } }
}

// MARK: Between processes

extension CaseRecord {
  /// The lines by which a process hands it to another.
  var sent: [String] {
    ["case \(line) \(path.escapedForDisplay)"] + lines.map { "\($0.number) \($0.text)" } + ["end"]
  }

  /// Reads what `sent` wrote; nil where it ends before.
  init?(from next: () -> String?) {
    guard let head = next().flatMap({ Self.numbered($0, behind: "case ") }) else { return nil }
    (line, path) = (head.number, head.text)
    lines = []
    while let text = next() {
      if text == "end" { return }
      guard let line = Self.numbered(text, behind: "") else { return nil }
      lines.append(line)
    }
    return nil
  }

  private static func numbered(_ text: String, behind prefix: String) -> Line? {
    guard text.utf8.starts(with: prefix.utf8) else { return nil }
    let rest = text.utf8.dropFirst(prefix.utf8.count)
    guard let blank = rest.firstIndex(of: UInt8(ascii: " ")), let number = Int(Substring(rest[..<blank])) else {
      return nil
    }
    return Line(number: number, text: String(Substring(rest[rest.index(after: blank)...])))
  }
}
