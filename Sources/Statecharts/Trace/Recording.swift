/// The turns of a run while they are gathered: their effects in one list, so that a turn allocates nothing of its own.
///
/// The usual move of a chart and the usual set of a field are kept as numbers, and a cause that comes again is kept once;
/// they get their texts when the turns are asked for.
struct Recording: ~Copyable, Sendable {
  private struct Entry: BitwiseCopyable, Sendable {
    var time: Int
    /// Its place among the causes.
    var cause: Int32
    /// One past its last effect.
    var end: Int32
  }

  /// An effect of the root machine as numbers, or the next of those that are none.
  private enum Step: BitwiseCopyable, Sendable {
    case told
    /// A region moved from one atomic state to another.
    case moved(template: Int32, region: Int32, from: Int32, to: Int32)
    /// A field was set; the next two values are its old and its new one.
    case set(template: Int32, port: Int32)
  }

  private var entries = Chunks<Entry>()
  private var steps = Chunks<Step>()
  /// The effects that are not kept as numbers.
  private var effects = Chunks<Effect>()
  /// What fields were set to.
  private var values = Chunks<Value>()
  private var causes: [Cause] = []
  /// The causes that came last, by a hash of their bits; a miss costs no more than another place.
  private var recent: [KnownCause] = []
  /// Where steps, effects and values of the turn under way begin.
  private var start: Int32 = 0
  private var rest = Rest()
  private var count: Int32 = 0

  /// How many turns were kept.
  var turnCount: Int { entries.count }

  /// Whether the turn under way has had an effect.
  var isTurnEmpty: Bool {
    @inline(__always) get { start == count }
  }

  mutating func append(_ effect: Effect) {
    effects.append(effect)
    append(.told)
  }

  /// Appends the move of a region of the root machine from one atomic state to another.
  @inline(__always)
  mutating func appendMove(template: Int, region: Int, from: Int, to: Int) {
    append(.moved(template: Int32(template), region: Int32(region), from: Int32(from), to: Int32(to)))
  }

  /// Appends the set of a field of the root machine.
  @inline(__always)
  mutating func appendSet(template: Int, port: Int, _ old: consuming Value, _ new: consuming Value) {
    values.append(old)
    values.append(new)
    append(.set(template: Int32(template), port: Int32(port)))
  }

  @inline(__always)
  private mutating func append(_ step: Step) {
    steps.append(step)
    count &+= 1
  }

  /// Ends the turn under way and keeps it.
  mutating func keepTurn(_ cause: borrowing Cause, at time: Int) {
    entries.append(Entry(time: time, cause: place(of: cause), end: count))
    start = count
    rest = Rest(effect: effects.count, value: values.count)
  }

  /// A cause without a value, as the bits of its parts: what has the same bits is the same, as long as `causes` keeps it.
  private struct KnownCause: BitwiseCopyable, Sendable {
    var event: SIMD2<UInt64>
    var target: SIMD2<UInt64>
    var source: UInt8
    var isHeld: Bool
    var place: Int32 = -1

    @inline(__always)
    init(_ cause: borrowing Cause) {
      event = unsafeBitCast(cause.event, to: SIMD2<UInt64>.self)
      target = unsafeBitCast(cause.target, to: SIMD2<UInt64>.self)
      source = unsafeBitCast(cause.source, to: UInt8.self)
      isHeld = cause.isHeld
    }

    @inline(__always)
    var slot: Int { Int(truncatingIfNeeded: ((event.x ^ event.y ^ target.x) &* 0x9E37_79B9_7F4A_7C15) &>> 58) }

    @inline(__always)
    func isSame(as other: KnownCause) -> Bool {
      event == other.event && target == other.target && isHeld == other.isHeld && source == other.source
    }
  }

  private mutating func place(of cause: borrowing Cause) -> Int32 {
    let known = KnownCause(cause)
    let slot = known.slot
    if !recent.isEmpty, recent[slot].place >= 0, recent[slot].isSame(as: known), cause.value == nil {
      return recent[slot].place
    }
    return add(copy cause, known)
  }

  @inline(never)
  private mutating func add(_ cause: Cause, _ known: KnownCause) -> Int32 {
    if recent.isEmpty { recent = Array(repeating: known, count: 64) }
    causes.append(cause)
    if cause.value == nil {
      recent[known.slot] = known
      recent[known.slot].place = Int32(causes.count - 1)
    }
    return Int32(causes.count - 1)
  }

  /// Ends the turn under way and forgets it.
  mutating func dropTurn() {
    if isTurnEmpty { return }
    steps.removeAll(from: Int(start))
    effects.removeAll(from: rest.effect)
    values.removeAll(from: rest.value)
    count = start
  }

  // MARK: Texts

  /// Which effects and values come next.
  private struct Rest: Sendable {
    var effect = 0
    var value = 0
  }

  /// The effects of the turn under way.
  func effectsOfTurn(_ program: Program) -> [Effect] {
    var next = rest
    return effects(start..<count, from: &next, program)
  }

  /// The turns that were kept. Linear.
  func turns(_ program: Program) -> [Turn] {
    var start: Int32 = 0
    var next = Rest()
    return (0..<entries.count).map { index in
      let entry = entries[index]
      defer { start = entry.end }
      return Turn(
        time: entry.time, cause: causes[Int(entry.cause)], effects: effects(start..<entry.end, from: &next, program))
    }
  }

  private func effects(_ range: Range<Int32>, from next: inout Rest, _ program: Program) -> [Effect] {
    range.map { index in
      switch steps[Int(index)] {
      case .told:
        defer { next.effect += 1 }
        return effects[next.effect]
      case .moved(let template, let region, let from, let to):
        let chart = program.chart(Int(template))
        let texts = chart.table.pointee.leafTexts
        let name = chart.name(ofRegionAt: Int(region), in: program.templates[Int(template)])
        return .moved(region: name, from: texts[Int(from)], to: texts[Int(to)])
      case .set(let template, let port):
        defer { next.value += 2 }
        let name = program.templates[Int(template)].fields[Int(port)].name
        return .set(field: name, old: values[next.value], new: values[next.value + 1])
      }
    }
  }
}
