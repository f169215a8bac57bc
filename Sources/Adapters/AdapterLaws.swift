import Statecharts
import ViewModels

/// A statement about an object that is checked while it runs.
public struct AdapterLaw<A: RowAdapter>: Sendable {
  let monitor: @Sendable (A) -> Monitor
}

/// Collects the laws of an adapter.
@resultBuilder
public enum AdapterLaws<A: RowAdapter> {
  /// Adds one law.
  public static func buildExpression(_ law: AdapterLaw<A>) -> [AdapterLaw<A>] { [law] }
  /// Adds several laws.
  public static func buildExpression(_ laws: [AdapterLaw<A>]) -> [AdapterLaw<A>] { laws }
  /// Joins the laws in order.
  public static func buildBlock(_ laws: [AdapterLaw<A>]...) -> [AdapterLaw<A>] { laws.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ laws: [AdapterLaw<A>]?) -> [AdapterLaw<A>] { laws ?? [] }
}

extension RowAdapter {
  /// Holds whenever no work is due.
  public func Invariant(
    _ name: Name, _ holds: @escaping @Sendable (borrowing AdapterWitness<Self>) -> Bool
  ) -> AdapterLaw<Self> {
    law(name, at: .rest, holds)
  }

  /// Holds at the end of every turn.
  public func Always(
    _ name: Name, _ holds: @escaping @Sendable (borrowing AdapterWitness<Self>) -> Bool
  ) -> AdapterLaw<Self> {
    law(name, at: .turn, holds)
  }

  /// Holds whenever the object has neither work nor requests.
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

/// An object's state during a check, by field names: `$0.query`.
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

  /// Whether the object has no job, sleep or request.
  public var isStill: Bool { report.isStill }

  /// The number of open requests of a service.
  public func requests<I, O>(of service: KeyPath<A, AdapterService<A, I, O>>) -> Int where A: Adapter {
    report.requests(of: adapter[keyPath: service].name).count
  }

  /// Whether a call of an async input is running.
  public func isExecuting<P>(_ input: KeyPath<A, AdapterInput<A, P>>) -> Bool {
    report.state(of: adapter[keyPath: input].name, report.me) == StateID.executing.name
  }
}
