import Traces
import Turns

/// The steps of two trace files. It skips equal steps without decoding if the state that they set is equal in both
/// runs.
struct LineSteps: StepSource {
  private let runs: Sides<LinedTrace>
  private let table: LineTable
  private var decoders: Sides<TraceDecoder>
  /// By subject: whether it is equal in both runs, and whether its next secret will be.
  private var isSame: [(value: Bool, nextSecret: Bool)]
  /// Subjects that need a new comparison.
  private var touched: Set<Int32>
  /// By subject: the last skipped line that sets it, or -1.
  private var passed: [Int32]
  private var passedNames: [Int32] = []
  /// Skipped lines by kind.
  private var passedCounts: [Int]
  private var last = Sides<(step: Int, stimulus: Cause?)>(a: (0, nil), b: (0, nil))
  /// Set if a line no longer decodes because another process changed the file. The result is then invalid.
  private(set) var hasFailed = false

  init(_ runs: Sides<LinedTrace>, _ table: LineTable) {
    self.runs = runs
    self.table = table
    touched = Set(table.subjects.indices.map { Int32($0) })
    decoders = runs.map { TraceDecoder(behind: $0.header) }
    isSame = Array(repeating: (false, false), count: table.subjects.count)
    passed = Array(repeating: -1, count: table.subjects.count)
    passedCounts = Array(repeating: 0, count: table.kinds.count)
  }

  func stimulus(of step: Int, on side: DiffSide) -> Cause? {
    if step == 0 { return nil }
    if step == last[side].step { return last[side].stimulus }
    let run = runs[side]
    var decoder = decoders[side]
    let line = table.bytes(of: run.lines[run.places(of: step).lowerBound])
    guard case .turn(let turn)? = try? decoder.read(line: line) else { return nil }
    return turn.cause
  }

  func absence(of step: Int, on side: DiffSide) -> String? { nil }

  mutating func reactions(of step: Int, on side: DiffSide, from states: inout Sides<RunState>) -> [Reaction] {
    decodePassed(&states)
    let run = runs[side]
    var result = step == 0 ? states[side].open(run.header) : []
    var start: Int? = step == 0 ? 0 : nil
    for line in run.lines[run.places(of: step)] {
      guard let turn = turn(of: line, on: side) else { continue }
      if start == nil { last[side] = (step, turn.cause) }
      let offset = turn.time.subtractingReportingOverflow(start ?? turn.time).partialValue
      start = start ?? turn.time
      result += turn.reactions(at: offset, from: &states[side])
      for effect in turn.effects { touch(effect) }
    }
    return result
  }

  private mutating func turn(of line: Int32, on side: DiffSide) -> Turn? {
    guard case .turn(let turn)? = try? decoders[side].read(line: table.bytes(of: line)) else {
      hasFailed = true
      return nil
    }
    return turn
  }

  // MARK: What is passed

  mutating func passes(_ steps: Sides<Int>, _ states: inout Sides<RunState>) -> Bool {
    let places = runs.a.places(of: steps.a)
    guard steps.a > 0, steps.b > 0,
      runs.a.lines[places].elementsEqual(runs.b.lines[runs.b.places(of: steps.b)])
    else { return false }
    compare(&states)
    guard runs.a.lines[places].allSatisfy(canPass) else { return false }
    for place in places { pass(place) }
    return true
  }

  private func canPass(_ line: Int32) -> Bool {
    let kind = table.kinds[Int(table.facts[Int(line)].kind)]
    return !kind.hasRows
      && kind.names.allSatisfy { isSame[Int($0)].value && (!kind.hasSecrets || isSame[Int($0)].nextSecret) }
  }

  private mutating func pass(_ place: Int) {
    let kind = Int(table.facts[Int(runs.a.lines[place])].kind)
    passedCounts[kind] += 1
    for name in table.kinds[kind].names {
      if passed[Int(name)] < 0 { passedNames.append(name) }
      passed[Int(name)] = Int32(place)
    }
  }

  /// Applies the last skipped line of each subject to both runs. Secrets then have lower numbers than after full
  /// decoding, by the same amount in both runs.
  private mutating func decodePassed(_ states: inout Sides<RunState>) {
    if passedNames.isEmpty { return }
    for place in Set(passedNames.map { passed[Int($0)] }).sorted() {
      for side in DiffSide.allCases {
        _ = turn(of: runs.a.lines[Int(place)], on: side)?.reactions(at: 0, from: &states[side])
      }
    }
    for name in passedNames { passed[Int(name)] = -1 }
    passedNames = []
  }

  var passedOthers: [(subject: Reaction.Subject, count: Int)] {
    zip(table.kinds, passedCounts).flatMap { kind, count in
      count > 0 ? kind.others.map { (table.subjects[Int($0)], count) } : []
    }
  }

  // MARK: What is the same in both runs

  private mutating func compare(_ states: inout Sides<RunState>) {
    if touched.isEmpty { return }
    for number in touched {
      let subject = table.subjects[Int(number)]
      isSame[Int(number)] = (
        isSame(subject, &states),
        decoders.a.changeCount(of: subject.name.text) == decoders.b.changeCount(of: subject.name.text)
      )
    }
    touched = []
  }

  private func isSame(_ subject: Reaction.Subject, _ states: inout Sides<RunState>) -> Bool {
    guard let value = states.a[subject], value == states.b[subject] else { return false }
    if subject.kind == .moved {
      guard let a = decoders.a.state(of: subject.name.text), let b = decoders.b.state(of: subject.name.text) else {
        return false
      }
      return a.hasBytes(of: b)
    }
    // Values stored apart from a row's list may become invalid with each change of the list.
    if states.a.knowsRows(of: subject.name.text) || states.b.knowsRows(of: subject.name.text) { return false }
    return decoders.a.value(of: subject.name.text).map { $0 == decoders.b.value(of: subject.name.text) } ?? false
  }

  private mutating func touch(_ effect: Effect) {
    let subject = Reaction(of: effect).subject
    guard subject.kind.isStateful else { return }
    touch(subject)
    if let path = PathInRow(subject.name.text) { touch(Reaction.Subject(.set, Name(path.list))) }
  }

  private mutating func touch(_ subject: Reaction.Subject) {
    if let number = table.number(ofKnown: subject) { touched.insert(number) }
  }
}
