import Exploration
import Recordings
import Statecharts
import Traces

/// What a program asks of a session: its states by number, and answers as data.
extension Session {
  /// The current state's number in the case's tree of commands; 0 is the opening.
  package var position: Int { run?.tree.position ?? 0 }

  /// The case's states have the numbers below.
  package var stateCount: Int { run?.tree.nodeCount ?? 0 }

  /// The current case among those of the session.
  package var caseNumber: Int { shelf.current }

  /// The laws that the commands to the current state broke.
  package var brokenLaws: [Name] { run?.brokenProperties ?? [] }

  /// The commands from the opening to the current state.
  package var path: [String] { run.map { $0.tree.path(to: $0.tree.position).map($0.tree.command) } ?? [] }

  /// Goes to a state of any branch.
  ///
  /// - Precondition: The state's number is below `stateCount`.
  package mutating func go(to state: Int) throws(Mistake) {
    _ = try openRun()
    guard state != position else { return }
    let (pace, branch) = (pace, run?.tree.branch(with: state))
    try run?.move(to: state, on: branch, pace)
    lastLook = nil
  }

  /// The regions and fields of the current state, as the header of a trace has them.
  package func description() throws(Mistake) -> [Member] {
    let run = try openRun()
    var encoder = TraceEncoder()
    let header = CaseTrace(run.machine, title: run.title, seed: run.seed, from: run.snapshot).header
    return encoder.members(for: header)
  }

  /// The turns after an earlier state of the path, as a trace has them: at most `limit`, and how many there are. From
  /// the opening of a case without commands, they are the opening's.
  package func turns(after state: Int, limit: Int) throws(Mistake) -> (members: [[Member]], count: Int) {
    let run = try openRun()
    let start = try run.standing(at: state, pace).snapshot
    var told = CaseTrace(run.machine, title: run.title, from: start)
    var encoder = TraceEncoder(at: run.tree.position == 0 ? 0 : start.time)
    _ = encoder.members(for: told.header)
    var (found, count): ([[Member]], Int) = ([], 0)
    let add = { (turns: [Turn]) in
      for turn in turns where found.count < limit {
        if let members = encoder.members(for: turn) { found.append(members) }
      }
      count += turns.count
    }
    if run.tree.position == 0 { add(told.addOpening(run.opening.compactMap(\.withoutInitialState))) }
    _ = try run.replayOnClock(after: run.tree.depth(of: state), pace) { (_, _, turns, snapshot) throws(Mistake) in
      if let turns { add(found.count < limit ? told.add(turns, snapshot) : turns) }
    }
    return (found, found.count < limit ? found.count : count)
  }

  /// The possible commands: those that differ in their value alone together, with what the first of them changes.
  package func moves() throws(Mistake) -> [(command: String, values: [String], changes: String)] {
    var moves: [(command: String, values: [String], changes: String)] = []
    for step in try suggestedSteps() {
      let value = step.command.beginsWithBytes(of: step.words + " ") ? step.command.dropFirst(step.words.count + 1) : ""
      if let last = moves.indices.last, !value.isEmpty, moves[last].command.hasBytes(of: step.words) {
        moves[last].values.append(String(value))
        if moves[last].changes.isEmpty { moves[last].changes = step.outcome }
      } else {
        moves.append((step.words, value.isEmpty ? [] : [String(value)], step.outcome))
      }
    }
    return moves
  }

  /// Searches everything that can be done from the current state.
  package func searched(_ request: SearchRequest, depth: Int?) throws(Mistake) -> SearchReport {
    let scene = try openScene()
    var options = try options(of: request, in: scene)
    options.depth = depth ?? options.depth
    return search(scene, options).report
  }

  /// A shortest script to the target of `path`; nil if interrupted.
  package func path(to target: String, _ request: SearchRequest) throws(Mistake) -> Way? {
    do throws(Mistake) {
      let target = try SearchTarget(target, of: try openScene()) { () throws(Mistake) in try untakenTransitions() }
      return try way(to: target, request)
    } catch {
      guard error.kind == .stopped else { throw error }
      return nil
    }
  }
}
