@testable import Statecharts

/// What happened to the subjects of a probe, in order.
struct Happening: Hashable, Sendable, CustomStringConvertible {
  /// 0, 1 or 2: the subject `a`, `b` or `c`.
  var subject: Int
  var event: SignalEvent

  var description: String { "\(["a", "b", "c"][subject]) \(event.text)" }
}

extension SignalEvent {
  var text: String {
    switch self {
    case .next(let value): "next \(value.line)"
    case .error(let error): "error \(error.line)"
    case .completed: "completed"
    }
  }
}

/// Signals as lists of events with their moments: another way to the same answers, without any kernel.
///
/// A moment is what caused an event: when, and which of the subscriptions heard it. Happening number 3 is at 300
/// ms, behind the work of that instant, so it is 601; work at 330 ms is 660, and comes in the order of the moments
/// that made it. At the beginning it is the subscription itself. A subscription made on the way is behind those
/// from the beginning, and comes in the order of the moments that made it.
struct SignalOracle {
  struct Timed {
    var moment: [Int]
    var event: SignalEvent
  }

  let happenings: [Happening]
  private var subscriptions = 0

  init(_ happenings: [Happening]) {
    self.happenings = happenings
  }

  static func events(_ wired: Wired, _ happenings: [Happening]) -> [String] {
    var oracle = SignalOracle(happenings)
    return oracle.events(wired).map(\.event.text)
  }

  /// Each subscription takes the next number, in the order in which operators subscribe to their inputs.
  private mutating func events(_ wired: Wired) -> [Timed] {
    switch wired {
    case .subject(let index): return heard(index)
    case .list(let values, let end): return listed(values, end)
    case .plusOne(let input):
      return events(input).mapValues { .int(($0.number ?? 0) + 1) }
    case .even(let input):
      return events(input).filter { timed in
        guard case .next(let value) = timed.event else { return true }
        return (value.number ?? 0).isMultiple(of: 2)
      }
    case .distinct(let input): return events(input).droppingRepeats
    case .skip(let count, let input): return events(input).dropping(count)
    case .take(0, _): return [Timed(moment: now(), event: .completed)]
    case .take(let count, let input): return events(input).taking(count)
    case .startWith(let value, let input): return [Timed(moment: now(), event: .next(.int(value)))] + events(input)
    case .ends(let input): return events(input).filter(\.event.isEnd)
    case .materialize(let input): return events(input).flatMap(\.materialized)
    case .merge(let inputs): return merged(inputs)
    case .latest(let inputs): return latest(inputs)
    case .takeUntil(let input, let trigger): return until(input, trigger)
    case .followedBy(let input, let values): return events(input).replacing(.completed, by: values)
    case .orElse(let input, let values): return events(input).replacing(nil, by: values)
    case .later(let delay, let input): return events(input).delayed(by: delay)
    case .each(let each, let input, let inners): return followed(each, events(input), inners)
    }
  }

  /// When a happening is, behind the work of its instant.
  static func moment(of index: Int) -> Int { 200 * index + 1 }

  /// The next moment of the subscription.
  private mutating func now() -> [Int] {
    subscriptions += 1
    return [-1, subscriptions]
  }

  private mutating func heard(_ subject: Int) -> [Timed] {
    subscriptions += 1
    var result: [Timed] = []
    for (index, happening) in happenings.enumerated() where happening.subject == subject {
      result.append(Timed(moment: [Self.moment(of: index), subscriptions], event: happening.event))
      if happening.event.isEnd { break }
    }
    return result
  }

  private mutating func listed(_ values: [Int], _ end: SignalEvent?) -> [Timed] {
    (values.map { .next(.int($0)) } + (end.map { [$0] } ?? [])).map { Timed(moment: now(), event: $0) }
  }

  /// The inputs' events in the order of their moments, each with its input.
  private mutating func interleaved(_ inputs: [Wired]) -> [(input: Int, timed: Timed)] {
    var all: [(input: Int, timed: Timed)] = []
    for (index, input) in inputs.enumerated() {
      let timed = events(input)
      all += timed.map { (index, $0) }
      // What ends all while it is being subscribed keeps the rest from being subscribed.
      if let last = timed.last, last.moment[0] == -1, case .error = last.event { break }
    }
    return all.enumerated().sorted { left, right in
      let (one, other) = (left.element.timed.moment, right.element.timed.moment)
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }

  private mutating func merged(_ inputs: [Wired]) -> [Timed] {
    var open = inputs.count
    var result: [Timed] = inputs.isEmpty ? [Timed(moment: now(), event: .completed)] : []
    for (_, timed) in interleaved(inputs) {
      if case .completed = timed.event { open -= 1 }
      if case .completed = timed.event, open > 0 { continue }
      result.append(timed)
      if timed.event.isEnd { break }
    }
    return result
  }

  private mutating func latest(_ inputs: [Wired]) -> [Timed] {
    var values = [Value?](repeating: nil, count: inputs.count)
    var open = inputs.count
    var result: [Timed] = inputs.isEmpty ? [Timed(moment: now(), event: .completed)] : []
    for (input, timed) in interleaved(inputs) {
      switch timed.event {
      case .next(let value):
        values[input] = value
        let known = values.compactMap(\.self)
        if known.count == inputs.count { result.append(Timed(moment: timed.moment, event: .next(.list(known)))) }
        continue
      case .completed:
        open -= 1
        if open > 0 { continue }
      case .error: break
      }
      result.append(timed)
      break
    }
    return result
  }

  // MARK: Signals made of values

  /// What a signal sends that is subscribed at a moment.
  private func events(_ inner: Wired.Inner, from start: [Int]) -> [Timed] {
    switch inner {
    case .list(let values, let end):
      return (values.map { .next(.int($0)) } + (end.map { [$0] } ?? [])).map { Timed(moment: start, event: $0) }
    case .subject(let subject):
      // Those from the beginning keep their order among the others from there.
      let place = start[0] == -1 ? Array(start.dropFirst()) : [Self.onTheWay] + start
      var result: [Timed] = []
      for (index, happening) in happenings.enumerated()
      where happening.subject == subject && Self.moment(of: index) > start[0] {
        result.append(Timed(moment: [Self.moment(of: index)] + place, event: happening.event))
        if happening.event.isEnd { break }
      }
      return result
    }
  }

  /// Behind every subscription from the beginning.
  private static let onTheWay = 1 << 40

  private func followed(_ each: Wired.Each, _ outer: [Timed], _ inners: [Wired.Inner]) -> [Timed] {
    var streams: [[Timed]] = []
    for timed in outer {
      guard case .next(let value) = timed.event else { continue }
      let inner = inners[Wired.choice(value, inners.count)]
      switch each {
      case .flatten: streams.append(events(inner, from: timed.moment))
      case .concat:
        guard let before = streams.last else {
          streams.append(events(inner, from: timed.moment))
          continue
        }
        guard let end = before.last, case .completed = end.event else { continue }
        let start = end.moment.lexicographicallyPrecedes(timed.moment) ? timed.moment : end.moment
        streams.append(events(inner, from: start))
      case .switchToLatest:
        if let last = streams.popLast() { streams.append(last.before(timed.moment)) }
        streams.append(events(inner, from: timed.moment))
      }
    }
    return together(outer, streams, waitsForLastOnly: each == .switchToLatest)
  }

  /// The outer signal and the inner ones as one: an error ends it, and so does the last completion.
  private func together(_ outer: [Timed], _ streams: [[Timed]], waitsForLastOnly: Bool) -> [Timed] {
    var all = outer.filter(\.event.isEnd)
    for stream in streams { all += stream }
    let started = outer.count { !$0.event.isEnd }
    let isComplete = { (stream: [Timed]) in stream.last.map { $0.event == .completed } ?? false }
    var open = 1 + (waitsForLastOnly ? min(started, 1) : started)
    let counted = waitsForLastOnly ? Array(streams.suffix(1)) : streams
    let ends =
      counted.filter(isComplete).compactMap(\.last?.moment) + outer.filter { $0.event == .completed }.map(\.moment)
    var result: [Timed] = []
    for timed in all.stablySorted {
      switch timed.event {
      case .next: result.append(timed)
      case .error: return result + [timed]
      case .completed:
        guard ends.contains(timed.moment) else { continue }
        open -= 1
        if open == 0 { return result + [timed] }
      }
    }
    return result
  }

  private mutating func until(_ input: Wired, _ trigger: Wired) -> [Timed] {
    let cut = events(trigger).first { if case .error = $0.event { false } else { true } }
    let erred = cut == nil
    if let cut, cut.moment[0] == -1 { return [Timed(moment: cut.moment, event: .completed)] }
    let events = events(input)
    guard !erred, let cut else { return events }
    var result = events.filter { $0.moment.lexicographicallyPrecedes(cut.moment) }
    if result.last?.event.isEnd != true { result.append(Timed(moment: cut.moment, event: .completed)) }
    return result
  }
}

extension SignalOracle.Timed {
  fileprivate var materialized: [SignalOracle.Timed] {
    let value = SignalOracle.Timed(moment: moment, event: .next(.event(event)))
    return event.isEnd ? [value, SignalOracle.Timed(moment: moment, event: .completed)] : [value]
  }
}

extension [SignalOracle.Timed] {
  /// In the order of the moments.
  fileprivate var stablySorted: Self {
    enumerated().sorted { left, right in
      let (one, other) = (left.element.moment, right.element.moment)
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }

  /// What is sent before a moment.
  fileprivate func before(_ moment: [Int]) -> Self { filter { $0.moment.lexicographicallyPrecedes(moment) } }

  /// Values and completion later, an error at once, which drops what waits.
  fileprivate func delayed(by delay: Int) -> Self {
    let error = first { if case .error = $0.event { true } else { false } }
    let late = filter { if case .error = $0.event { false } else { true } }.map { timed in
      SignalOracle.Timed(moment: timed.moment.later(by: delay), event: timed.event)
    }
    guard let error else { return late }
    return late.stablySorted.before(error.moment) + [error]
  }

  fileprivate func mapValues(_ transform: (Value) -> Value) -> Self {
    map { timed in
      guard case .next(let value) = timed.event else { return timed }
      return SignalOracle.Timed(moment: timed.moment, event: .next(transform(value)))
    }
  }

  fileprivate var droppingRepeats: Self {
    var last: Value?
    return filter { timed in
      guard case .next(let value) = timed.event else { return true }
      defer { last = value }
      return last != value
    }
  }

  fileprivate func dropping(_ count: Int) -> Self {
    var left = count
    return filter { timed in
      if timed.event.isEnd || left == 0 { return true }
      left -= 1
      return false
    }
  }

  fileprivate func taking(_ count: Int) -> Self {
    let values = filter { !$0.event.isEnd }
    guard values.count >= count else { return self }
    return values.prefix(count) + [SignalOracle.Timed(moment: values[count - 1].moment, event: .completed)]
  }

  /// The end, a completion or an error, replaced by values and a completion.
  fileprivate func replacing(_ end: SignalEvent?, by values: [Int]) -> Self {
    guard let last, last.event.isEnd, (last.event == .completed) == (end == .completed) else { return self }
    let tail = values.map { SignalEvent.next(.int($0)) } + [.completed]
    return dropLast() + tail.map { SignalOracle.Timed(moment: last.moment, event: $0) }
  }
}

extension [Int] {
  /// The moment of work that a moment makes.
  fileprivate func later(by delay: Int) -> [Int] {
    let time = self[0] < 0 ? 0 : self[0] / 2
    return [2 * (time + delay)] + self
  }
}
