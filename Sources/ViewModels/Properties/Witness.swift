import Statecharts

/// Read access for a property at the end of a turn. Valid only during the check.
@dynamicMemberLookup
public struct Witness<V: ViewModel>: ~Copyable {
  let report: TurnReport
  /// The checked instance.
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

  /// The turn's cause.
  public var cause: Cause { report.cause }
  /// The instance's effects in order, with its own names; also pages, alerts and the store.
  public var effects: [Effect] { report.effects }
  /// Whether nothing is due now.
  public var isAtRest: Bool { report.isAtRest }
  /// Whether no work waits at all.
  public var isStill: Bool { report.isStill }

  /// Returns whether this instance is in a state: by its own name, or by the end of its path.
  ///
  /// A name that no state or several states have faults the model.
  public func isIn(_ state: StateID) -> Bool { report.isIn(state.name, me.id) }

  /// A region's state.
  public func stateName(of region: Name) -> Name? { report.state(of: region, me.id) }

  func command(
    _ name: Name
  ) -> (running: Int, showsExecuting: Bool, showsEnabled: Bool, isAllowed: Bool)? {
    report.command(name, of: me.id)
  }

  /// The number of occurrences in the turn. An unknown or ambiguous state is a fault.
  public func occurrences(of happening: Happening) -> Int {
    guard report.has(happening.kinds) else { return 0 }
    guard !happening.entries.isEmpty else { return count(of: happening) }
    var isKnown = true
    let resolved = happening.resolved { region, state in
      let path = report.statePath(named: state, inRegion: region)
      if path == nil { isKnown = false }
      return path
    }
    if !isKnown, let chart = report.chart,
      let fault = happening.faults(in: chart, mayHoldCommands: report.mayHoldCommands).first
    {
      report.fail("\(fault.cause); \(fault.cure)")
    }
    return if let resolved { count(of: resolved) } else { count(of: happening) }
  }

  func occurrences(ofResolved happening: Happening) -> Int {
    report.has(happening.kinds) ? count(of: happening) : 0
  }

  private func count(of happening: Happening) -> Int {
    var count = 0
    report.forEachEffect(of: happening.kinds) { if happening.matches($0) { count += 1 } }
    if count > 0 { report.trigger() }
    return count
  }

  @usableFromInline var location: UnsafeRawPointer? { report.location(of: me.id, ObjectIdentifier(V.Model.self)) }

  @usableFromInline var initialModel: V.Model { V.definition.initialModel }
}

/// Reads the model: `$0.name`. Common names (`count`, `value`, `state`, `requests`) are not members here; use
/// `$0.model` for a property with the name of a member.
extension Witness {
  /// A copy of the model.
  public var model: V.Model { location?.assumingMemoryBound(to: V.Model.self).pointee ?? initialModel }

  /// A property of the model.
  @inlinable
  @inline(__always)
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T {
    guard let location else { return initialModel[keyPath: path] }
    return location.assumingMemoryBound(to: V.Model.self).pointee[keyPath: path]
  }

  /// A field by its token: `turn[field]`.
  public subscript<T>(field: FieldToken<V, T>) -> T {
    if field.offset >= 0, let location { return (location + field.offset).assumingMemoryBound(to: T.self).pointee }
    return self[dynamicMember: field.path]
  }

  /// Another instance: `turn[row].total`.
  public subscript<W: ViewModel>(other: Ref<W>) -> Witness<W> { Witness<W>(report, of: other) }

  /// A child: `turn[table].offset`.
  public subscript<W>(child: ChildToken<V, W>) -> Witness<W> {
    Witness<W>(report, of: Ref(report.child(child.position, of: me.id) ?? me.id))
  }

  /// The number of open requests by this instance.
  public func openRequests<W, I, O>(of service: ServiceToken<W, I, O>) -> Int {
    report.requests(of: me.id).count { $0 == service.name }
  }

  /// The names of open requests by any instance: `fetch`, `fetch'2`. A request keeps its name until it ends.
  public func requestNames<W, I, O>(of service: ServiceToken<W, I, O>) -> [Name] {
    report.requests(of: service.name)
  }

  /// The number of waiting calls of a handler with exactly these captures.
  public func waiting<each P>(for handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) -> Int {
    report.waiting(for: handler.value(of: me, repeat each captures))
  }
}
