import Files
import Statecharts
import ViewModels

extension Search {
  /// How far it has come.
  ///
  /// - Precondition: It has not ended, and the options neither keep steps, make promises nor measure: these are not kept.
  package var checkpoint: SearchCheckpoint {
    precondition(graph == nil && expanders[0].measurement == nil, "a checkpoint keeps states alone")
    var checkpoint = SearchCheckpoint()
    checkpoint.states = (1..<table.count).map {
      SearchCheckpoint.State(parent: table.parent(of: $0), drive: table.drive(to: $0), later: timeSteps.target(of: $0))
    }
    checkpoint.firstLater = timeSteps.target(of: 0)
    checkpoint.followed = frontier.level.last?.index ?? levelEnd
    checkpoint.levelEnd = levelEnd
    (checkpoint.depth, checkpoint.steps, checkpoint.frontier) = (report.completeDepth, report.steps, report.frontier)
    checkpoint.findings = report.findings.indices.map { index in
      var finding = report.findings[index]
      finding.script = []
      return SearchCheckpoint.Found(finding: finding, count: report.counts[index], place: places[index])
    }
    checkpoint.keys = table.digest
    return checkpoint
  }

  /// Goes on from where another search of the same machine with the same options had come: afterwards it finds what that one would
  /// have found. Bounds and workers may differ. Costs a step for each state.
  ///
  /// - Precondition: It has not begun.
  /// - Throws: that it cannot; it cannot be used then.
  package mutating func resume(_ checkpoint: SearchCheckpoint) throws(ResumptionFailure) {
    precondition(table.count == 1 && frontier.lastFollowed == nil, "the search has begun")
    if checkpoint.depth > options.depth { throw .beyondDepth(checkpoint.depth) }
    let steps = TimeSteps(to: [checkpoint.firstLater] + checkpoint.states.map(\.later))
    let circles = Dictionary(uniqueKeysWithValues: steps.circles.map { ($0.first, $0) })
    var untraced = checkpoint.states[...]
    for _ in 0..<checkpoint.depth {
      try retrace(frontier.level.count, &untraced, circles)
      descend()
    }
    try retrace(frontier.level.count { $0.index < checkpoint.followed }, &untraced, circles)
    guard untraced.isEmpty, table.digest == checkpoint.keys else { throw .leadsElsewhere }
    if isPastBound { throw .beyondStates(table.count) }
    timeSteps = steps
    levelEnd = checkpoint.levelEnd
    try takeFindings(of: checkpoint)
    (report.states, report.steps, report.frontier) = (table.count, checkpoint.steps, checkpoint.frontier)
  }

  /// Makes the known moves of the first states of the level once more, and takes in the states that they lead to.
  ///
  /// - Parameter circles: Those in which time alone goes, by their first states.
  private mutating func retrace(
    _ count: Int, _ untraced: inout ArraySlice<SearchCheckpoint.State>, _ circles: [Int: TimeSteps.Circle]
  ) throws(ResumptionFailure) {
    var left = count
    while left > 0 {
      let parents = frontier.level.suffix(min(batchSize, left)).reversed().map { open in
        let children = untraced.prefix { $0.parent == open.index }
        untraced.removeFirst(children.count)
        return KnownParent(state: open, drives: children.map(\.drive))
      }
      let arrivals = mapSideBySide(parents, &expanders) { $1.retrace($0.drives, from: $0.state) }
      for arrivals in arrivals {
        guard let arrivals else { throw .leadsElsewhere }
        let state = frontier.leaveNext()
        left -= 1
        if let circle = circles[state.index] { note(circle, through: snapshot(of: state)) }
        for arrival in arrivals {
          guard table.index(of: arrival.key) == nil else { throw .leadsElsewhere }
          add(arrival, from: state)
        }
        frontier.release(state)
      }
    }
  }

  /// Whether the bound of states would have ended the search before it came here, and not just now.
  private var isPastBound: Bool {
    guard table.count > options.states else { return false }
    let last = table.parent(of: table.count - 1)
    let before = (1..<table.count).first { table.parent(of: $0) == last } ?? table.count
    return before > options.states || frontier.lastFollowed != last
  }

  private mutating func takeFindings(of checkpoint: SearchCheckpoint) throws(ResumptionFailure) {
    report.forgetFindings()
    places = []
    for found in checkpoint.findings {
      let way = way(to: found.place.state)
      var script = way?.script
      if let drive = found.place.drive, let way {
        var stepper = Stepper(machine, from: way.snapshot)
        let moves = stepper.moves(finder)
        guard moves.indices.contains(drive.move) else { throw .leadsElsewhere }
        script?.append(DrivenStimulus(moves[drive.move].stimulus, isHeld: drive.isHeld))
      }
      report.add(found.finding, times: found.count) { script }
      places.append(found.place)
    }
  }
}

/// A state with the moves that led to others first.
private struct KnownParent: Sendable {
  let state: WaitingState
  let drives: [Drive]
}

extension Expander {
  /// Returns where some moves of a state lead, without what they break; nil where it has no such moves.
  fileprivate func retrace(_ drives: [Drive], from state: WaitingState) -> [Expansion.Arrival]? {
    guard !drives.isEmpty else { return [] }
    let snapshot = snapshot(of: state)
    stepper.snapshot = snapshot
    let moves = stepper.moves(finder)
    guard drives.allSatisfy({ moves.indices.contains($0.move) }) else { return nil }
    let isAtRest = !snapshot.isDue
    return drives.map { drive in
      stepper.snapshot = snapshot
      let move = moves[drive.move]
      stepper.step(move, isHeld: drive.isHeld)
      let come =
        drive.isHeld ? options.come(state.come, and: move.stimulus, isAtRest: isAtRest, to: stepper.snapshot) : nil
      return arrival(by: move, drive, come: come ?? 0, findings: [])
    }
  }
}
