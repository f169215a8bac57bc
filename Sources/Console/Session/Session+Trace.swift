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
    guard let run else { return nil }
    var told = run.beginTrace
    var trace = Trace(header: told.header)
    let (end, mismatches) = run.tell(&told, .free) { trace.turns += $0 }
    trace.end = end
    return (trace, mismatches)
  }

  /// The trace as its file holds it, without its turns in memory, and where folding it does not give what the machine is.
  ///
  /// - Throws: that the person stopped it, or that it would be larger than its readers take.
  func traceText() throws(Mistake) -> (text: String, mismatches: [TraceMismatch]) {
    let run = try openRun()
    var told = run.beginTrace
    var encoder = TraceEncoder()
    var text = encoder.line(for: told.header)
    let (end, mismatches) = try run.tell(&told, pace) { (turns) throws(Mistake) in
      for turn in turns { text += encoder.line(for: turn) ?? "" }
      guard text.utf8.count <= TraceFile.sizeLimit else { throw Mistake(.traceTooLarge) }
    }
    text += encoder.line(for: end)
    return (text, mismatches)
  }
}

extension CaseRun {
  fileprivate var beginTrace: CaseTrace { CaseTrace(machine, title: title, from: tree.start) }

  /// Tells the turns from the start of the case to where it stands. Time goes on when the machine is opened again, and begins
  /// at 0 where a snapshot was opened.
  fileprivate func tell<Stop>(
    _ trace: inout CaseTrace, _ pace: Pace<Stop>, _ visit: ([Turn]) throws(Stop) -> Void
  ) throws(Stop) -> (end: Trace.End, mismatches: [TraceMismatch]) {
    try visit(trace.addOpening(opening.compactMap(\.withoutInitialState)))
    let end = try replayOnClock(pace) { (_, _, turns, snapshot) throws(Stop) in
      guard let turns else { return }
      try visit(trace.add(turns, snapshot))
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
    var opened = origin == nil ? 0 : -tree.start.time
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
