import SeededRandom
import Traces
import Turns

/// Small random runs over few names, so that equal things meet often.
struct RandomRuns {
  private var random: SplitMix64
  private var fields: [Int: Value] = [:]
  private var state = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// A run of up to twelve turns.
  func run() -> Trace {
    var copy = self
    return copy.trace(copy.turns(Int.random(in: 0...12, using: &copy.random)))
  }

  /// A run of so many turns.
  func run(of count: Int) -> Trace {
    var copy = self
    return copy.trace(copy.turns(count))
  }

  /// A run, and the same run with up to three turns changed, taken out, doubled or moved in time.
  func pair() -> (Trace, Trace) {
    var copy = self
    let turns = copy.turns(Int.random(in: 0...12, using: &copy.random))
    var others = turns
    for _ in 0..<Int.random(in: 0...3, using: &copy.random) { copy.edit(&others) }
    return (copy.trace(turns), copy.trace(others))
  }

  private func trace(_ turns: [Turn]) -> Trace {
    let header = Trace.Header(
      machine: "random", definition: "", phase: [RegionState("r", "s0")],
      fields: [Member("f0", 0), Member("f1", .secret("hidden0"))])
    return Trace(header: header, turns: turns, end: Trace.End(phase: [], time: 0))
  }

  private mutating func turns(_ count: Int) -> [Turn] {
    var time = 0
    return (0..<count).map { _ in
      time += pick(3) * 100
      return turn(at: time)
    }
  }

  private mutating func edit(_ turns: inout [Turn]) {
    guard let place = turns.indices.randomElement(using: &random) else { return turns.append(turn(at: 0)) }
    switch pick(5) {
    case 0: turns.remove(at: place)
    case 1: turns.insert(turns[place], at: place)
    case 2: turns[place].effects.append(effect())
    case 3: turns[place].effects.reverse()
    default: for index in place..<turns.count { turns[index].time += 50 }
    }
  }

  private mutating func turn(at time: Int) -> Turn {
    let isUser = pick(2) == 0
    let value: Value? = pick(3) == 0 ? .int(pick(2)) : nil
    let cause = Cause(isUser ? .user : .delay, "tap", on: "b\(pick(2))", value: isUser ? value : nil)
    return Turn(time: time, cause: cause, effects: (0..<pick(5)).map { _ in effect() })
  }

  private mutating func effect() -> Effect {
    switch pick(10) {
    case 0, 1:
      let old = state
      state = pick(3)
      return .moved(region: "r", from: "s\(old)", to: "s\(state)")
    case 2, 3: return .set(field: "f0", old: 0, new: .int(pick(4)))
    case 4: return .set(field: "f1", old: .secret("hidden0"), new: .secret(.string("hidden\(pick(3))")))
    case 5: return .set(field: "f2", old: [], new: .list((0..<pick(4)).map { _ in .int(pick(3)) }))
    case 6: return .output(subject: "o\(pick(2))", value: ["k": .int(pick(3)), "t": ["é", "e\u{301}", "e"][pick(3)]])
    case 7: return .requested(service: "q", input: .int(pick(2)))
    case 8: return [.pushed(page: "p\(pick(2))"), .refused(name: "b0", reason: "x\(pick(2))")][pick(2)]
    default: return .tie(chosen: "x", over: ["y"])
    }
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
