import Statecharts

/// Operators with several inputs, subscribed from left to right.
extension Signal {
  /// The latest of both, once each has sent, nil too; one output for each input's value: no glitch is suppressed.
  /// Completes when all have, errs when any does (`+combineLatest:reduce:`).
  public static func combineLatest<First, Second>(
    _ first: Signal<First>, _ second: Signal<Second>, _ combine: @escaping @Sendable (First, Second) -> Element
  ) -> Signal {
    latest([first.plan, second.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]) else { return nil }
      return combine(first, second)
    }
  }

  /// The latest of three, as of two (`+combineLatest:reduce:`).
  public static func combineLatest<First, Second, Third>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>,
    _ combine: @escaping @Sendable (First, Second, Third) -> Element
  ) -> Signal {
    latest([first.plan, second.plan, third.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]), let third = Third(values[2]) else {
        return nil
      }
      return combine(first, second, third)
    }
  }

  /// The latest of four, as of two (`+combineLatest:reduce:`).
  public static func combineLatest<First, Second, Third, Fourth>(
    _ first: Signal<First>, _ second: Signal<Second>, _ third: Signal<Third>, _ fourth: Signal<Fourth>,
    _ combine: @escaping @Sendable (First, Second, Third, Fourth) -> Element
  ) -> Signal {
    latest([first.plan, second.plan, third.plan, fourth.plan]) { values in
      guard let first = First(values[0]), let second = Second(values[1]), let third = Third(values[2]),
        let fourth = Fourth(values[3])
      else { return nil }
      return combine(first, second, third, fourth)
    }
  }

  /// The latest of any number of signals of one type; without any it completes at once (`+combineLatest:`).
  public static func combineLatest<Input>(_ inputs: [Signal<Input>]) -> Signal where Element == [Input] {
    Signal(.combineLatest(inputs.map(\.plan)))
  }

  /// All inputs as they come. An error of any ends all, and what stands behind it in the list is never subscribed;
  /// completes when all have, without any at once (`+merge:`).
  public static func merge(_ inputs: Signal...) -> Signal { merge(inputs) }
  /// All inputs as they come. An error of any ends all; completes when all have, without any at once (`+merge:`).
  public static func merge(_ inputs: [Signal]) -> Signal { Signal(.merge(inputs.map(\.plan))) }
  /// Both as they come (`-merge:`).
  public func merge(with other: Signal) -> Signal { .merge(self, other) }

  /// The other signal when this one has completed (`-concat:`).
  public func concat(_ next: Signal) -> Signal { Signal(.concat([plan, next.plan])) }

  private static func latest(
    _ plans: [SignalPlan], _ combine: @escaping @Sendable ([Value]) -> Element?
  ) -> Signal {
    Signal(
      SignalPlan.combineLatest(plans).map { value in
        guard case .list(let values) = value, values.count == plans.count, let result = combine(values) else {
          return .null
        }
        return result.value
      })
  }
}

extension Signal where Element == [Bool] {
  /// Whether all are true (`-and`).
  public func and() -> Signal<Bool> { map { $0.allSatisfy(\.self) } }
  /// Whether any is true (`-or`).
  public func or() -> Signal<Bool> { map { $0.contains(true) } }
}
