import Console
import Files
import Statecharts
import Traces
import Transcripts

/// Runs the cases again in another process with another hash seed, to compare the results.
final class SecondRun {
  static let option = "second-run"

  private let process: ChildProcess

  /// Starts this program again with the same arguments.
  init(_ arguments: [String]) throws(Diagnostic) {
    let command = arguments.firstIndex(of: "replay") ?? 0
    var arguments = arguments
    arguments.insert("--\(Self.option)", at: command + 1)
    do throws(FileError) {
      // Without this variable each process has its own hash seed.
      process = try ChildProcess(
        ownProgram ?? arguments[0], arguments, without: "SWIFT_DETERMINISTIC_HASHING")
    } catch {
      throw Diagnostic(
        code: "E4204", sentence: "the second run cannot be started: \(error.message); '--once' skips it",
        exitCode: .environment)
    }
  }

  /// Nil if equal. Call it in the order of the run.
  ///
  /// - Throws: If the second run did not reach the end of this case.
  func difference(from result: CaseResult, in path: String) throws(Diagnostic) -> SecondRunDifference? {
    let other = next()
    guard let other, other[0].hasBytes(of: Self.head(of: result, in: path)) else {
      throw Diagnostic(
        code: "E4205", path: path, place: SourcePlace(line: result.line, column: 1),
        sentence: "the second run did not reach the end of this case\(ended(other == nil)); "
          + "see its output above, or skip the second run with '--once'",
        exitCode: .environment)
    }
    return Self.difference(of: result.record, and: Array(other.dropFirst()))
  }

  private func ended(_ isAtEnd: Bool) -> String { isAtEnd ? ", and ended with \(process.wait())" : "" }

  // MARK: Between the processes

  static func lines(of result: CaseResult, in path: String) -> [String] {
    [head(of: result, in: path)] + result.record + ["end"]
  }

  private static func head(of result: CaseResult, in path: String) -> String {
    "case \(result.line) \(path.escapedForDisplay)"
  }

  /// Nil if the output ends early or contains other text.
  private func next() -> [String]? {
    var lines: [String] = []
    while let line = process.lines.next().flatMap({ try? $0.text.get() }) {
      if lines.isEmpty {
        guard line.utf8.starts(with: "case ".utf8) else { return nil }
      } else if line == "end" {
        return lines
      } else if Self.numbered(line) == nil {
        return nil
      }
      lines.append(line)
    }
    return nil
  }

  private static func difference(of first: [String], and second: [String]) -> SecondRunDifference? {
    for index in 0..<max(first.count, second.count) {
      let lines = [first, second].map { index < $0.count ? $0[index] : nil }
      if let own = lines[0], let its = lines[1], own.hasBytes(of: its) { continue }
      let found = lines.map { $0.flatMap(numbered) }
      let number = found.compactMap { $0?.number }.min() ?? 0
      // A run at a later command printed nothing more here.
      let texts = found.map { line in line.flatMap { $0.number == number ? $0.text : nil } }
      return SecondRunDifference(line: number, first: texts[0], second: texts[1])
    }
    return nil
  }

  private static func numbered(_ line: String) -> (number: Int, text: String)? {
    guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    return Int(line[..<blank]).map { ($0, String(Substring(line.utf8[blank...].dropFirst()))) }
  }
}

extension ReplayReport {
  /// Each line starts with the line number of its command, or of `%case`.
  func record(of result: CaseResult) -> [String] {
    let transcriptCase = transcriptCase(of: result)
    var lines = result.blocks.enumerated().flatMap { place, block in
      let number = transcriptCase?.line(at: place) ?? result.line
      return block.actual.map { "\(number) | \($0)" }
    }
    if case .error(let error) = result.verdict {
      lines.append("\(error.place.line) " + "error: \(error.sentence)".escapedForDisplay)
    }
    return lines
  }
}

/// Nondeterministic cases, found before an update writes files.
struct UnsteadyCases: Sendable {
  private struct Place: Hashable {
    var path: [UInt8]
    var line: Int
  }

  private var differences: [Place: SecondRunDifference] = [:]

  init() {}

  /// Throws if the second run ended early.
  init(
    _ entries: [NamedTranscripts.Entry], _ replay: FileReplay, on runner: ConsoleRunner, jobs: Int,
    besides second: SecondRun
  ) throws {
    var replay = replay
    replay.keepsRecords = true
    var suite = SuiteRun(replay, on: runner, jobs: jobs)
    try suite.run(entries) { file in
      for result in file.cases {
        let place = Place(path: Array(file.path.utf8), line: result.line)
        differences[place] = try second.difference(from: result, in: file.path)
      }
    }
  }

  func difference(ofCaseAt line: Int, in path: String) -> SecondRunDifference? {
    if differences.isEmpty { return nil }
    return differences[Place(path: Array(path.utf8), line: line)]
  }
}
