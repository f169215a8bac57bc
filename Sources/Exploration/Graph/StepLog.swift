import Statecharts

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
