import Console
import Files
import Terminal
import Traces
import Transcripts

/// Replays transcripts and asks about each difference in turn.
struct Review {
  private let tool: Tool
  private let budget: CommandBudget
  private let text: FailureText
  private let usesColor: Bool
  /// Asks a person who edits the answer; nil where answers are read from the standard input.
  private let ask: ((_ question: String) -> String?)?
  private let answers = LineReader(descriptor: 0, name: "stdin")
  /// What was decided of all differences in the same lines.
  private var decided: [[UInt8]: ReviewAnswer] = [:]
  private var hasQuit = false
  private var counts = Counts()
  private var exitCode = ExitCode.agreed

  private struct Counts {
    var accepted = 0
    var loosened = 0
    var rejected = 0
    var left = 0

    /// `2 accepted, 1 left`
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

  /// Asks about every difference of a transcript, or of the case at `PATH:LINE`.
  ///
  /// - Throws: that nobody reads there what is accepted.
  mutating func ask(_ path: String) throws -> ExitCode {
    if let refusal = Self.refusal(of: "review") { throw Diagnostic(code: "E1185", path: path, sentence: refusal) }
    return try ask(NamedTranscripts([path]), CaseSelection(), in: path)
  }

  /// Why nothing is reviewed here, for nobody reads what is accepted; nil where it can be.
  static func refusal(of name: String) -> String? {
    guard ContinuousIntegration.isOn else { return nil }
    return "'\(name)' is refused where CI is set; review where you can read the changes, and commit them"
  }

  /// Asks about every difference of the cases that are meant.
  ///
  /// - Parameter path: The argument that stands for all of them.
  mutating func ask(_ named: NamedTranscripts, _ selection: CaseSelection, in path: String) throws -> ExitCode {
    var replay = self.replay()
    try replay.run(named, selection) { report in
      try walk(report)
      return report.withoutFailed
    }
    replay.requireCases(in: path)
    return try finish(replay)
  }

  private func replay() -> TranscriptReplay {
    TranscriptReplay(
      FileReplay(awaitsOutput: true, text: text), on: ConsoleRunner(catalogue: tool.catalogue, budget: budget), jobs: 1,
      streams: tool.streams)
  }

  private func finish(_ replay: TranscriptReplay) throws -> ExitCode {
    try show(replay.outcome.failures.groupedLines)
    try tool.streams.say("\(replay.outcome.summary); \(counts.summary)")
    let stays = counts.rejected + counts.left > 0
    return ExitCode.gravest([replay.outcome.exitCode, exitCode, stays ? .differs : .agreed])
  }

  private func show(_ lines: [String]) throws {
    try tool.streams.report(lines, usesColor: usesColor)
  }

  // MARK: One file

  private mutating func walk(_ report: ReplayReport) throws {
    var file = ReviewedFile(report, text, tool.streams)
    while !hasQuit, let difference = file.review.next {
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

  /// Asks until the difference is decided on, or nothing is answered any more.
  private mutating func ask(of difference: FileReview.Difference, in file: inout ReviewedFile) throws {
    while !hasQuit {
      let answer = try nextAnswer() ?? .quit
      if try take(answer, of: difference, in: &file) { return }
    }
  }

  /// Does what an answer says, and tells so.
  ///
  /// - Returns: Whether the difference is decided on.
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
      guard try edit(&file, { review throws(Refusal) in try review.accept(difference, acceptsLost: losing) }) else {
        return false
      }
      if alike { decided[difference.signature] = answer }
      counts.accepted += 1
      try tool.streams.say("  accepted")
    case .loosen(let matcher):
      guard try edit(&file, { review throws(Refusal) in try review.loosen(difference, as: matcher) }) else {
        return false
      }
      counts.loosened += 1
      try tool.streams.say("  loosened")
    }
    return true
  }

  /// Changes the file; tells why, where that is not done.
  private mutating func edit(
    _ file: inout ReviewedFile, _ change: (inout FileReview) throws(Refusal) -> Void
  ) throws -> Bool {
    do {
      try file.edit(change)
      return true
    } catch let refusal as Refusal {
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

  /// The next answer; nil at the end of the input. What is none is told, and another is waited for.
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

  /// The next line of answers, with its number where it is read; nil at the end. One that cannot be read is told.
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

extension ReplayReport {
  /// The report without the cases that were shown in a review.
  fileprivate var withoutFailed: ReplayReport {
    var rest = self
    rest.cases = cases.filter { result in if case .failed = result.verdict { false } else { true } }
    return rest
  }
}
