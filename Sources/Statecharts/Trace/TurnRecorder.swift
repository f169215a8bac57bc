/// Records turns in a few lists, so that a turn needs no allocation of its own.
///
/// Frequent moves and sets are numbers, and repeated causes are stored once; texts are made on reading.
struct TurnRecorder: ~Copyable, Sendable {
  /// Eight bytes, because touching new memory is the main cost of recording. Numbers describe the root machine.
  private enum Step: BitwiseCopyable, Sendable {
    case told
    /// The next of `lists` holds the turn's effects.
    case list
    /// Sets the template of the following steps.
    case of(template: UInt16)
    case moved(region: UInt16, from: UInt16, to: UInt16)
    /// The next of `configurations` holds the bits before and after.
    case reconfigured(region: UInt16)
    /// The next of `numbers` holds the old and new value.
    case setNumber(port: UInt16)
    /// The next two of `values` are the old and new value.
    case set(port: UInt16)
    case later
    case end(cause: Int32)
  }

  private var steps = Chunks<Step>()
  private var effects = Chunks<Effect>()
  private var lists = Chunks<[Effect]>()
  private var values = Chunks<Value>()
  private var numbers = Chunks<SIMD2<Int32>>()
  private var configurations = Chunks<SIMD2<UInt64>>()
  private var times = Chunks<Int>()
  private var causes: [Cause] = []
  private var firstCause: Int32 = 0
  /// By cause, the last cause that followed it. Causes with values are omitted.
  private var followers: [Int] = []
  /// The last cause without a value.
  private var lastPlace = 0
  /// The causes searched for a repetition; a missed one only costs memory.
  private static let searchedCauses = 64
  private(set) var turnCount = 0
  private var time = 0
  private var template = -1
  private var templateBefore = -1
  private var turn = Extent()
  private var watched: [Effect] = []
  /// Whether properties read effects, so that none may be a number.
  private let isWatched: Bool

  init(isWatched: Bool) {
    self.isWatched = isWatched
  }

  private struct Extent: Sendable {
    var steps = 0
    var effects = 0
    var lists = 0
    var values = 0
    var numbers = 0
    var configurations = 0
    var times = 0
    var template = -1
  }

  var isTurnEmpty: Bool {
    @inline(__always) get { turn.steps == 0 && watched.isEmpty }
  }

  mutating func append(_ effect: consuming Effect) {
    if isWatched {
      // Most turns have few effects, and a list that grows one by one is copied twice.
      if watched.capacity == 0 { watched.reserveCapacity(4) }
      return watched.append(effect)
    }
    effects.append(effect)
    turn.effects += 1
    append(.told)
  }

  private mutating func keepWatched() {
    lists.append(watched)
    steps.append(.list)
    watched = []
  }

  @inline(__always)
  mutating func appendMove(of template: Int, region: Int, from: Int, to: Int) {
    if template != self.template { change(to: template) }
    append(
      .moved(
        region: UInt16(truncatingIfNeeded: region), from: UInt16(truncatingIfNeeded: from),
        to: UInt16(truncatingIfNeeded: to)))
  }

  mutating func appendMove(of template: Int, region: Int, from: UInt64, to: UInt64) {
    if template != self.template { change(to: template) }
    configurations.append(SIMD2(from, to))
    turn.configurations &+= 1
    append(.reconfigured(region: UInt16(truncatingIfNeeded: region)))
  }

  @inline(__always)
  mutating func appendSet(of template: Int, port: Int, _ old: borrowing Value, _ new: borrowing Value) {
    if template != self.template { change(to: template) }
    if let old = old.smallNumber, let new = new.smallNumber {
      numbers.append(SIMD2(old, new))
      turn.numbers &+= 1
      return append(.setNumber(port: UInt16(truncatingIfNeeded: port)))
    }
    values.append(copy old)
    values.append(copy new)
    turn.values &+= 2
    append(.set(port: UInt16(truncatingIfNeeded: port)))
  }

  @inline(never)
  private mutating func change(to template: Int) {
    self.template = template
    append(.of(template: UInt16(truncatingIfNeeded: template)))
  }

  @inline(__always)
  private mutating func append(_ step: Step) {
    steps.append(step)
    turn.steps &+= 1
  }

  mutating func keepTurn(_ cause: borrowing Cause, at time: Int) {
    if !watched.isEmpty { keepWatched() }
    if time != self.time {
      self.time = time
      times.append(time)
      steps.append(.later)
    }
    steps.append(.end(cause: place(of: cause)))
    turnCount &+= 1
    if isTurnEmpty { return }
    turn = Extent()
    templateBefore = template
  }

  mutating func dropTurn() {
    if !watched.isEmpty { watched.removeAll(keepingCapacity: true) }
    if turn.steps == 0 { return }
    steps.removeAll(from: steps.count - turn.steps)
    effects.removeAll(from: effects.count - turn.effects)
    values.removeAll(from: values.count - turn.values)
    numbers.removeAll(from: numbers.count - turn.numbers)
    configurations.removeAll(from: configurations.count - turn.configurations)
    turn = Extent()
    template = templateBefore
  }

  /// Keeps the memory for reuse.
  mutating func forget() {
    steps.removeAll(from: 0)
    effects.removeAll(from: 0)
    lists.removeAll(from: 0)
    values.removeAll(from: 0)
    numbers.removeAll(from: 0)
    configurations.removeAll(from: 0)
    times.removeAll(from: 0)
    firstCause &+= Int32(causes.count)
    causes.removeAll(keepingCapacity: true)
    followers.removeAll(keepingCapacity: true)
    turnCount = 0
    time = 0
    template = -1
    templateBefore = -1
    turn = Extent()
  }

  // MARK: Causes

  /// A cause without a value usually follows the same cause as before; else the last ones are searched.
  @inline(__always)
  private mutating func place(of cause: borrowing Cause) -> Int32 {
    guard case nil = cause.value else { return append(copy cause) }
    if lastPlace < followers.count {
      let place = followers[lastPlace]
      if place < causes.count, isCause(at: place, cause) {
        lastPlace = place
        return firstCause &+ Int32(truncatingIfNeeded: place)
      }
    }
    return find(copy cause)
  }

  @inline(never)
  private mutating func find(_ cause: Cause) -> Int32 {
    let known = causes.indices.suffix(Self.searchedCauses).last { isCause(at: $0, cause) && causes[$0].value == nil }
    let place = known ?? causes.count
    if lastPlace < followers.count { followers[lastPlace] = place }
    lastPlace = place
    return known.map { firstCause &+ Int32($0) } ?? append(cause)
  }

  private mutating func append(_ cause: Cause) -> Int32 {
    causes.append(cause)
    followers.append(.max)
    return firstCause &+ Int32(causes.count - 1)
  }

  /// Compares texts by identity, for speed; a missed match only costs memory.
  @inline(__always)
  private func isCause(at place: Int, _ cause: borrowing Cause) -> Bool {
    let span = causes.span
    return span[place].event.isVerySame(as: cause.event) && span[place].target.isVerySame(as: cause.target)
      && span[place].source == cause.source && span[place].isHeld == cause.isHeld
  }

  // MARK: Texts

  func effectsOfTurn(_ program: Program) -> [Effect] {
    if isWatched { return watched }
    var next = Extent(
      effects: effects.count - turn.effects, values: values.count - turn.values, numbers: numbers.count - turn.numbers,
      configurations: configurations.count - turn.configurations)
    next.template = templateBefore
    var result: [Effect] = []
    result.reserveCapacity(turn.steps)
    for index in steps.count - turn.steps..<steps.count {
      if let effect = effect(of: steps[index], &next, program) { result.append(effect) }
    }
    return result
  }

  /// Makes the turns. Linear.
  func turns(_ program: Program) -> [Turn] {
    var turns: [Turn] = []
    turns.reserveCapacity(turnCount)
    var next = Extent()
    var (time, effects) = (0, [Effect]())
    for index in 0..<steps.count - turn.steps {
      switch steps[index] {
      case .later:
        time = times[next.times]
        next.times += 1
      case .list:
        effects = lists[next.lists]
        next.lists += 1
      case .end(let cause):
        turns.append(Turn(time: time, cause: causes[Int(cause - firstCause)], effects: effects))
        effects = []
      case let step:
        if let effect = effect(of: step, &next, program) { effects.append(effect) }
      }
    }
    return turns
  }

  private func effect(of step: Step, _ next: inout Extent, _ program: Program) -> Effect? {
    switch step {
    case .told:
      defer { next.effects += 1 }
      return effects[next.effects]
    case .of(let template):
      next.template = Int(template)
      return nil
    case .moved(let region, let from, let to):
      let chart = program.chart(next.template)
      let texts = chart.table.leafTexts
      let name = chart.name(ofRegionAt: Int(region), in: program.templates[next.template])
      return .moved(region: name, from: texts[Int(from)], to: texts[Int(to)])
    case .reconfigured(let region):
      defer { next.configurations += 1 }
      let (before, after) = (configurations[next.configurations].x, configurations[next.configurations].y)
      let chart = program.chart(next.template)
      let root = chart.table.regions[Int(region)]
      return .moved(
        region: chart.name(ofRegionAt: Int(region), in: program.templates[next.template]),
        from: chart.text(of: StateSet(first: before), in: root), to: chart.text(of: StateSet(first: after), in: root))
    case .setNumber(let port):
      defer { next.numbers += 1 }
      let (old, new) = (numbers[next.numbers].x, numbers[next.numbers].y)
      let name = program.templates[next.template].fields[Int(port)].name
      return .set(field: name, old: .int(Int(old)), new: .int(Int(new)))
    case .set(let port):
      defer { next.values += 2 }
      let name = program.templates[next.template].fields[Int(port)].name
      return .set(field: name, old: values[next.values], new: values[next.values + 1])
    case .list, .later, .end:
      return nil
    }
  }
}

extension Value {
  @inline(__always)
  fileprivate var smallNumber: Int32? {
    if case .int(let number) = self { Int32(exactly: number) } else { nil }
  }
}
