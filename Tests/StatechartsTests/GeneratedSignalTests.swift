import SeededRandom
import Testing

@testable import Statecharts

/// Generated wirings against a second way to the same answers.
struct GeneratedSignalTests {
  @Test(
    "a generated wiring of the operators, those of signals of signals and of time too, sends what lists of events say",
    arguments: 0..<20)
  func generated(seed: Int) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let wired = Wired.random(depth: 4, &random)
      let happenings = (0..<Int.random(in: 0..<14, using: &random)).map { _ in Happening.random(&random) }
      guard Self.sent(wired, happenings) != SignalOracle.events(wired, happenings) else { continue }
      let (less, fewer) = Self.shrunk(wired, happenings)
      Issue.record(
        """
        \(less) with \(fewer)
        kernel: \(Self.sent(less, fewer))
        lists:  \(SignalOracle.events(less, fewer))
        """)
      return
    }
  }

  @Test("the lists know the answers of the vectors")
  func oracle() {
    let ab: [Happening] = [(0, 1), (1, 2), (0, 3), (1, 4)].map { Happening(subject: $0.0, event: .next(.int($0.1))) }
    #expect(
      SignalOracle.events(.latest([.subject(0), .subject(1)]), ab) == ["next [1, 2]", "next [3, 2]", "next [3, 4]"])
    #expect(SignalOracle.events(.takeUntil(.subject(0), .subject(1)), ab) == ["next 1", "completed"])
    #expect(
      SignalOracle.events(.merge([.subject(0), .subject(0)]), Array(ab.prefix(1))) == ["next 1", "next 1"])
    #expect(SignalOracle.events(.take(1, .list([5, 6], end: .completed)), []) == ["next 5", "completed"])
  }

  @Test("the lists know signals of signals and time")
  func oracleOfSignals() {
    let happen = { (acts: (Int, SignalEvent)...) in acts.map { Happening(subject: $0.0, event: $0.1) } }
    let inners: [Wired.Inner] = [.list([5, 6], end: .completed), .subject(1), .list([7], end: nil)]
    let acts = happen(
      (0, .next(0)), (0, .next(1)), (1, .next(8)), (0, .next(2)), (1, .next(9)), (0, .completed), (1, .completed))
    #expect(
      SignalOracle.events(.each(.flatten, .subject(0), inners), acts) == [
        "next 5", "next 6", "next 8", "next 7", "next 9",
      ])
    #expect(
      SignalOracle.events(.each(.switchToLatest, .subject(0), inners), acts) == [
        "next 5", "next 6", "next 8", "next 7",
      ])
    #expect(
      SignalOracle.events(.each(.concat, .subject(0), inners), acts) == [
        "next 5", "next 6", "next 8", "next 9", "next 7",
      ])
    let two = Array(inners.prefix(2))
    #expect(
      SignalOracle.events(.each(.concat, .subject(0), two), happen((0, .next(0)), (0, .completed))).last == "completed")
    #expect(
      SignalOracle.events(.later(130, .subject(0)), happen((0, .next(1)), (0, .next(2)), (0, .error("E")))) == [
        "next 1", "error \"E\"",
      ])
  }

  /// What the kernel sends.
  static func sent(_ wired: Wired, _ happenings: [Happening]) -> [String] {
    var simulation = Simulation.probe(wirings: [Wired.list]) { wired.plan($0) }
    simulation.start()
    for (index, happening) in happenings.enumerated() {
      simulation.advance(to: 100 * index)
      simulation.act { turn, me in
        switch happening.event {
        case .next(let value): turn.send(value, by: me, port: 2 + happening.subject)
        case .error(let error): turn.fail(me, port: 2 + happening.subject, error)
        case .completed: turn.complete(me, port: 2 + happening.subject)
        }
      }
    }
    simulation.advance(to: 100_000)
    return simulation.kernel.snapshot.fault.map { ["fault \($0)"] } ?? simulation.said()
  }

  /// A smaller case that still differs.
  private static func shrunk(_ wired: Wired, _ happenings: [Happening]) -> (Wired, [Happening]) {
    let differs = { (wired: Wired, happenings: [Happening]) in
      sent(wired, happenings) != SignalOracle.events(wired, happenings)
    }
    var (wired, happenings) = (wired, happenings)
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      if let part = wired.parts.first(where: { differs($0, happenings) }) {
        wired = part
        isSmaller = true
      }
      for index in happenings.indices.reversed() {
        var fewer = happenings
        fewer.remove(at: index)
        if differs(wired, fewer) {
          happenings = fewer
          isSmaller = true
        }
      }
    }
    return (wired, happenings)
  }
}

extension Happening {
  static func random(_ random: inout SplitMix64) -> Happening {
    let subject = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return Happening(subject: subject, event: .completed)
    case 1: return Happening(subject: subject, event: .error("E"))
    default: return Happening(subject: subject, event: .next(.int(Int.random(in: 0..<4, using: &random))))
    }
  }
}

extension Wired {
  static func random(depth: Int, _ random: inout SplitMix64) -> Wired {
    let values = (0..<Int.random(in: 0..<3, using: &random)).map { _ in Int.random(in: 0..<4, using: &random) }
    guard depth > 0 else {
      let ends: [SignalEvent?] = [.completed, .error("F"), nil]
      return Bool.random(using: &random)
        ? .subject(Int.random(in: 0..<3, using: &random)) : .list(values, end: ends.randomElement(using: &random)!)
    }
    let count = Int.random(in: 0..<3, using: &random)
    let input = { (random: inout SplitMix64) in
      Wired.random(depth: Int.random(in: 0..<depth, using: &random), &random)
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 14, 15: return .later([30, 70, 130, 260].randomElement(using: &random) ?? 30, input(&random))
    case 16, 17, 18, 19:
      let each = Each.allCases.randomElement(using: &random) ?? .flatten
      return .each(each, input(&random), (0..<count + 1).map { _ in Inner.random(&random) })
    case 0: return .plusOne(input(&random))
    case 1: return .even(input(&random))
    case 2: return .distinct(input(&random))
    case 3: return .skip(count, input(&random))
    case 4: return .take(count, input(&random))
    case 5: return .startWith(count, input(&random))
    case 6: return .ends(input(&random))
    case 7: return .materialize(input(&random))
    case 8, 9: return .merge((0..<count).map { _ in input(&random) })
    case 10: return .latest((0..<count).map { _ in input(&random) })
    case 11: return .takeUntil(input(&random), input(&random))
    case 12: return .followedBy(input(&random), values)
    default: return .orElse(input(&random), values)
    }
  }
}

extension Wired.Inner {
  static func random(_ random: inout SplitMix64) -> Wired.Inner {
    if Bool.random(using: &random) { return .subject(Int.random(in: 0..<3, using: &random)) }
    let values = (0..<Int.random(in: 0..<3, using: &random)).map { _ in Int.random(in: 0..<4, using: &random) }
    let ends: [SignalEvent?] = [.completed, .completed, .error("F"), nil]
    return .list(values, end: ends.randomElement(using: &random)!)
  }
}
