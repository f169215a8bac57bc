import Statecharts

/// What a property sees at the end of a turn. It can look and not change; it is valid only during the check.
public struct Witness<V: ViewModel>: ~Copyable {
  let report: TurnReport

  init(_ report: borrowing TurnReport) {
    self.report = TurnReport(sharing: report)
  }

  public var me: Ref<V> { Ref(report.me) }
  public var cause: Cause { report.cause }
  /// What this instance did in the turn, under its own names, in order; with pages, alerts and the store.
  public var effects: [Effect] { report.effects }
  /// Whether nothing is due at this instant.
  public var isAtRest: Bool { report.isAtRest }
  /// Whether nothing waits at all.
  public var isStill: Bool { report.isStill }

  /// The model as it is now.
  public var model: V.Model { model(of: me) }

  public subscript<T>(field: Field<V.Model, T>) -> T { model[keyPath: field.path] }

  /// Reads a field of another instance.
  public subscript<W: ViewModel, T>(other: Ref<W>, field: Field<W.Model, T>) -> T {
    model(of: other)[keyPath: field.path]
  }

  /// Returns whether this instance is in a state of that name.
  public func isIn(_ state: StateID) -> Bool { report.isIn(state.name, report.me) }

  /// Returns the state that a region is in; `nil` when there is no such region.
  public func state(of region: String) -> String? { report.state(of: region, report.me) }

  /// Returns how many requests of a service this instance has under way.
  public func requests<I, O>(of service: Service<I, O>) -> Int {
    report.requests(of: report.me).count { $0.utf8.elementsEqual(service.name.utf8) }
  }

  /// The names of the requests of a service that anybody has under way, this instance or one that it made; each keeps its own
  /// until it ends: `fetch`, `fetch'2`.
  public func requestNames<I, O>(of service: Service<I, O>) -> [String] { report.requests(of: service.name) }

  /// What the signal command does that a field of this instance holds and that shows this name; `nil` without one.
  func command(
    _ name: String
  ) -> (running: Int, showsExecuting: Bool, showsEnabled: Bool, isAllowed: Bool)? {
    report.command(name, of: report.me)
  }

  /// Returns how many hops, delays and timers wait to call a handler with just these captures.
  public func waiting(for handler: HandlerValue) -> Int { report.waiting(for: handler) }

  /// Returns how often something happened in the turn.
  public func count(of happening: Happening) -> Int { effects.count(where: happening.matches) }

  private func model<W: ViewModel>(of ref: Ref<W>) -> W.Model {
    report.model(of: ref.id, as: W.Model.self) ?? W.definition.initialModel
  }
}
