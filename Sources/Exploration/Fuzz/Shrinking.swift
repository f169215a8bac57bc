import Statecharts
import ViewModels

/// Shrinks a script while it shows a finding of the same cause: removes commands (delta debugging), releases held
/// commands, simplifies rows and values, shortens times.
struct Shrinking: Sendable {
  private let judge: StateJudge
  /// Nil to open the machine.
  private let start: Snapshot?
  private let group: Finding.Group
  private(set) var finding: Finding
  private(set) var script: [DrivenStimulus]

  init(of finding: Finding, _ script: [DrivenStimulus], from start: Snapshot?, _ judge: StateJudge) {
    self.judge = judge
    self.start = start
    self.finding = finding
    self.script = script
    group = finding.group
  }

  /// Returns true when nothing can be removed or simplified, false if the watch ended it.
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

  private static func sizes(upTo count: Int) -> [Int] {
    sequence(first: max(1, count / 2)) { $0 > 1 ? $0 / 2 : nil }.map(\.self)
  }

  // MARK: Commands

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

  /// Simpler stimuli for the same control or request, the simplest first.
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

  /// Binary search, which assumes that every longer time also works.
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

  /// Accepts a smaller script that still shows the finding, cut after it.
  private mutating func adopt(_ candidate: [DrivenStimulus]) -> Bool {
    guard let shown = shown(by: candidate), shown.script.extent < script.extent else { return false }
    (finding, script) = (shown, shown.script)
    return true
  }

  /// The finding, with the accepted commands up to it; nil if the script does not show it.
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
  /// Whether a state shows it, not a turn.
  fileprivate var isOfState: Bool {
    switch kind {
    case .trap, .hang, .alert: true
    case .broken: cause.isEmpty
    case .crash, .limit, .unrest, .unkept, .lost, .reached, .object: false
    }
  }
}
