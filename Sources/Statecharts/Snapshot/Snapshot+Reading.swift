extension Snapshot {
  /// A machine instance in a snapshot.
  public struct MachineEntry: Sendable {
    /// The identity in this snapshot.
    public let id: InstanceID
    package let path: String
    package let template: Int
    /// The active states in document order; for a finished chart the final ones.
    package let configuration: [Int]
    package let isFinished: Bool
  }

  /// A request that is open or awaits a late answer.
  package struct RequestEntry: Sendable {
    package let id: InstanceID
    package let name: Name
    package let service: Name
    package let input: Value
    package let isEnded: Bool
    package let isWithInstance: Bool
  }

  package struct WorkEntry: Sendable {
    package let name: Name
    package let source: Cause.Source
    package let due: Int
    package let request: InstanceID?
  }

  /// Work whose order at one instant is fixed.
  package struct Lane: Hashable, Sendable {
    package let source: Cause.Source
    /// Set for handlers with their own lane; with captures if each piece has its own.
    package var handler: HandlerValue?
    /// Set for a request whose answer has its own lane.
    package var request: InstanceID?

    package init(source: Cause.Source) {
      self.source = source
    }

    /// Whether even `fire` must keep the order.
    package var isStrict: Bool { handler?.captures.isEmpty ?? false }
  }

  /// The lanes of waiting work, in order; only the first piece of each can run.
  package func lanes(_ program: Program) -> [Lane] { agenda.ordered.map { lane(of: $0, program) } }

  private func lane(of work: Work, _ program: Program) -> Lane {
    var lane = Lane(source: work.source)
    switch work.target {
    case .call(let handler, _):
      switch program.handlers[handler.name]?.order {
      case .ofHandler: lane.handler = HandlerValue(handler.name)
      case .any: lane.handler = handler
      case .ofSource, nil: break
      }
    case .answer(let id, _, _):
      if case .request(let request)? = instances[id.index], request.asker != nil { lane.request = id }
    case .deliver, .start, .repeat, .event, .elapsed: break
    }
    return lane
  }

  /// The machines outside rows, by identifier.
  public func machines(_ program: Program) -> [MachineEntry] {
    check(program)
    return instances.indices.compactMap { index in
      isInRow(InstanceID(index)) ? nil : machineEntry(InstanceID(index), program)
    }
  }

  package func allMachines(_ program: Program) -> [MachineEntry] {
    instances.indices.compactMap { machineEntry(InstanceID($0), program) }
  }

  package func machineEntry(_ id: InstanceID, _ program: Program) -> MachineEntry? {
    check(program)
    guard let template = template(of: id) else { return nil }
    let chart = instances.charts[id.index]
    return MachineEntry(
      id: id, path: path(of: id, program), template: template, configuration: chart.active.states,
      isFinished: chart.isFinished)
  }

  package func template(of id: InstanceID) -> Int? {
    guard instances.indices.contains(id.index), instances.charts[id.index].template >= 0 else { return nil }
    return Int(instances.charts[id.index].template)
  }

  func configuration(of id: InstanceID) -> [Int] {
    instances.indices.contains(id.index) ? instances.charts[id.index].active.states : []
  }

  private func isInRow(_ id: InstanceID) -> Bool {
    guard let place = instances.place(of: id) else { return false }
    return place.isRow || place == .nowhere || place.parent.map(isInRow) ?? false
  }

  /// The requests by service and ordinal.
  package var requests: [RequestEntry] {
    pendingRequests.map { RequestEntry($0, $1) }
  }

  /// Returns the first by service and ordinal, without making a list.
  package func request(named name: String) -> RequestEntry? {
    pendingRequest(named: name).map { RequestEntry($0.id, $0.request) }
  }

  /// Waiting work in order, with unique names: `push home`, `push home'2`.
  package var work: [WorkEntry] {
    let works = agenda.ordered
    let titles = Set(works.map(\.title))
    var counts: [Name: Int] = [:]
    return works.map { work in
      var count = counts[work.title, default: 0] + 1
      // The second answer of 'fetch' must not get the name of the first one of "fetch'2".
      while count > 1, titles.contains("\(work.title)'\(count)") { count += 1 }
      counts[work.title] = count
      return WorkEntry(
        name: count == 1 ? work.title : "\(work.title)'\(count)", source: work.source, due: work.due,
        request: work.answeredRequest)
    }
  }

  /// A field's value; `.null` without such an instance or field.
  public func read(_ id: InstanceID, port: Int, _ program: Program) -> Value {
    check(program)
    guard let template = template(of: id) else { return .null }
    let fields = program.templates[template].fields
    return fields.indices.contains(port) ? read(fields[port], of: id) : .null
  }

  func read(_ field: FieldDefinition, of id: InstanceID) -> Value {
    field.read(instances.modelLocation(at: id.index))
  }

  /// Returns the model; nil if the instance is gone or its model has another type.
  public func model<Model: Sendable>(of id: InstanceID, as type: Model.Type) -> Model? {
    location(of: id, as: type)?.pointee
  }

  /// Returns the model's place for reading, valid while the snapshot is unchanged; nil for another type.
  package func location<Model: Sendable>(of id: InstanceID, as type: Model.Type) -> UnsafePointer<Model>? {
    instances.modelLocation(of: id, ObjectIdentifier(type))?.assumingMemoryBound(to: type)
  }

  /// A property of an instance, as of its last check.
  package struct PropertyEntry: Hashable, Sendable {
    package let name: Name
    package let path: String
    package let isBroken: Bool
  }

  package func properties(_ program: Program) -> [PropertyEntry] {
    check(program)
    guard program.isWatched else { return [] }
    return instances.indices.flatMap { index -> [PropertyEntry] in
      let (template, states) = (Int(instances.charts[index].template), instances.watched[index])
      guard template >= 0, !states.isEmpty else { return [] }
      let path = path(of: InstanceID(index), program)
      return zip(program.templates[template].monitors, states).map { monitor, state in
        PropertyEntry(name: monitor.name, path: path, isBroken: state.isBroken)
      }
    }
  }

  /// In the order in which requests use them; never empty.
  package func behaviours(of service: Name) -> [ServiceBehaviour] {
    let behaviours = services.filter { $0.service == service }.map(\.behaviour)
    return behaviours.isEmpty ? [ServiceBehaviour()] : behaviours
  }
}

extension Snapshot.RequestEntry {
  fileprivate init(_ id: InstanceID, _ request: RequestInstance) {
    self.init(
      id: id, name: request.name, service: request.service, input: request.input, isEnded: request.isEnded,
      isWithInstance: request.isWithInstance)
  }
}

extension Work {
  fileprivate var title: Name { source == .reply ? "reply \(name)" : name }

  fileprivate var answeredRequest: InstanceID? {
    guard case .answer(let request, _, _) = target else { return nil }
    return request
  }
}

extension ChartTable {
  package func regions(_ configuration: [Int], templateName: Name) -> [(region: Name, state: String)] {
    let active = StateSet(configuration)
    return regions.enumerated().map { index, region in
      (title(ofRegionAt: index, templateName: templateName), text(of: active, in: region))
    }
  }

  package struct TransitionEntry: Sendable {
    package let trigger: ChartDefinition.Trigger
    package let source: Name
    package let targets: [Name]
    package let guardCondition: ChartDefinition.Guard?
  }

  package var transitionEntries: [TransitionEntry] { transitions.map(entry) }

  /// Returns the transitions for an event in a configuration, and the eventless ones of their targets.
  package func transitions(for event: Name, from configuration: [Int]) -> [TransitionEntry] {
    let candidates = configuration.reversed().flatMap { states[$0].transitions }.filter {
      transitions[$0].trigger.matches(event)
    }
    let eventless = candidates.flatMap { transitions[$0].targets }.flatMap { states[$0].transitions }.filter {
      transitions[$0].trigger == .always
    }
    return (candidates + eventless).map { entry(transitions[$0]) }
  }

  private func entry(_ transition: Transition) -> TransitionEntry {
    TransitionEntry(
      trigger: transition.trigger, source: states[transition.source].name,
      targets: transition.targets.map { states[$0].name }, guardCondition: transition.guardCondition)
  }
}
