import Statecharts
import ViewModels

/// A statement about an object that is checked while it runs.
public struct AdapterLaw<A: RowAdapter>: Sendable {
  let monitor: @Sendable (A) -> Monitor
}

/// Collects the laws of an adapter.
@resultBuilder
public enum AdapterLaws<A: RowAdapter> {
  /// A word makes one law.
  public static func buildExpression(_ law: AdapterLaw<A>) -> [AdapterLaw<A>] { [law] }
  /// A property of the adapter may hold several.
  public static func buildExpression(_ laws: [AdapterLaw<A>]) -> [AdapterLaw<A>] { laws }
  /// The laws are in the order in which they are written.
  public static func buildBlock(_ laws: [AdapterLaw<A>]...) -> [AdapterLaw<A>] { laws.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ laws: [AdapterLaw<A>]?) -> [AdapterLaw<A>] { laws ?? [] }
}

/// The words of an adapter's laws.
extension RowAdapter {
  /// Something that always holds whenever nothing is due: between two commands of a script.
  public func Invariant(
    _ name: Name, _ holds: @escaping @Sendable (borrowing AdapterWitness<Self>) -> Bool
  ) -> AdapterLaw<Self> {
    law(name, at: .rest, holds)
  }

  /// Something that holds at the end of every turn.
  public func Always(
    _ name: Name, _ holds: @escaping @Sendable (borrowing AdapterWitness<Self>) -> Bool
  ) -> AdapterLaw<Self> {
    law(name, at: .turn, holds)
  }

  /// Something that holds whenever nothing waits at all: no work of the object, and no request.
  public func Finally(
    _ name: Name, _ holds: @escaping @Sendable (borrowing AdapterWitness<Self>) -> Bool
  ) -> AdapterLaw<Self> {
    law(name, at: .stillness, holds)
  }

  private func law(
    _ name: Name, at moment: Monitor.Moment, _ holds: @escaping @Sendable (borrowing AdapterWitness<Self>) -> Bool
  ) -> AdapterLaw<Self> {
    AdapterLaw { adapter in
      Monitor(name, at: moment) { turn, _ in holds(AdapterWitness(report: TurnReport(sharing: turn), adapter)) }
    }
  }
}

/// What a law sees of an object, by the names of the adapter's fields: `$0.query`. It is valid only during the check.
@dynamicMemberLookup
public struct AdapterWitness<A: RowAdapter>: ~Copyable {
  private let report: TurnReport
  private let adapter: A

  init(report: consuming TurnReport, _ adapter: A) {
    self.report = report
    self.adapter = adapter
  }

  /// The value of a field.
  public subscript<T>(dynamicMember path: KeyPath<A, AdapterField<A, T>>) -> T {
    let field = adapter[keyPath: path]
    return field.typed(report.read(report.me, port: field.declaration.port))
  }

  /// The rows of a list, in its order.
  public subscript<Row>(dynamicMember path: KeyPath<A, AdapterRows<A, Row>>) -> [AdapterRow<Row>] {
    let rows = adapter[keyPath: path]
    guard case .list(let list) = report.read(report.me, port: rows.declaration.port) else { return [] }
    return list.compactMap { row in
      guard case .reference(let id) = row, let model = report.model(of: id, as: AdapterModel.self) else { return nil }
      return AdapterRow(adapter: rows.adapter, values: model.values)
    }
  }

  /// Whether nothing waits at all: no job, no sleep and no request.
  public var isStill: Bool { report.isStill }

  /// Returns how many requests of a service the object has under way.
  public func requests<I, O>(of service: KeyPath<A, AdapterService<A, I, O>>) -> Int where A: Adapter {
    report.requests(of: adapter[keyPath: service].name).count
  }

  /// Whether a call of an async input is under way.
  public func isExecuting<P>(_ input: KeyPath<A, AdapterInput<A, P>>) -> Bool {
    report.state(of: adapter[keyPath: input].name, report.me) == StateID.executing.name
  }
}
