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

/// A signal of a generated wiring, without closures.
indirect enum Wired: Hashable, Sendable, CustomStringConvertible {
  case subject(Int)
  case list([Int], end: SignalEvent?)
  case plusOne(Wired)
  case even(Wired)
  case distinct(Wired)
  case skip(Int, Wired)
  case take(Int, Wired)
  case startWith(Int, Wired)
  case ends(Wired)
  case materialize(Wired)
  case merge([Wired])
  case latest([Wired])
  case takeUntil(Wired, Wired)
  /// The second one is a list, so that it does not matter when it is subscribed.
  case followedBy(Wired, [Int])
  case orElse(Wired, [Int])

  /// The plan that the kernel runs.
  func plan(_ me: InstanceID) -> SignalPlan {
    switch self {
    case .subject(let index): .subject(me, port: 2 + index)
    case .list(let values, let end): Wired.plan(values, end)
    case .plusOne(let input): input.plan(me).map { .int(($0.number ?? 0) + 1) }
    case .even(let input): input.plan(me).filter { ($0.number ?? 0).isMultiple(of: 2) }
    case .distinct(let input): input.plan(me).distinct()
    case .skip(let count, let input): input.plan(me).skip(count)
    case .take(let count, let input): input.plan(me).take(count)
    case .startWith(let value, let input): input.plan(me).start(with: .int(value))
    case .ends(let input): input.plan(me).ignoreValues()
    case .materialize(let input): input.plan(me).materialize()
    case .merge(let inputs): .merge(inputs.map { $0.plan(me) })
    case .latest(let inputs): .combineLatest(inputs.map { $0.plan(me) })
    case .takeUntil(let input, let trigger): input.plan(me).take(until: trigger.plan(me))
    case .followedBy(let input, let values): .concat([input.plan(me), Wired.plan(values, .completed)])
    case .orElse(let input, let values): input.plan(me).catch(Wired.plan(values, .completed))
    }
  }

  private static func plan(_ values: [Int], _ end: SignalEvent?) -> SignalPlan {
    let end: SignalPlan =
      switch end {
      case .completed: .empty
      case .error(let error): .fail(error)
      case .next, nil: .never
      }
    return .concat(values.map { .just(.int($0)) } + [end])
  }

  /// What it is made of, simpler: for shrinking.
  var parts: [Wired] {
    switch self {
    case .subject, .list: []
    case .plusOne(let input), .even(let input), .distinct(let input), .skip(_, let input), .take(_, let input),
      .startWith(_, let input), .ends(let input), .materialize(let input), .followedBy(let input, _),
      .orElse(let input, _):
      [input]
    case .merge(let inputs), .latest(let inputs): inputs
    case .takeUntil(let input, let trigger): [input, trigger]
    }
  }

  var description: String {
    switch self {
    case .subject(let index): ["a", "b", "c"][index]
    case .list(let values, let end): "\(values)\(end.map { " \($0.text)" } ?? "")"
    case .plusOne(let input): "\(input).plusOne"
    case .even(let input): "\(input).even"
    case .distinct(let input): "\(input).distinct"
    case .skip(let count, let input): "\(input).skip(\(count))"
    case .take(let count, let input): "\(input).take(\(count))"
    case .startWith(let value, let input): "\(input).startWith(\(value))"
    case .ends(let input): "\(input).ignoreValues"
    case .materialize(let input): "\(input).materialize"
    case .merge(let inputs): "merge(\(inputs))"
    case .latest(let inputs): "latest(\(inputs))"
    case .takeUntil(let input, let trigger): "\(input).take(until: \(trigger))"
    case .followedBy(let input, let values): "\(input).concat(\(values))"
    case .orElse(let input, let values): "\(input).catch(\(values))"
    }
  }
}

/// Signals as lists of events with their moments: another way to the same answers, without any kernel.
///
/// A moment is what caused an event: the happening, and which of the subscriptions of its subject heard it. At the
/// beginning it is the subscription itself.
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
    }
  }

  /// The next moment of the subscription.
  private mutating func now() -> [Int] {
    subscriptions += 1
    return [-1, subscriptions]
  }

  private mutating func heard(_ subject: Int) -> [Timed] {
    subscriptions += 1
    var result: [Timed] = []
    for (index, happening) in happenings.enumerated() where happening.subject == subject {
      result.append(Timed(moment: [index, subscriptions], event: happening.event))
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
