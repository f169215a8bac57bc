/// The turns of a run while they are gathered: all their effects in one list, so that a turn allocates nothing of its own.
struct Recording: Sendable {
  private struct Entry: Sendable {
    var time: Int
    var cause: Cause
    /// One past its last effect.
    var end: Int
  }

  private var entries = Chunks<Entry>()
  private var effects = Chunks<Effect>()
  /// Where the effects of the turn under way begin.
  private var start = 0
  private var count = 0

  /// How many turns were kept.
  var turnCount: Int { entries.count }

  /// Whether the turn under way has had an effect.
  var isTurnEmpty: Bool {
    @inline(__always) get { start == count }
  }

  @inline(__always)
  mutating func append(_ effect: Effect) {
    effects.append(effect)
    count &+= 1
  }

  /// The effects of the turn under way.
  var effectsOfTurn: [Effect] { effects[start..<count] }

  /// Ends the turn under way and keeps it.
  mutating func keepTurn(_ cause: Cause, at time: Int) {
    entries.append(Entry(time: time, cause: cause, end: count))
    start = count
  }

  /// Ends the turn under way and forgets it.
  mutating func dropTurn() {
    if isTurnEmpty { return }
    effects.removeAll(from: start)
    count = start
  }

  /// The turns that were kept. Linear.
  var turns: [Turn] {
    var start = 0
    return (0..<entries.count).map { index in
      let entry = entries[index]
      defer { start = entry.end }
      return Turn(time: entry.time, cause: entry.cause, effects: effects[start..<entry.end])
    }
  }
}
