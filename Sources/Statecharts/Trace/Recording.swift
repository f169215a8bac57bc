/// The turns of a run while they are gathered: their effects in one list, so that a turn allocates nothing of its own.
///
/// The usual move of a chart is kept as numbers, and a cause that comes again is kept once; both get their texts when the
/// turns are asked for.
struct Recording: Sendable {
  private struct Entry: BitwiseCopyable, Sendable {
    var time: Int
    /// Its place among the causes.
    var cause: Int32
    /// One past its last effect.
    var end: Int32
  }

  /// An effect that is kept as numbers, or, with a region below 0, the next of those that are not.
  private struct Step: BitwiseCopyable, Sendable {
    var template: Int32 = 0
    var region: Int32 = -1
    var from: Int32 = 0
    var to: Int32 = 0
  }

  private var entries = Chunks<Entry>()
  private var steps = Chunks<Step>()
  /// The effects that are not kept as numbers.
  private var effects = Chunks<Effect>()
  private var causes: [Cause] = []
  /// The place of the cause that came last with the same hash; a miss costs no more than another place.
  private var recent: [Int32] = Array(repeating: -1, count: 64)
  /// Where steps and effects of the turn under way begin.
  private var start: Int32 = 0
  private var firstEffect = 0
  private var count: Int32 = 0

  /// How many turns were kept.
  var turnCount: Int { entries.count }

  /// Whether the turn under way has had an effect.
  var isTurnEmpty: Bool {
    @inline(__always) get { start == count }
  }

  mutating func append(_ effect: Effect) {
    effects.append(effect)
    append(Step())
  }

  /// Appends the move of a region of the root machine from one atomic state to another.
  @inline(__always)
  mutating func appendMove(template: Int, region: Int, from: Int, to: Int) {
    append(Step(template: Int32(template), region: Int32(region), from: Int32(from), to: Int32(to)))
  }

  @inline(__always)
  private mutating func append(_ step: Step) {
    steps.append(step)
    count &+= 1
  }

  /// Ends the turn under way and keeps it.
  mutating func keepTurn(_ cause: Cause, at time: Int) {
    entries.append(Entry(time: time, cause: place(of: cause), end: count))
    start = count
    firstEffect = effects.count
  }

  private mutating func place(of cause: Cause) -> Int32 {
    let slot = (cause.event.utf8.count &* 7 &+ Int(cause.event.utf8.first ?? 0) &+ cause.target.utf8.count) & 63
    let known = recent[slot]
    if known >= 0, causes[Int(known)] == cause { return known }
    causes.append(cause)
    recent[slot] = Int32(causes.count - 1)
    return Int32(causes.count - 1)
  }

  /// Ends the turn under way and forgets it.
  mutating func dropTurn() {
    if isTurnEmpty { return }
    steps.removeAll(from: Int(start))
    effects.removeAll(from: firstEffect)
    count = start
  }

  // MARK: Texts

  /// The effects of the turn under way.
  func effectsOfTurn(_ program: Program) -> [Effect] {
    var next = firstEffect
    return effects(start..<count, from: &next, program)
  }

  /// The turns that were kept. Linear.
  func turns(_ program: Program) -> [Turn] {
    var start: Int32 = 0
    var next = 0
    return (0..<entries.count).map { index in
      let entry = entries[index]
      defer { start = entry.end }
      return Turn(
        time: entry.time, cause: causes[Int(entry.cause)], effects: effects(start..<entry.end, from: &next, program))
    }
  }

  private func effects(_ range: Range<Int32>, from next: inout Int, _ program: Program) -> [Effect] {
    range.map { index in
      let step = steps[Int(index)]
      if step.region >= 0 { return effect(of: step, program) }
      defer { next += 1 }
      return effects[next]
    }
  }

  private func effect(of step: Step, _ program: Program) -> Effect {
    let chart = program.chart(Int(step.template))
    let name = chart.name(ofRegionAt: Int(step.region), in: program.templates[Int(step.template)])
    return .moved(
      region: name, from: chart.table.pointee.leafTexts[Int(step.from)], to: chart.table.pointee.leafTexts[Int(step.to)]
    )
  }
}
