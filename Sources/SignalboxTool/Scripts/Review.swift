import Console
import Files
import Statecharts
import Terminal
import Traces
import Transcripts

struct Review {
  private let tool: Tool
  private let budget: CommandBudget
  private let text: FailureText
  private let usesColor: Bool
  /// Line editing on a terminal; nil to read answers from standard input.
  private let ask: ((_ question: String) -> String?)?
  private let answers = LineReader(descriptor: 0, name: "stdin")
  /// By signature: differences with the same lines share a decision.
  private var decided: [[UInt8]: ReviewAnswer] = [:]
  private var hasQuit = false
  private var counts = Counts()
  private var exitCode = ExitCode.agreed

  /// Limits the cost: each accepted block reads and writes the whole file.
  static let largestCount = 500

  private struct Counts {
    var accepted = 0
    var loosened = 0
    var rejected = 0
    var left = 0

    var summary: String {
      let parts = [(accepted, "accepted"), (loosened, "loosened"), (rejected, "rejected"), (left, "left")]
      let told = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return told.isEmpty ? "nothing to review" : told.joined(separator: ", ")
    }
  }

  init(
    tool: Tool, budget: CommandBudget, usesColor: Bool, ask: ((_ question: String) -> String?)? = nil
  ) {
    self.usesColor = usesColor
    self.tool = tool
    self.ask = ask
    self.budget = budget
    text = FailureText(executable: tool.executable)
  }

  mutating func ask(_ path: String) throws -> ExitCode {
    if let refusal = ContinuousIntegration.refusal(of: "review", to: "review") {
      throw Diagnostic(code: "E1185", path: path, sentence: refusal)
    }
    return try ask(NamedTranscripts([path]), CaseSelection(), in: path)
  }

  /// - Parameter path: The argument that reports name.
  mutating func ask(_ named: NamedTranscripts, _ selection: CaseSelection, in path: String) throws -> ExitCode {
    var replay = TranscriptReplay(
      FileReplay(awaitsOutput: true, text: text), on: ConsoleRunner(catalogue: tool.catalogue, budget: budget), jobs: 1,
      streams: tool.streams)
    try replay.run(named, selection) { report in
      try walk(report)
      // The failed cases were already shown.
      return report.cases.filter { !$0.verdict.isUpdatable }
    }
    replay.requireCases(in: path)
    try show(replay.result.failures.groupedLines)
    try tool.streams.say("\(replay.result.summary); \(counts.summary)")
    let stays = counts.rejected + counts.left > 0
    return ExitCode.gravest([replay.result.exitCode, exitCode, stays ? .differs : .agreed])
  }

  private func show(_ lines: [String]) throws {
    try tool.streams.report(lines, usesColor: usesColor)
  }

  // MARK: One file

  private mutating func walk(_ report: ReplayReport) throws {
    var file = ReviewedFile(report, text, tool.streams)
    var decidedCount = 0
    while !hasQuit, let difference = file.review.next {
      guard decidedCount < Self.largestCount else {
        let left = file.review.undecidedCount.counted("block")
        try tool.streams.say(
          "limit review-blocks: \(Self.largestCount) blocks of \(report.path.escapedForDisplay) were decided on; review it "
            + "again for the other \(left), or accept all with 'replay --update'")
        break
      }
      decidedCount += 1
      if let known = decided[difference.signature] {
        try tool.streams.say("\(difference.failure.place): alike")
        if try !take(known, of: difference, in: &file) { _ = try take(.skip, of: difference, in: &file) }
      } else {
        try show(difference.failure.lines)
        try ask(of: difference, in: &file)
      }
    }
    counts.left += file.review.undecidedCount
  }

  private mutating func ask(of difference: FileReview.Difference, in file: inout ReviewedFile) throws {
    while !hasQuit {
      let answer = try nextAnswer() ?? .quit
      if try take(answer, of: difference, in: &file) { return }
    }
  }

  /// Returns whether the difference is decided.
  private mutating func take(
    _ answer: ReviewAnswer, of difference: FileReview.Difference, in file: inout ReviewedFile
  ) throws -> Bool {
    switch answer {
    case .quit:
      hasQuit = true
    case .skip:
      file.review.leave(difference)
      counts.left += 1
      try tool.streams.say("  skipped")
    case .reject:
      file.review.leave(difference)
      decided[difference.signature] = answer
      counts.rejected += 1
      try tool.streams.say("  rejected")
    case .accept(let alike, let losing):
      guard try edit(&file, { review throws(UpdateRefusal) in try review.accept(difference, acceptsLost: losing) })
      else {
        return false
      }
      if alike { decided[difference.signature] = answer }
      counts.accepted += 1
      try tool.streams.say("  accepted")
    case .loosen(let matcher):
      guard try edit(&file, { review throws(UpdateRefusal) in try review.loosen(difference, as: matcher) }) else {
        return false
      }
      counts.loosened += 1
      try tool.streams.say("  loosened")
    }
    return true
  }

  private mutating func edit(
    _ file: inout ReviewedFile, _ change: (inout FileReview) throws(UpdateRefusal) -> Void
  ) throws -> Bool {
    do {
      try file.edit(change)
      return true
    } catch let refusal as UpdateRefusal {
      try tool.streams.say("  not done: \(refusal.reason.escapedForDisplay)")
    } catch  where error is FileError || error is Diagnostic || error is InputProblems {
      for diagnostic in Diagnostic.all(of: error) { refuse(diagnostic) }
    }
    return false
  }

  private mutating func refuse(_ diagnostic: Diagnostic) {
    tool.streams.report(diagnostic)
    exitCode = exitCode.combined(with: diagnostic.exitCode)
  }

  // MARK: Answers

  /// Nil at the end of input; reports invalid answers.
  private mutating func nextAnswer() throws -> ReviewAnswer? {
    while let (text, line) = try nextLine() {
      if let answer = ReviewAnswer(text) { return answer }
      if let line, text != "?", !TerminalCapabilities.isInteractive {
        refuse(
          Diagnostic(
            code: "E1131", path: answers.path, place: SourcePlace(line: line, column: 1),
            sentence: "'\(text.cutAsPath)' is not an answer; write a, a!, A, A!, r, s, l, l MATCHER or q"))
      }
      try tool.streams.say(ReviewAnswer.help)
    }
    return nil
  }

  /// Nil at the end of input; reports unreadable lines.
  private mutating func nextLine() throws -> (text: String, number: Int?)? {
    if let ask { return ask(ReviewAnswer.question).map { ($0, nil) } }
    while true {
      if TerminalCapabilities.isInteractive { try tool.streams.write(ReviewAnswer.question) }
      try tool.streams.flush()
      guard let line = answers.next() else { return nil }
      switch line.text {
      case .failure(let error): refuse(Diagnostic(error))
      case .success(let text): return (text, line.number)
      }
    }
  }
}

/// A transcript under review, and its file with the answers accepted so far.
struct ReviewedFile {
  var review: FileReview
  private let path: String
  private let streams: Streams
  private var written: String

  init(_ report: ReplayReport, _ text: FailureText, _ streams: Streams) {
    review = FileReview(report: report, text: text)
    path = report.path
    self.streams = streams
    written = report.transcript.print()
  }

  /// Writes a change; on an error nothing changes.
  ///
  /// - Throws: If another process has changed the file.
  mutating func edit(_ change: (inout FileReview) throws(UpdateRefusal) -> Void) throws {
    var changed = review
    try change(&changed)
    if let hash = changed.renewHash() {
      try streams.say("  header renewed: the machine's hash is now \(hash)")
    }
    guard try InputProblems.readText(path).hasBytes(of: written) else {
      throw Diagnostic(
        code: "E1132", path: path, sentence: "the file has changed, so nothing is written; review it again")
    }
    streams.warnOfLeftovers(beside: path)
    try replaceFile(at: path, with: changed.document.print(), limits: TranscriptLimits().text)
    written = changed.document.print()
    review = changed
  }
}

enum ReviewAnswer: Equatable {
  /// `alike` covers all equal differences; `losing` permits dropping lines.
  case accept(alike: Bool, losing: Bool)
  /// Covers all equal differences.
  case reject
  case skip
  /// Replaces the first differing field by a matcher; nil for the narrowest.
  case loosen(String?)
  case quit

  static let question = "accept, reject, skip, loosen, accept All alike, quit? [a r s l A q] "

  static let help = [
    "  a  accept actual output            A  accept it and all alike",
    "  a! accept it, and drop the expected lines without an actual line",
    "  r  reject it: it still fails, and you are not asked about equal ones",
    "  s  skip it                         q  quit; what was accepted is written",
    "  l  loosen the first field that differs to the narrowest matcher; l <any>: to this one",
  ]

  init?(_ line: String) {
    let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
    let rest = words.count > 1 ? words[1] : nil
    switch words.first {
    case "a" where rest == nil: self = .accept(alike: false, losing: false)
    case "a!" where rest == nil: self = .accept(alike: false, losing: true)
    case "A" where rest == nil: self = .accept(alike: true, losing: false)
    case "A!" where rest == nil: self = .accept(alike: true, losing: true)
    case "r" where rest == nil: self = .reject
    case "s" where rest == nil: self = .skip
    case "l": self = .loosen(rest)
    case "q" where rest == nil: self = .quit
    default: return nil
    }
  }
}
