import Diagrams
import Statecharts
import Traces

extension Session {
  /// What happened on the current path, from the start of the case; nil when nothing is open.
  ///
  /// The path runs again: linear in it. The header holds the state after the opening, so the opening's own turns keep only
  /// what else they did.
  package var trace: Trace? { checkedTrace?.trace }

  /// The same with where folding it does not give what the machine is: nowhere, or the trace is not to be trusted.
  package var checkedTrace: (trace: Trace, mismatches: [TraceMismatch])? {
    tracedRun.map { ($0.run.trace, $0.mismatches) }
  }

  /// The path with its commands, for sequence charts; nil when nothing is open.
  package var tracedRun: (run: TracedRun, mismatches: [TraceMismatch])? { run?.tracedRun(.free) }

  /// What happened on the current path, as a file in a format holds it, and where folding the trace does not give what the
  /// machine is.
  ///
  /// - Throws: that nothing is open, that the person stopped it, or that it would be larger than a trace may be.
  func runText(_ format: RunFormat) throws(Mistake) -> (text: String, mismatches: [TraceMismatch]) {
    if format == .trace { return try traceText() }
    if format.needsScreens { return (try pictureText(format), []) }
    let (traced, mismatches) = try openRun().tracedRun(pace)
    let text = format.lines(traced).map { $0 + "\n" }.joined()
    guard text.utf8.count <= TraceFile.sizeLimit else { throw Mistake(.traceTooLarge) }
    return (text, mismatches)
  }

  /// The trace as its file holds it, without its turns in memory, and where folding it does not give what the machine is.
  ///
  /// - Throws: that the person stopped it, or that it would be larger than its readers take.
  private func traceText() throws(Mistake) -> (text: String, mismatches: [TraceMismatch]) {
    let run = try openRun()
    var told = run.beginTrace
    var encoder = TraceEncoder()
    var text = encoder.line(for: told.header)
    let (end, mismatches) = try run.tell(&told, pace) { (_, turns) throws(Mistake) in
      for turn in turns { text += encoder.line(for: turn) ?? "" }
      guard text.utf8.count <= TraceFile.sizeLimit else { throw Mistake(.traceTooLarge) }
    }
    text += encoder.line(for: end)
    return (text, mismatches)
  }
}

extension CaseRun {
  fileprivate var beginTrace: CaseTrace { CaseTrace(machine, title: title, seed: seed, from: tree.start) }

  /// The path with its commands, and where folding its trace does not give what the machine is.
  fileprivate func tracedRun<Stop>(
    _ pace: Pace<Stop>
  ) throws(Stop) -> (run: TracedRun, mismatches: [TraceMismatch]) {
    var told = beginTrace
    var trace = Trace(header: told.header)
    var commands: [Int: String] = [:]
    let (end, mismatches) = try tell(&told, pace) { (command, turns) throws(Stop) in
      if let command { commands[trace.turns.count] = command }
      trace.turns += turns
    }
    trace.end = end
    return (TracedRun(trace, commands: commands), mismatches)
  }

  /// Tells the turns from the start of the case to where it stands, the first ones of a command with its text. Time goes on
  /// when the machine is opened again.
  fileprivate func tell<Stop>(
    _ trace: inout CaseTrace, _ pace: Pace<Stop>, _ visit: (_ command: String?, [Turn]) throws(Stop) -> Void
  ) throws(Stop) -> (end: Trace.End, mismatches: [TraceMismatch]) {
    try visit(nil, trace.addOpening(opening.compactMap(\.withoutInitialState)))
    var isFirst = true
    let end = try replayOnClock(pace) { (command, _, turns, snapshot) throws(Stop) in
      guard let turns else { return isFirst = true }
      try visit(isFirst ? command.text : nil, trace.add(turns, snapshot))
      isFirst = false
    }
    return trace.end(at: end, snapshot)
  }

  /// Runs the commands again and hands each to `visit` with the time at which it began, all on one clock, which runs on while
  /// the machine is opened again.
  ///
  /// - Returns: What that clock shows at the end.
  func replayOnClock<Stop>(
    _ pace: Pace<Stop>, _ visit: (ReplayedCommand, Int, [Turn]?, Snapshot) throws(Stop) -> Void
  ) throws(Stop) -> Int {
    var node: Int?
    var opened = 0
    try replay(pace) { (command, turns, snapshot) throws(Stop) in
      if node != command.node { opened += command.before - command.start }
      node = command.node
      try visit(command, opened + command.start, turns?.map { $0.delayed(by: opened) }, snapshot)
    }
    return opened + snapshot.time
  }
}

extension Turn {
  fileprivate func delayed(by milliseconds: Int) -> Turn {
    var turn = self
    turn.time = time.addingReportingOverflow(milliseconds).partialValue
    return turn
  }

  /// The turn without what the state behind the opening tells; nil when nothing else happened in it.
  var withoutInitialState: Turn? {
    var turn = self
    turn.effects = effects.filter { effect in
      switch effect {
      case .set, .moved: false
      default: true
      }
    }
    return turn.effects.isEmpty ? nil : turn
  }
}
