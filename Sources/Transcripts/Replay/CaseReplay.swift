import Traces

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
    let mistake = runUsed(&session) ?? run(transcriptCase, &session, &outputs)
    var blocks = CaseComparison(names: opened.names, limit: limit).compare(transcriptCase, outputs.map(\.lines))
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

  private func verdict(of transcriptCase: TranscriptCase, _ blocks: [BlockResult]) -> CaseVerdict {
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
    of transcriptCase: TranscriptCase, _ verdict: CaseVerdict, blocks: [BlockResult] = []
  ) -> CaseResult {
    CaseResult(
      title: transcriptCase.title, line: transcriptCase.line, verdict: verdict, blocks: blocks, names: NamedValues())
  }
}
