import Diagrams
import Recordings
import Statecharts
import Traces

extension Session {
  /// The trace of the current path; nil without a machine.
  ///
  /// Reruns the path: linear in it. The opening's turns omit state changes, which the header contains.
  package var trace: Trace? { checkedTrace?.trace }

  /// Mismatches show where folding the trace differs from the machine.
  package var checkedTrace: (trace: Trace, mismatches: [TraceMismatch])? {
    tracedRun.map { ($0.run.trace, $0.mismatches) }
  }

  /// The trace with its commands, for sequence charts.
  package var tracedRun: (run: TracedRun, mismatches: [TraceMismatch])? { run?.tracedRun(.free) }

  /// - Throws: A mistake if no machine is open, the user stops it, or it is too large.
  func runText(_ format: RunFormat) throws(Mistake) -> (text: String, mismatches: [TraceMismatch]) {
    if format == .trace { return try traceText() }
    if format.needsScreens { return (try pictureText(format), []) }
    let (traced, mismatches) = try openRun().tracedRun(pace)
    let text = format.lines(traced).map { $0 + "\n" }.joined()
    guard text.utf8.count <= TraceFile.sizeLimit else { throw Mistake(.traceTooLarge) }
    return (text, mismatches)
  }

  /// Encodes the trace without keeping the turns in memory.
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

  /// Gives a command's text with its first turns.
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

  /// Reruns the commands on one clock, which continues across restarts; returns its end.
  func replayOnClock<Stop>(
    after depth: Int = 0, _ pace: Pace<Stop>, _ visit: (ReplayedCommand, Int, [Turn]?, Snapshot) throws(Stop) -> Void
  ) throws(Stop) -> Int {
    var node: Int?
    var opened = 0
    try replay(after: depth, pace) { (command, turns, snapshot) throws(Stop) in
      if node != command.node { opened += command.before - command.start }
      node = command.node
      try visit(command, opened + command.start, turns?.map { $0.delayed(by: opened) }, snapshot)
    }
    return opened + snapshot.time
  }
}
