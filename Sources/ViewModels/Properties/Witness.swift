import Statecharts

/// What a property sees at the end of a turn. It can look and not change; it is valid only during the check.
@dynamicMemberLookup
public struct Witness<V: ViewModel>: ~Copyable {
  let report: TurnReport
  /// The instance that is looked at.
  public let me: Ref<V>

  @usableFromInline
  init(_ report: borrowing TurnReport) {
    self.report = TurnReport(sharing: report)
    me = Ref(report.me)
  }

  init(_ report: borrowing TurnReport, of other: Ref<V>) {
    self.report = TurnReport(sharing: report)
    me = other
  }

  /// Why the turn ran.
  public var cause: Cause { report.cause }
  /// What the instance that is held to the property did in the turn, under its own names, in order; with pages, alerts and the store.
  public var effects: [Effect] { report.effects }
  /// Whether nothing is due at this instant.
  public var isAtRest: Bool { report.isAtRest }
  /// Whether nothing waits at all.
  public var isStill: Bool { report.isStill }

  /// Returns whether this instance is in a state: by its own name, or by the end of its path.
  ///
  /// A name that no state or several states have faults the model.
  public func isIn(_ state: StateID) -> Bool { report.isIn(state.name, me.id) }

  /// Returns the state that a region is in; `nil` when there is no such region.
  public func stateName(of region: Name) -> Name? { report.state(of: region, me.id) }

  /// What the signal command does that a field of this instance holds and that shows this name; `nil` without one.
  func command(
    _ name: Name
  ) -> (running: Int, showsExecuting: Bool, showsEnabled: Bool, isAllowed: Bool)? {
    report.command(name, of: me.id)
  }

  /// Returns how often something happened in the turn.
  ///
  /// A state that its region does not have, or has twice, faults the model.
  public func occurrences(of happening: Happening) -> Int {
    guard report.has(happening.kinds) else { return 0 }
    var happening = happening
    if !happening.entries.isEmpty, let chart = report.chart {
      if let fault = happening.faults(in: chart, mayHoldCommands: report.mayHoldCommands).first {
        report.fail("\(fault.cause); \(fault.cure)")
      }
      happening = happening.resolved(in: chart)
    }
    return occurrences(ofResolved: happening)
  }

  /// Returns how often something happened in the turn, with states as the chart has them.
  func occurrences(ofResolved happening: Happening) -> Int {
    guard report.has(happening.kinds) else { return 0 }
    var count = 0
    report.forEachEffect(of: happening.kinds) { if happening.matches($0) { count += 1 } }
    if count > 0 { report.trigger() }
    return count
  }

  /// Where the model lies; `nil` when the instance is gone or of another view model.
  @usableFromInline var location: UnsafeRawPointer? { report.location(of: me.id, ObjectIdentifier(V.Model.self)) }

  @usableFromInline var initialModel: V.Model { V.definition.initialModel }
}

/// What a property reads of the model, by its own names: `$0.name`. Members that models often have, `count`, `value`, `state`
/// and `requests`, are no members of this type; `$0.model` reads a property that is called as one.
extension Witness {
  /// A copy of the model as it is now.
  public var model: V.Model { location?.assumingMemoryBound(to: V.Model.self).pointee ?? initialModel }

  /// A property of the model, stored or computed, as it is now.
  @inlinable
  @inline(__always)
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T {
    guard let location else { return initialModel[keyPath: path] }
    return location.assumingMemoryBound(to: V.Model.self).pointee[keyPath: path]
  }

  /// A field by its token, for laws that are given the token: `turn[field]`.
  public subscript<T>(field: FieldToken<V, T>) -> T {
    if field.offset >= 0, let location { return (location + field.offset).assumingMemoryBound(to: T.self).pointee }
    return self[dynamicMember: field.path]
  }

  /// Another instance: `turn[row].total`.
  public subscript<W: ViewModel>(other: Ref<W>) -> Witness<W> { Witness<W>(report, of: other) }

  /// A child: `turn[table].offset`.
  public subscript<W>(child: ChildToken<V, W>) -> Witness<W> {
    guard let id = report.child(child.position, of: me.id) else { return Witness<W>(report, of: Ref(me.id)) }
    return Witness<W>(report, of: Ref(id))
  }

  /// Returns how many requests of a service this instance has under way.
  public func openRequests<W, I, O>(of service: ServiceToken<W, I, O>) -> Int {
    report.requests(of: me.id).count { $0 == service.name }
  }

  /// The names of the requests of a service that anybody has under way, this instance or one that it made; each keeps its own
  /// until it ends: `fetch`, `fetch'2`.
  public func requestNames<W, I, O>(of service: ServiceToken<W, I, O>) -> [Name] {
    report.requests(of: service.name)
  }

  /// Returns how many hops, delays and timers wait to call a handler of this instance with just these captures.
  public func waiting<each P>(for handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) -> Int {
    report.waiting(for: handler.value(of: me, repeat each captures))
  }
}
