import Traces

extension Transcript {
  /// - Parameter used: The files of `uses`, in the same order.
  package func replay(
    path: String, used: [UsedCommands] = [], with runner: some CaseRunner,
    where isSelected: (TranscriptCase) -> Bool = { _ in true }
  ) -> ReplayReport {
    let results = cases.filter(isSelected).map { replay($0, used: used, with: runner) }
    return ReplayReport(path: path, transcript: self, cases: results)
  }

  /// Cases are independent and may run in parallel.
  package func replay(
    _ transcriptCase: TranscriptCase, used: [UsedCommands] = [], with runner: some CaseRunner
  ) -> CaseResult {
    replayGoingOn(transcriptCase, used: used, with: runner).result
  }

  /// Also returns the final session; nil if the case did not run.
  package func replayGoingOn<Runner: CaseRunner>(
    _ transcriptCase: TranscriptCase, used: [UsedCommands] = [], with runner: Runner
  ) -> (result: CaseResult, session: Runner.Session?) {
    CaseReplay(transcript: self, used: used, runner: runner).run(transcriptCase)
  }

  /// Nil for the header.
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

struct CaseReplay<Runner: CaseRunner> {
  let transcript: Transcript
  let used: [UsedCommands]
  let runner: Runner
  var limit = MatchLimit()
  /// In bytes, equal to the size limit of a transcript.
  var outputLimit = TranscriptLimits().fileBytes

  func run(_ transcriptCase: TranscriptCase) -> (result: CaseResult, session: Runner.Session?) {
    if let reason = transcriptCase.skipReason {
      return (result(of: transcriptCase, .skipped(reason: reason)), nil)
    }
    let opening = transcript.opening(of: transcriptCase)
    let opened: OpenedCase<Runner.Session>
    do throws(OpeningProblem) {
      opened = try runner.open(opening)
    } catch {
      let place = SourcePlace(line: transcript.machineIndex + 1, column: 1)
      return (result(of: transcriptCase, .error(CaseError(place: place, sentence: error.sentence))), nil)
    }
    return run(transcriptCase, opened)
  }

  private func run(
    _ transcriptCase: TranscriptCase, _ opened: OpenedCase<Runner.Session>
  ) -> (result: CaseResult, session: Runner.Session?) {
    var session = opened.session
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
    return (result, session)
  }

  private func unknownPath(of transcriptCase: TranscriptCase, _ session: Runner.Session) -> CaseError? {
    let paths = transcript.opening(of: transcriptCase).paths
    guard let unknown = runner.unknownPath(among: paths, in: session) else { return nil }
    let line = transcript.line(ofPath: unknown.path, for: transcriptCase)
    return CaseError(place: SourcePlace(line: line, column: 1), sentence: unknown.sentence)
  }

  private func runUsed(_ session: inout Runner.Session) -> CaseError? {
    for file in used {
      for step in file.steps {
        switch runner.run(step.command, in: &session) {
        case .ran: continue
        case .mistake(let column, let sentence):
          return CaseError(usedFile: file.path, place: step.place(ofColumn: column), sentence: sentence)
        case .stopped(let sentence):
          let place = step.place(ofColumn: 1)
          return CaseError(usedFile: file.path, place: place, sentence: sentence, exitCode: .inconclusive)
        }
      }
    }
    return nil
  }

  /// Runs a loop's commands twice if the first round returns to its start.
  private func run(
    _ transcriptCase: TranscriptCase, _ session: inout Runner.Session, _ outputs: inout [CommandOutput]
  ) -> CaseError? {
    var bytesLeft = outputLimit
    let (stem, round) = transcriptCase.parts
    if let mistake = run(stem, &session, &outputs, &bytesLeft) { return mistake }
    guard transcriptCase.loop != nil else { return nil }
    var loop = LoopTrial(runner: runner, start: session)
    if let mistake = run(round, &session, &outputs, &bytesLeft, { loop.visit($0) }) { return mistake }
    if loop.leadsBack {
      var again: [CommandOutput] = []
      if let mistake = run(round, &session, &again, &bytesLeft, { loop.visit($0) }) { return mistake }
    }
    outputs.append(CommandOutput(lines: loop.lines))
    return nil
  }

  /// Continues after a difference to find all others, up to the output limit.
  private func run(
    _ steps: ArraySlice<TranscriptStep>, _ session: inout Runner.Session, _ outputs: inout [CommandOutput],
    _ bytesLeft: inout Int, _ visit: ((Runner.Session) -> Void)? = nil
  ) -> CaseError? {
    for step in steps {
      defer { visit?(session) }
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

/// Compares each state of a loop with the state at its start.
struct LoopTrial<Runner: CaseRunner> {
  let runner: Runner
  let start: Runner.Session
  private(set) var changes: [String] = []
  private(set) var moves = false

  mutating func visit(_ session: Runner.Session) {
    changes = runner.changes(in: session, since: start)
    moves = moves || !changes.isEmpty || runner.end(of: session).milliseconds > runner.end(of: start).milliseconds
  }

  var leadsBack: Bool { changes.isEmpty }

  var lines: [String] {
    let end: TranscriptLoop.End = !leadsBack ? .leadsElsewhere : moves ? .goesRound : .standsStill
    return [end.rawValue] + changes
  }
}

extension TranscriptCase {
  /// Compares blocks with outputs in order, and passes bound names on.
  ///
  /// - Parameter known: An earlier comparison with the same outputs, reused for equal blocks without names.
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

struct ComparedCase {
  let transcriptCase: TranscriptCase
  let blocks: [ReplayedBlock]

  fileprivate func outcome(of block: ExpectedBlock, at place: Int) -> BlockOutcome? {
    guard blocks.indices.contains(place), block.isWithoutNames, block.hasLines(of: transcriptCase.block(at: place))
    else {
      return nil
    }
    return blocks[place].outcome
  }
}
