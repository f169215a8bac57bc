import Files
import Traces
import Turns

/// Two stored traces cut into steps. What is equal in both is passed by its bytes, where what it touches is equal too; only
/// the rest is read.
struct StoredSteps: StepSource {
  private let indices: Sides<TraceIndex>
  private let sorts: LineClasses
  private let twins: [TwinRun]
  /// The run in which the last step stood that was asked for.
  private var twin = 0
  private var readers: Sides<TurnReader>
  /// By number, whether a field or region is the same in both runs, in every respect that could be seen later.
  private var isSettled: [Bool]
  /// What was read since that was last looked at; nil for everything.
  private var touched: Set<Reaction.Subject>?
  /// By sort, how many lines were passed and not taken in, and the last of them in the first trace.
  private var passed: [(count: Int, last: Int)]
  private var passedSorts: [Int] = []
  /// By sort, how many lines were passed at all.
  private var passedCounts: [Int]
  private var stimuli = Sides<(step: Int, cause: Cause?)>(a: (0, nil), b: (0, nil))
  /// Whether a line could not be read after all, so that nothing that was found holds.
  private(set) var hasFailed = false

  init(_ indices: Sides<TraceIndex>, _ sorts: LineClasses) {
    self.indices = indices
    self.sorts = sorts
    twins = indices.b.twins
    readers = indices.map { TurnReader($0.header) }
    isSettled = Array(repeating: false, count: sorts.subjects.count)
    passed = Array(repeating: (0, 0), count: sorts.rows.count)
    passedCounts = Array(repeating: 0, count: sorts.rows.count)
  }

  func stimulus(of step: Int, on side: DiffSide) -> Cause? {
    if stimuli[side].step == step || step == 0 { return step == 0 ? nil : stimuli[side].cause }
    return Self.cause(of: indices[side].line(indices[side].lines(of: step).lowerBound))
  }

  /// A machine that cannot do a step is in no file.
  func absence(of step: Int, on side: DiffSide) -> String? { nil }

  mutating func reactions(of step: Int, on side: DiffSide, from states: inout Sides<RunState>) -> [Reaction] {
    takeIn(&states)
    let index = indices[side]
    var result = step == 0 ? states[side].open(index.header) : []
    var start: Int? = step == 0 ? 0 : nil
    for number in index.lines(of: step) {
      guard let turn = read(index.line(number), on: side) else { continue }
      if start == nil { stimuli[side] = (step, turn.cause) }
      let offset = turn.time.subtractingReportingOverflow(start ?? turn.time).partialValue
      start = start ?? turn.time
      result += turn.reactions(at: offset, from: &states[side])
      for effect in turn.effects { touch(effect) }
    }
    return result
  }

  // MARK: What is equal

  mutating func passes(_ steps: Sides<Int>, _ states: inout Sides<RunState>) -> Bool {
    guard steps.a > 0, steps.b > 0 else { return false }
    let lines = indices.a.lines(of: steps.a)
    guard areTwins(indices.b.lines(of: steps.b), lines) || isEqualStep(steps) else { return false }
    settle(&states)
    for line in lines {
      let sort = sorts.rows[Int(indices.a.classes[line])]
      if sort.isOpaque || !sort.names.allSatisfy({ isSettled[$0.name] }) { return false }
    }
    for line in lines {
      let sort = Int(indices.a.classes[line])
      if passed[sort].count == 0 { passedSorts.append(sort) }
      passed[sort] = (passed[sort].count + 1, line)
    }
    return true
  }

  /// Whether lines of the second trace are known to have the bytes of lines of the first.
  private mutating func areTwins(_ lines: Range<Int>, _ others: Range<Int>) -> Bool {
    guard lines.count == others.count, !twins.isEmpty else { return false }
    while twin + 1 < twins.count, twins[twin + 1].line <= lines.lowerBound { twin += 1 }
    while twin > 0, twins[twin].line > lines.lowerBound { twin -= 1 }
    guard let other = twins[twin].other, other + lines.lowerBound - twins[twin].line == others.lowerBound else {
      return false
    }
    return twin + 1 == twins.count || lines.upperBound <= twins[twin + 1].line
  }

  private func isEqualStep(_ steps: Sides<Int>) -> Bool {
    let bytes = Sides(a: indices.a.bytes(of: steps.a), b: indices.b.bytes(of: steps.b))
    return bytes.a.count == bytes.b.count && isEqual(bytes.a.baseAddress!, bytes.b.baseAddress!, bytes.a.count)
  }

  /// Notes again which of the fields and regions that were read are the same in both runs.
  private mutating func settle(_ states: inout Sides<RunState>) {
    if let touched, touched.isEmpty { return }
    for subject in touched ?? Set(sorts.subjects) {
      guard let number = sorts.number(of: subject) else { continue }
      isSettled[number] = isSame(subject, &states)
    }
    touched = []
  }

  private func isSame(_ subject: Reaction.Subject, _ states: inout Sides<RunState>) -> Bool {
    guard let value = states.a[subject], value == states.b[subject] else { return false }
    if subject.kind == .transition {
      guard let a = readers.a.state.state(of: subject.name), let b = readers.b.state.state(of: subject.name) else {
        return false
      }
      return a.utf8.elementsEqual(b.utf8)
    }
    guard let known = readers.a.state.value(of: subject.name) else { return false }
    return known == readers.b.state.value(of: subject.name)
      && readers.a.changeCount(of: subject.name) == readers.b.changeCount(of: subject.name)
  }

  private mutating func touch(_ effect: Effect) {
    switch effect {
    case .set(let name, _, _):
      touched?.insert(Reaction.Subject(.field, name))
      if let path = PathInRow(name) { touched?.insert(Reaction.Subject(.field, path.list)) }
    case .moved(let name, _, _):
      touched?.insert(Reaction.Subject(.transition, name))
      if let path = PathInRow(name) { touched?.insert(Reaction.Subject(.field, path.list)) }
    default: break
    }
  }

  // MARK: What was passed

  /// Brings readers and states to where the runs are, behind what was passed: each field and region is what the last line
  /// that tells of it says.
  private mutating func takeIn(_ states: inout Sides<RunState>) {
    guard !passedSorts.isEmpty else { return }
    var changes: [Int: Int] = [:]
    for sort in passedSorts {
      passedCounts[sort] += passed[sort].count
      for (name, values) in sorts.rows[sort].names { changes[name, default: 0] += values * passed[sort].count }
    }
    for sort in passedSorts.sorted(by: { passed[$0].last > passed[$1].last }) {
      let names = sorts.rows[sort].names.map(\.name).filter { changes[$0] != nil }
      if !names.isEmpty { takeIn(names, of: passed[sort].last, &changes, &states) }
      passed[sort] = (0, 0)
    }
    passedSorts = []
  }

  private mutating func takeIn(
    _ names: [Int], of line: Int, _ changes: inout [Int: Int], _ states: inout Sides<RunState>
  ) {
    var fields = TraceLine(reading: Array(indices.a.line(line)))
    let last = fields?.lastValues() ?? [:]
    for name in names {
      let subject = sorts.subjects[name]
      guard let value = last[subject], let count = changes.removeValue(forKey: name) else {
        hasFailed = true
        continue
      }
      for side in DiffSide.allCases {
        var reaction = Reaction(subject.kind, subject.name, [value])
        if subject.kind == .field {
          reaction.values = [readers[side].pass(subject.name, changes: count, to: value)]
        } else if case .string(let place) = value {
          readers[side].pass(subject.name, at: place)
        }
        states[side].nameRow(of: &reaction)
        states[side].fold(reaction)
      }
    }
  }

  /// What happened in all lines that were passed beside fields and regions: once each, and how often.
  var passedOthers: [(reaction: Reaction, count: Int)] {
    sorts.rows.indices.flatMap { sort in
      sorts.rows[sort].others.map { ($0, passedCounts[sort] + passed[sort].count) }.filter { $0.1 > 0 }
    }
  }

  // MARK: Lines

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, on side: DiffSide) -> Turn? {
    guard var fields = TraceLine(reading: Array(line)), let turn = try? readers[side].turn(from: &fields) else {
      hasFailed = true
      return nil
    }
    return turn
  }

  private static func cause(of line: UnsafeBufferPointer<UInt8>) -> Cause? {
    guard var fields = TraceLine(reading: Array(line)) else { return nil }
    var reader = TurnReader(Trace.Header(machine: "", definition: ""))
    return try? reader.turn(from: &fields).cause
  }
}
