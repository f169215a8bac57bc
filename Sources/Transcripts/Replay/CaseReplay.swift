import Traces

extension Transcript {
  /// Runs the cases one after another and compares what they print.
  ///
  /// - Parameters:
  ///   - path: The file's name, for the report.
  ///   - used: What `uses` names, in that order.
  ///   - isSelected: Which cases are run.
  package func replay(
    path: String, used: [UsedCommands] = [], with runner: some CaseRunner,
    where isSelected: (TranscriptCase) -> Bool = { _ in true }
  ) -> ReplayReport {
    let results = cases.filter(isSelected).map { replay($0, used: used, with: runner) }
    return ReplayReport(path: path, transcript: self, cases: results)
  }

  /// Runs one case. Cases do not depend on each other, so they may run at the same time.
  package func replay(
    _ transcriptCase: TranscriptCase, used: [UsedCommands] = [], with runner: some CaseRunner
  ) -> CaseResult {
    CaseReplay(transcript: self, used: used, runner: runner).result(of: transcriptCase)
  }

  /// Runs one case, and hands out where it has led; nil when the case did not run.
  package func replayGoingOn<Runner: CaseRunner>(
    _ transcriptCase: TranscriptCase, used: [UsedCommands] = [], with runner: Runner
  ) -> (result: CaseResult, session: Runner.Session?) {
    var session: Runner.Session?
    let result = CaseReplay(transcript: self, used: used, runner: runner).result(of: transcriptCase, &session)
    return (result, session)
  }

  /// The case in which a line of the file stands: the last that begins at it or above; nil above the first.
  package func caseIndex(atLine line: Int) -> Int? {
    var low = 0
    var high = cases.count
    while low < high {
      let middle = (low + high) / 2
      if cases[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

/// Runs one case of a transcript and compares what it prints.
struct CaseReplay<Runner: CaseRunner> {
  let transcript: Transcript
  let used: [UsedCommands]
  let runner: Runner
  var limit = MatchLimit()
  /// How many bytes all commands of a case may print: as many as a transcript may have.
  var outputLimit = TranscriptLimits().fileBytes

  func result(of transcriptCase: TranscriptCase) -> CaseResult {
    var session: Runner.Session?
    return result(of: transcriptCase, &session)
  }

  /// - Parameter session: Where the case has led, afterwards; unchanged when it did not run.
  func result(of transcriptCase: TranscriptCase, _ session: inout Runner.Session?) -> CaseResult {
    if let reason = transcriptCase.skipReason {
      return result(of: transcriptCase, .skipped(reason: reason))
    }
    let opening = transcript.opening(of: transcriptCase)
    let opened: OpenedCase<Runner.Session>
    do throws(OpeningProblem) {
      opened = try runner.open(opening)
    } catch {
      let place = SourcePlace(line: transcript.machineIndex + 1, column: 1)
      return result(of: transcriptCase, .error(CaseError(place: place, sentence: error.sentence)))
    }
    return replay(transcriptCase, opened, &session)
  }

  private func replay(
    _ transcriptCase: TranscriptCase, _ opened: OpenedCase<Runner.Session>, _ end: inout Runner.Session?
  ) -> CaseResult {
    var session = opened.session
    defer { end = session }
    var outputs = [CommandOutput(lines: opened.lines, mutedCount: opened.mutedCount)]
    let mistake =
      runUsed(&session) ?? run(transcriptCase, &session, &outputs) ?? unknownPath(of: transcriptCase, session)
    var blocks = transcriptCase.compared(with: outputs.map(\.lines), names: opened.names, limit: limit)
    for (index, output) in outputs.enumerated() { blocks[index].echo = output.echo }
    DifferenceAcceptance(names: opened.names, limit: limit).findCauses(of: &blocks, in: transcriptCase)
    var result = result(of: transcriptCase, .passed, blocks: blocks)
    result.mutedCount = outputs.reduce(0) { $0 + $1.mutedCount }
    result.names = opened.names
    result.definitionHash = opened.definitionHash
    result.commands = min(outputs.count - 1, transcriptCase.steps.count)
    result.end = runner.end(of: session)
    result.verdict = mistake.map { .error($0) } ?? verdict(of: transcriptCase, blocks)
    return result
  }

  /// That '%expand' or '%mute' names nothing, at its line.
  private func unknownPath(of transcriptCase: TranscriptCase, _ session: Runner.Session) -> CaseError? {
    let paths = transcript.opening(of: transcriptCase).paths
    guard let unknown = runner.unknownPath(among: paths, in: session) else { return nil }
    let line = transcript.line(ofPath: unknown.path, for: transcriptCase)
    return CaseError(place: SourcePlace(line: line, column: 1), sentence: unknown.sentence)
  }

  private func runUsed(_ session: inout Runner.Session) -> CaseError? {
    for file in used {
      for command in file.commands {
        switch runner.run(command.text, in: &session) {
        case .ran: continue
        case .mistake(let column, let sentence):
          let place = SourcePlace(line: command.line, column: max(1, column) + 2)
          return CaseError(usedFile: file.path, place: place, sentence: sentence)
        case .stopped(let sentence):
          let place = SourcePlace(line: command.line, column: 3)
          return CaseError(usedFile: file.path, place: place, sentence: sentence, exitCode: .inconclusive)
        }
      }
    }
    return nil
  }

  /// Runs the commands to the end, those of a loop twice if they lead back.
  private func run(
    _ transcriptCase: TranscriptCase, _ session: inout Runner.Session, _ outputs: inout [CommandOutput]
  ) -> CaseError? {
    var bytesLeft = outputLimit
    let (stem, round) = transcriptCase.parts
    if let mistake = run(stem, &session, &outputs, &bytesLeft) { return mistake }
    guard transcriptCase.loop != nil else { return nil }
    var loop = LoopTrial(runner, at: session)
    if let mistake = run(round, &session, &outputs, &bytesLeft, { loop.visit($0) }) { return mistake }
    if loop.leadsBack {
      var again: [CommandOutput] = []
      if let mistake = run(round, &session, &again, &bytesLeft, { loop.visit($0) }) { return mistake }
    }
    outputs.append(CommandOutput(lines: loop.lines))
    return nil
  }

  /// Runs commands beyond a difference, so that every other is found; but not beyond what a transcript could hold of their
  /// outputs.
  private func run(
    _ steps: ArraySlice<TranscriptStep>, _ session: inout Runner.Session, _ outputs: inout [CommandOutput],
    _ bytesLeft: inout Int, _ visit: (Runner.Session) -> Void = { _ in }
  ) -> CaseError? {
    for step in steps {
      defer { visit(session) }
      switch runner.run(step.command, in: &session) {
      case .ran(let output):
        outputs.append(output)
        bytesLeft -= output.lines.reduce(0) { $0 + $1.utf8.count + 1 }
        guard bytesLeft >= 0 else {
          let sentence =
            "limit case-output: the case prints more than \(outputLimit) bytes up to here; split it into several"
          return CaseError(place: step.place(ofColumn: 1), sentence: sentence, exitCode: .inconclusive)
        }
      case .mistake(let column, let sentence):
        return CaseError(place: step.place(ofColumn: column), sentence: sentence)
      case .stopped(let sentence):
        return CaseError(place: step.place(ofColumn: 1), sentence: sentence, exitCode: .inconclusive)
      }
    }
    return nil
  }

  private func verdict(of transcriptCase: TranscriptCase, _ blocks: [ReplayedBlock]) -> CaseVerdict {
    for (index, block) in blocks.enumerated() {
      guard case .undecided(let limit) = block.outcome else { continue }
      let place = SourcePlace(line: transcriptCase.line(at: index), column: 1)
      return .error(CaseError(place: place, sentence: limit.sentence, exitCode: .inconclusive))
    }
    let isEqual = blocks.allSatisfy { !$0.differs }
    if let issue = transcriptCase.expectedFailure {
      return isEqual ? .unexpectedPass(issue: issue) : .expectedFailure(issue: issue)
    }
    return isEqual ? .passed : .failed
  }

  private func result(
    of transcriptCase: TranscriptCase, _ verdict: CaseVerdict, blocks: [ReplayedBlock] = []
  ) -> CaseResult {
    CaseResult(
      title: transcriptCase.title, line: transcriptCase.line, verdict: verdict, blocks: blocks, names: NamedValues())
  }
}

/// Follows the commands of a loop and tells where they lead.
struct LoopTrial<Runner: CaseRunner> {
  private let runner: Runner
  private let start: Runner.Session
  /// What tells the last state from that in which the loop begins.
  private var changes: [String] = []
  /// Whether time passed, or the machine stood elsewhere on the way.
  private var moves = false

  init(_ runner: Runner, at start: Runner.Session) {
    self.runner = runner
    self.start = start
  }

  /// Looks where a command led.
  mutating func visit(_ session: Runner.Session) {
    changes = runner.changes(in: session, since: start)
    moves = moves || !changes.isEmpty || runner.end(of: session).milliseconds > runner.end(of: start).milliseconds
  }

  /// Whether the last command led back to where the loop begins.
  var leadsBack: Bool { changes.isEmpty }

  /// Where they lead, as a transcript holds it.
  var lines: [String] {
    let end: TranscriptLoop.End = !leadsBack ? .leadsElsewhere : moves ? .goesRound : .standsStill
    return [end.rawValue] + changes
  }
}

extension TranscriptCase {
  /// Compares as many blocks as there are outputs; names bound in one block are known in the next.
  ///
  /// - Parameter known: What is known of another case with the same outputs: where its lines are those of this case, and have
  ///   nothing to do with names, they need not be compared again.
  func compared(
    with outputs: [[String]], names: NamedValues, limit: MatchLimit = MatchLimit(), knowing known: ComparedCase? = nil
  ) -> [ReplayedBlock] {
    let blocks = Array(self.blocks.prefix(outputs.count))
    var search = NameSearch(blocks, outputs, names: names, steps: limit.steps)
    var bindings = Bindings()
    var undecided: NameSearch.Failure?
    do throws(NameSearch.Failure) {
      bindings.pins = try search.values()
    } catch {
      undecided = error
    }
    let comparison = BlockComparison(names: names, limit: limit)
    return blocks.indices.map { place in
      let before = bindings
      if !bindings.pins.isEmpty {
        for binding in blocks[place].expectations.flatMap(\.pattern.bindings) {
          if let value = bindings.pins[binding.name] { bindings.bind(binding.name, to: value) }
        }
      }
      var outcome =
        known?.outcome(of: blocks[place], at: place) ?? comparison.compare(blocks[place], outputs[place], &bindings)
      if let undecided, undecided.block == place { outcome = .undecided(undecided.limit) }
      return ReplayedBlock(
        actual: outputs[place], echo: nil, outcome: outcome, bindings: before.withoutPins,
        bindingsAfter: bindings.withoutPins)
    }
  }
}

/// A case that was compared with what its commands printed.
struct ComparedCase {
  let transcriptCase: TranscriptCase
  let blocks: [ReplayedBlock]

  /// How a block compares with the output at its place; nil where that is not known.
  fileprivate func outcome(of block: ExpectedBlock, at place: Int) -> BlockOutcome? {
    guard blocks.indices.contains(place), block.isWithoutNames, block.hasLines(of: transcriptCase.block(at: place))
    else {
      return nil
    }
    return blocks[place].outcome
  }
}
