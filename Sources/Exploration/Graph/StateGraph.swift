import Statecharts
import ViewModels

/// The steps of a search, and the promises and recurrences by state. It needs 16 bytes per step and a little more
/// per state.
struct StateGraph: Sendable {
  struct Step: Sendable {
    let target: UInt32
    let number: Move.Number
    let time: Int
  }

  private let promises: [Promise]
  private(set) var steps: [Step] = []
  /// Contiguous, because each state is expanded once.
  private(set) var stepsOut: [Range<Int>] = []
  /// Whether nothing happens without the user; false for a crashed state.
  private(set) var isAtRest: [Bool] = []
  /// By promise and state.
  private(set) var holds: [[Bool]]
  private(set) var isKept: [[Bool]]
  /// By recurrence and state; true for states not expanded.
  private(set) var isPossible: [[Bool]]

  init(_ promises: [Promise], _ recurrences: [Recurrence]) {
    self.promises = promises
    isPossible = recurrences.map { _ in [] }
    holds = promises.map { _ in [] }
    isKept = promises.map { _ in [] }
  }

  var byteCount: Int { steps.count * 16 + isAtRest.count * (17 + 2 * promises.count + isPossible.count) }

  mutating func add(_ snapshot: Snapshot) {
    stepsOut.append(steps.count..<steps.count)
    isAtRest.append(snapshot.fault == nil && snapshot.nextDue == nil)
    for (index, promise) in promises.enumerated() {
      holds[index].append(promise.holds(snapshot))
      isKept[index].append(promise.isKept(snapshot))
    }
    for index in isPossible.indices { isPossible[index].append(true) }
  }

  mutating func note(possible: [Bool], in state: Int) {
    for (index, isPossible) in possible.enumerated() { self.isPossible[index][state] = isPossible }
  }

  mutating func add(_ number: Move.Number, from state: Int, to target: Int, time: Int) {
    if stepsOut[state].isEmpty { stepsOut[state] = steps.count..<steps.count }
    steps.append(Step(target: UInt32(target), number: number, time: time))
    stepsOut[state] = stepsOut[state].lowerBound..<steps.count
  }

  /// The strongly connected components of the included states, by Tarjan's algorithm (1972); -1 for others and
  /// those not reached in time.
  func components(of isTakenIn: [Bool], _ isOver: () -> Bool) -> [Int32] {
    var search = ComponentSearch(self, isTakenIn)
    for state in isAtRest.indices where isTakenIn[state] && !search.isCut { search.visit(state, isOver) }
    return search.component
  }
}

/// Tarjan's algorithm with an explicit stack, because paths can be as long as the number of states.
private struct ComponentSearch {
  private let graph: StateGraph
  private let isTakenIn: [Bool]
  private(set) var component: [Int32]
  private var count: Int32 = 0
  /// The order of entry, and the lowest number reachable from each; 0 if not entered.
  private var number: [Int32]
  private var lowest: [Int32]
  private var entered: Int32 = 0
  private var pending: [Int] = []
  private var asked = 0
  private(set) var isCut = false
  /// The current path; each state with its next step.
  private var way: [(state: Int, next: Int)] = []

  init(_ graph: StateGraph, _ isTakenIn: [Bool]) {
    self.graph = graph
    self.isTakenIn = isTakenIn
    component = Array(repeating: -1, count: isTakenIn.count)
    number = Array(repeating: 0, count: isTakenIn.count)
    lowest = number
  }

  mutating func visit(_ start: Int, _ isOver: () -> Bool) {
    guard number[start] == 0 else { return }
    enter(start)
    while let (state, next) = way.last {
      asked += 1
      if asked % EvasionSearch.statesOfQuestion == 0, isOver() { return isCut = true }
      guard next < graph.stepsOut[state].upperBound else {
        leave(state)
        continue
      }
      way[way.count - 1].next += 1
      let target = Int(graph.steps[next].target)
      guard isTakenIn[target] else { continue }
      if number[target] == 0 {
        enter(target)
      } else if component[target] < 0 {
        lowest[state] = min(lowest[state], number[target])
      }
    }
  }

  private mutating func enter(_ state: Int) {
    entered += 1
    (number[state], lowest[state]) = (entered, entered)
    pending.append(state)
    way.append((state, graph.stepsOut[state].lowerBound))
  }

  private mutating func leave(_ state: Int) {
    way.removeLast()
    if let parent = way.last?.state { lowest[parent] = min(lowest[parent], lowest[state]) }
    guard lowest[state] == number[state] else { return }
    while let last = pending.popLast() {
      component[last] = count
      if last == state { break }
    }
    count += 1
  }
}

struct StepLog: Sendable {
  private(set) var commands = NumberedList<DrivenStimulus>()
  private(set) var commandOfStep: [Int] = []
  /// By state; empty without a projection.
  private(set) var projections: [Fingerprint] = []
  /// By step and by state.
  private(set) var findingsOfStep: [Int: [Finding]] = [:]
  private(set) var findingsOfState: [Int: [Finding]] = [:]

  var byteCount: Int { commandOfStep.count * 8 + projections.count * 16 }

  mutating func add(_ projection: Fingerprint) { projections.append(projection) }

  mutating func add(_ command: DrivenStimulus) { commandOfStep.append(commands.number(of: command)) }

  mutating func addToStep(_ finding: Finding) {
    findingsOfStep[commandOfStep.count - 1, default: []].append(finding)
  }

  mutating func add(_ finding: Finding, at state: Int) {
    findingsOfState[state, default: []].append(finding)
  }
}
