@testable import Statecharts

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
  /// What the signals made of the values send.
  case each(Each, Wired, [Inner])
  case later(Int, Wired)

  /// How the signals made of values are followed.
  enum Each: String, Hashable, Sendable, CaseIterable {
    case flatten, concat, switchToLatest
  }

  /// A signal that is made of a value.
  enum Inner: Hashable, Sendable {
    case subject(Int)
    case list([Int], end: SignalEvent?)

    fileprivate func value(_ me: InstanceID) -> Value {
      switch self {
      case .subject(let index): .sending(["a", "b", "c"][index], me)
      case .list(let values, let end):
        .signal(.wiring("list", [.list(values.map(Value.int)), end.map { .string($0.text) } ?? .null]))
      }
    }
  }

  /// What the list of an inner signal sends.
  static let list = WiringDefinition("list") { captures in
    let end: SignalEvent? =
      switch captures[1] {
      case .null: nil
      case "completed": .completed
      default: .error("F")
      }
    return Link(plan(captures[0].items.compactMap(\.number), end), to: .say("unheard"))
  }

  /// Which of several a value means.
  static func choice(_ value: Value, _ count: Int) -> Int { abs(value.number ?? 0) % count }

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
    case .later(let delay, let input): input.plan(me).delay(delay)
    case .each(let each, let input, let inners):
      followed(each, input.plan(me).map { inners[Wired.choice($0, inners.count)].value(me) })
    }
  }

  private func followed(_ each: Each, _ signals: SignalPlan) -> SignalPlan {
    switch each {
    case .flatten: signals.flatten()
    case .concat: signals.concat()
    case .switchToLatest: signals.switchToLatest()
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
      .orElse(let input, _), .later(_, let input), .each(_, let input, _):
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
    case .later(let delay, let input): "\(input).delay(\(delay))"
    case .each(let each, let input, let inners): "\(input).map(\(inners)).\(each.rawValue)"
    }
  }
}
