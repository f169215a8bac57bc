import Statecharts
import ViewModels

/// What keys do not show of objects of user code, checked for a sample of states when the search ends.
extension Search {
  /// Each check drives a whole script, so a search checks few states.
  private static var mostEnds: Int { 16 }
  /// Time often shows what an object hides.
  private static var instantsBehindMove: Int { 2 }

  mutating func checkObjects() {
    guard machine.runsObjects else { return }
    let stride = max(1, table.count / Self.mostEnds)
    for state in Swift.stride(from: 0, to: table.count, by: stride) {
      if options.isOver() || options.interruption() != nil { return }
      checkEnd(at: state)
    }
    for escape in machine.objects?.escapes() ?? [] {
      report.add(ofObject: "in a run that had ended, or been left by another one, \(escape)", [])
    }
    for repetition in repetitions.sample {
      if report.doubtsRuns || options.isOver() || options.interruption() != nil { return }
      checkHistories(of: repetition)
    }
  }

  /// Finds what remains of an object that ends in a state.
  private mutating func checkEnd(at state: Int) {
    if let way = way(to: state) { checkEnd(in: way.snapshot, behind: way.script) }
  }

  private mutating func checkEnd(in snapshot: Snapshot, behind script: [DrivenStimulus]) {
    var stepper = Stepper(machine, from: snapshot)
    if let remains = stepper.remainsOfObject() { report.add(ofObject: remains, script) }
  }

  /// Does the same after two histories with equal keys, and compares the keys.
  private mutating func checkHistories(of repetition: Repetition) {
    guard let one = way(to: repetition.state), let parent = way(to: repetition.parent) else { return }
    var stepper = Stepper(machine, from: parent.snapshot)
    stepper.isRecording = false
    guard let last = stepper.make(repetition.number, finder) else { return }
    let other = (script: parent.script + [last], snapshot: stepper.snapshot)
    // What no key shows may hold the object.
    checkEnd(in: other.snapshot, behind: other.script)
    stepper.snapshot = one.snapshot
    var keys = KeyMaker(machine.program)
    for move in stepper.moves(finder) {
      let steps = [DrivenStimulus(move.stimulus)] + Array(repeating: .nextInstant, count: Self.instantsBehindMove)
      var ends = [one.snapshot, other.snapshot]
      for (place, step) in steps.enumerated() {
        for index in ends.indices {
          stepper.snapshot = ends[index]
          if place > 0, !stepper.goesOnByTime { continue }
          stepper.step(step.stimulus)
          ends[index] = stepper.snapshot
        }
        guard keys.key(of: ends[0]) != keys.key(of: ends[1]) else { continue }
        var finding = Finding(kind: .object, name: missingField(between: ends[0], ends[1]), cause: "")
        let rest = steps[...place]
        finding.otherScript = other.script + rest
        return report.add(finding) { one.script + rest }
      }
    }
  }

  private func missingField(between first: Snapshot, _ second: Snapshot) -> String {
    let fields = zip(machine.fields(of: first), machine.fields(of: second))
    let differing = fields.first { $0 != $1 }.map { "'\($0.0.path)'" } ?? "its work, requests or phases"
    return "a field is missing: two histories end in the same visible state, and the same commands then give another "
      + "value of \(differing); show what the object keeps by a 'Field'"
  }
}

/// An arrival at a known state in which nothing waits: its history and that of the state have one key. What differs
/// then is in the object, and not in a task that waits.
struct Repetition {
  let state: Int
  let parent: Int
  let number: Move.Number
}

/// An even sample of repetitions, which depends only on their order.
struct Repetitions {
  private(set) var sample: [Repetition] = []
  private var stillStates: Set<Int> = []
  private var count = 0
  private var stride = 1
  private static let most = 16

  mutating func note(_ state: Int, _ snapshot: Snapshot) {
    if snapshot.workCount == 0, snapshot.requests.allSatisfy(\.isEnded) { stillStates.insert(state) }
  }

  mutating func add(_ repetition: Repetition) {
    guard stillStates.contains(repetition.state) else { return }
    defer { count += 1 }
    guard count.isMultiple(of: stride) else { return }
    sample.append(repetition)
    guard sample.count > Self.most else { return }
    sample = sample.indices.filter { $0.isMultiple(of: 2) }.map { sample[$0] }
    stride *= 2
  }
}

extension Finding {
  /// A step that leads elsewhere when it is made again, in another process.
  static var unrepeatable: Finding {
    Finding(kind: .object, name: ObjectOperations.unrepeatable("the state was another one"), cause: "")
  }
}

extension SearchReport {
  /// Whether something was found because of which runs differ anyway.
  package var doubtsRuns: Bool { findings.contains { $0.kind == .object || $0.kind == .crash } }

  /// Adds what is wrong with an object, by a sentence.
  package mutating func add(ofObject sentence: String, _ script: [DrivenStimulus]) {
    add(Finding(kind: .object, name: sentence, cause: "")) { script }
  }
}
