import Statecharts
import ViewModels

/// The steps that a search made, and what promises and recurrences say of its states.
///
/// 16 bytes for each step, and 16 and a bit for each state.
struct StateGraph: Sendable {
  struct Step: Sendable {
    let target: UInt32
    let number: Move.Number
    /// The milliseconds that pass.
    let time: Int
  }

  private let promises: [Promise]
  private(set) var steps: [Step] = []
  /// The steps out of each state: a state is followed once, so they stand together.
  private(set) var stepsOut: [Range<Int>] = []
  /// Where nothing waits: what is not done by the user does not happen. A crashed state is none.
  private(set) var isAtRest: [Bool] = []
  /// By promise and state.
  private(set) var holds: [[Bool]]
  private(set) var isKept: [[Bool]]
  /// By recurrence and state; of a state that was not followed it is taken to be so.
  private(set) var isPossible: [[Bool]]

  init(_ promises: [Promise], _ recurrences: [Recurrence]) {
    self.promises = promises
    isPossible = recurrences.map { _ in [] }
    holds = promises.map { _ in [] }
    isKept = promises.map { _ in [] }
  }

  var byteCount: Int { steps.count * 16 + isAtRest.count * (17 + 2 * promises.count + isPossible.count) }

  /// Adds the state that has the next number.
  mutating func add(_ snapshot: Snapshot) {
    stepsOut.append(steps.count..<steps.count)
    isAtRest.append(snapshot.fault == nil && snapshot.nextDue == nil)
    for (index, promise) in promises.enumerated() {
      holds[index].append(promise.holds(snapshot))
      isKept[index].append(promise.isKept(snapshot))
    }
    for index in isPossible.indices { isPossible[index].append(true) }
  }

  /// Notes what is not possible in a state that is being followed.
  mutating func note(possible: [Bool], in state: Int) {
    for (index, isPossible) in possible.enumerated() { self.isPossible[index][state] = isPossible }
  }

  /// Adds a step out of the state that is being followed.
  mutating func add(_ number: Move.Number, from state: Int, to target: Int, time: Int) {
    if stepsOut[state].isEmpty { stepsOut[state] = steps.count..<steps.count }
    steps.append(Step(target: UInt32(target), number: number, time: time))
    stepsOut[state] = stepsOut[state].lowerBound..<steps.count
  }

  /// Numbers the strongly connected components of the states that are taken in, as Tarjan (1972) finds them; -1 for the others,
  /// and for those that were not come to when no time was left.
  func components(of isTakenIn: [Bool], _ isOver: () -> Bool) -> [Int32] {
    var search = ComponentSearch(self, isTakenIn)
    for state in isAtRest.indices where isTakenIn[state] && !search.isCut { search.visit(state, isOver) }
    return search.component
  }
}

/// Tarjan's search, with a stack of its own: a way may be as long as there are states.
private struct ComponentSearch {
  private let graph: StateGraph
  private let isTakenIn: [Bool]
  private(set) var component: [Int32]
  private var count: Int32 = 0
  /// In which order states were entered, and the lowest number that can be reached from each; 0 before.
  private var number: [Int32]
  private var lowest: [Int32]
  private var entered: Int32 = 0
  /// The states that are in no component yet.
  private var pending: [Int] = []
  private var asked = 0
  /// Whether no time was left to visit the last one.
  private(set) var isCut = false
  /// The states on the way, each with the step that is looked at next.
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

/// What the steps of a search are called and what they break, in the order in which they were made.
struct StepLog: Sendable {
  /// Each command once, in the order in which they came first.
  private(set) var commands: [DrivenStimulus] = []
  private var numbers: [DrivenStimulus: Int] = [:]
  /// By step.
  private(set) var commandOfStep: [Int] = []
  /// By step and by state; nothing where nothing was found.
  private(set) var findingsOfStep: [Int: [Finding]] = [:]
  private(set) var findingsOfState: [Int: [Finding]] = [:]

  var byteCount: Int { commandOfStep.count * 8 }

  mutating func add(_ command: DrivenStimulus) {
    let number = numbers[command] ?? commands.count
    if number == commands.count {
      commands.append(command)
      numbers[command] = number
    }
    commandOfStep.append(number)
  }

  /// Takes in what the last step showed.
  mutating func addToStep(_ finding: Finding) {
    findingsOfStep[commandOfStep.count - 1, default: []].append(finding)
  }

  /// Takes in what a state shows.
  mutating func add(_ finding: Finding, at state: Int) {
    findingsOfState[state, default: []].append(finding)
  }
}
