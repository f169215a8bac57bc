import Files
import Traces
import Transcripts

struct CaseListing {
  let selection: CaseSelection
  let jobs: Int
  let streams: Streams
  private(set) var total = CaseTotal()
  private(set) var exitCode = ExitCode.agreed

  private struct Listed: Sendable {
    var lines: [String] = []
    var all = 0
    var problems: [Diagnostic] = []
  }

  mutating func run(_ named: NamedTranscripts, mayBeEmpty: Bool) throws -> ExitCode {
    total = named.leftOut
    var workers: [Void] = Array(repeating: (), count: jobs)
    var rest = named.entries[...]
    while !rest.isEmpty {
      let entries = Array(rest.prefix(SuiteRun.filesAtOnce))
      rest = rest.dropFirst(entries.count)
      let listed = mapSideBySide(entries, &workers) { [selection] entry, _ in Self.listed(entry, by: selection) }
      for listed in listed { try tell(listed) }
    }
    guard total.files > 0 || mayBeEmpty || exitCode != .agreed else {
      throw Diagnostic.noneSelected(of: total.casesLeftOut)
    }
    try streams.say(total.text)
    return exitCode
  }

  private mutating func tell(_ listed: Listed) throws {
    try streams.say(listed.lines)
    exitCode = exitCode.combined(with: streams.report(listed.problems))
    if listed.problems.isEmpty { total.add(listed.lines.count, of: listed.all) }
  }

  private static func listed(_ entry: NamedTranscripts.Entry, by selection: CaseSelection) -> Listed {
    switch entry {
    case .refused(let file): return Listed(problems: file.problems)
    case .transcript(let named):
      do throws(InputProblems) {
        let selected = try TranscriptFile.read(named.path).cases(selection, of: named)
        let path = named.path.escapedForDisplay
        let lines = selected.cases.map { "\(path):\($0.line): \($0.title.escapedForDisplay)" }
        return Listed(lines: lines, all: selected.namedCount)
      } catch {
        return Listed(problems: error.diagnostics)
      }
    }
  }
}

/// One of several parts of a suite, for parallel machines.
struct Shard: Sendable {
  /// From 0.
  let index: Int
  let count: Int

  static let mostCount = 1_000

  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.number(String(Substring(parts[0]))),
      let count = Self.number(String(Substring(parts[1])))
    else { return nil }
    self.init(index: index - 1, of: count)
  }

  /// From `TEST_SHARD_INDEX`, counted from 0, and `TEST_TOTAL_SHARDS`, which runners such as Bazel set; nil if
  /// unset.
  static func ofEnvironment() throws(Diagnostic) -> Shard? {
    guard let total = environmentVariable("TEST_TOTAL_SHARDS") else { return nil }
    let index = environmentVariable("TEST_SHARD_INDEX")
    guard let count = number(total), let number = index.flatMap(number), let shard = Shard(index: number, of: count)
    else {
      throw Diagnostic(
        code: "E1121",
        sentence:
          "TEST_SHARD_INDEX is '\(index ?? "")' and TEST_TOTAL_SHARDS is '\(total)'; the first counts from 0 and is "
          + "below the second, which is at most \(mostCount)")
    }
    return shard
  }

  private init?(index: Int, of count: Int) {
    guard (1...Self.mostCount).contains(count), (0..<count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// Creates `TEST_SHARD_STATUS_FILE`, by which Bazel detects support for shards.
  static func answerEnvironment() throws(FileError) {
    guard let path = environmentVariable("TEST_SHARD_STATUS_FILE"), !path.isEmpty else { return }
    try replaceFile(at: path, with: "")
  }

  /// Adjacent cases go to different parts, because cases of a file often have similar run times.
  func holds(_ place: Int) -> Bool { place % count == index }
}
