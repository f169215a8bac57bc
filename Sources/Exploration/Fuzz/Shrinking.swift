import Statecharts
import ViewModels

/// Makes a script smaller that shows a finding, as long as it shows one of the same cause: commands are left out (delta
/// debugging), then held commands are let go, rows and values become simpler and times shorter.
struct Shrinking: Sendable {
  private let judge: StateJudge
  /// Where the script begins; nil where the machine is opened.
  private let start: Snapshot?
  private let group: Finding.Group
  /// As the script shows it.
  private(set) var finding: Finding
  private(set) var script: [DrivenStimulus]

  /// - Parameter script: Shows the finding.
  init(of finding: Finding, _ script: [DrivenStimulus], from start: Snapshot?, _ judge: StateJudge) {
    self.judge = judge
    self.start = start
    self.finding = finding
    self.script = script
    group = finding.group
  }

  /// Shrinks until nothing can be left out and nothing made simpler.
  ///
  /// - Returns: Whether it came so far; not when the watch ended it.
  mutating func run(_ watch: Fuzz.Watch) -> Bool {
    var isChanged = true
    while isChanged {
      isChanged = false
      for size in Self.sizes(upTo: script.count) where drop(size, watch) { isChanged = true }
      if simplify(watch) { isChanged = true }
      if watch() != nil { return false }
    }
    return true
  }

  /// Half of it, half of that, down to 1.
  private static func sizes(upTo count: Int) -> [Int] {
    sequence(first: max(1, count / 2)) { $0 > 1 ? $0 / 2 : nil }.map(\.self)
  }

  // MARK: Commands

  /// Leaves out so many commands at a time, wherever that can be.
  private mutating func drop(_ size: Int, _ watch: Fuzz.Watch) -> Bool {
    var (start, isChanged) = (0, false)
    while start < script.count, watch() == nil {
      var candidate = script
      candidate.removeSubrange(start..<min(start + size, script.count))
      if adopt(candidate) { isChanged = true } else { start += size }
    }
    return isChanged
  }

  // MARK: What they are

  private mutating func simplify(_ watch: Fuzz.Watch) -> Bool {
    var (index, isChanged) = (0, false)
    while index < script.count, watch() == nil {
      if simplifyCommand(at: index) { isChanged = true }
      index += 1
    }
    return isChanged
  }

  private mutating func simplifyCommand(at index: Int) -> Bool {
    var isChanged = false
    if script[index].isHeld, adopt(DrivenStimulus(script[index].stimulus), at: index) { isChanged = true }
    for stimulus in alternatives(at: index) where index < script.count {
      let isHeld = script[index].isHeld
      if adopt(DrivenStimulus(stimulus, isHeld: isHeld), at: index) {
        isChanged = true
        break
      }
    }
    if index < script.count, case .advance(let time?) = script[index].stimulus, shorten(time, at: index) {
      isChanged = true
    }
    return isChanged
  }

  /// What could be done in a command's place with the same control or request, the simplest first.
  private func alternatives(at index: Int) -> [Stimulus] {
    let stimulus = script[index].stimulus
    if case .advance(_?) = stimulus { return [.advance(milliseconds: nil)] }
    var run = ScriptRun(judge.finder.machine, from: start)
    run.drive(script[..<index])
    var stepper = Stepper(judge.finder.machine, from: run.snapshot)
    let extent = stimulus.extent
    let simpler = stepper.moves(judge.finder).map(\.stimulus).filter { $0.isLike(stimulus) && $0.extent < extent }
    return simpler.enumerated().sorted { ($0.element.extent, $0.offset) < ($1.element.extent, $1.offset) }
      .map(\.element)
  }

  /// Looks for the shortest time, as if every longer one did, too.
  private mutating func shorten(_ time: Int, at index: Int) -> Bool {
    var (shortest, rest, isHeld) = (1, time, script[index].isHeld)
    while shortest < rest, index < script.count {
      let middle = shortest + (rest - shortest) / 2
      isHeld = script[index].isHeld
      if adopt(DrivenStimulus(.advance(milliseconds: middle), isHeld: isHeld), at: index) {
        rest = middle
      } else {
        shortest = middle + 1
      }
    }
    return rest < time
  }

  // MARK: Whether it shows it still

  private mutating func adopt(_ command: DrivenStimulus, at index: Int) -> Bool {
    var candidate = script
    candidate[index] = command
    return adopt(candidate)
  }

  /// Takes a script that is simpler and shows it, as far as it is needed.
  private mutating func adopt(_ candidate: [DrivenStimulus]) -> Bool {
    guard let shown = shown(by: candidate), shown.script.extent < script.extent else { return false }
    (finding, script) = (shown, shown.script)
    return true
  }

  /// The first finding of the cause that a script shows, with the commands up to it that are not refused; nil when it shows none.
  private func shown(by candidate: [DrivenStimulus]) -> Finding? {
    var run = ScriptRun(judge.finder.machine, from: start)
    if let found = found(by: &run) { return found }
    for driven in candidate {
      run.drive(driven)
      if let found = found(by: &run) { return found }
    }
    return nil
  }

  private func found(by run: inout ScriptRun) -> Finding? {
    if finding.isOfState { run.judge(judge) }
    return run.findings.first { $0.group == group }
  }
}

extension Finding {
  /// Whether a state shows it, and no turn.
  fileprivate var isOfState: Bool {
    switch kind {
    case .trap, .hang, .alert: true
    case .broken: cause.isEmpty
    case .crash, .limit, .unrest, .unkept, .lost, .reached: false
    }
  }
}
