/// What a snapshot tells about itself, by name.
extension Snapshot {
  /// A machine instance: where it stands and what it is made of.
  public struct MachineEntry: Sendable {
    /// Its place in this snapshot.
    public let id: InstanceID
    /// Where it stands, seen from the root.
    package let path: String
    package let template: Int
    /// The active states, in document order; of a finished chart those in which it finished.
    package let configuration: [Int]
    /// Whether its chart has finished.
    package let isFinished: Bool
  }

  /// A request under way.
  package struct RequestEntry: Sendable {
    package let id: InstanceID
    package let name: Name
    package let service: Name
    package let input: Value
    /// Whether nobody waits for it any more, so that its answer will be late.
    package let isEnded: Bool
    /// Whether the instance that answers for the service has it.
    package let isWithInstance: Bool
  }

  /// Work of the agenda, in the order in which it will run.
  package struct WorkEntry: Sendable {
    package let name: Name
    package let source: Cause.Source
    package let due: Int
    /// The request that it answers, if it does.
    package let request: InstanceID?
  }

  /// What keeps its order at one instant.
  package struct Lane: Hashable, Sendable {
    package let source: Cause.Source
    /// The handler whose work has a lane of its own; with its captures where each piece has.
    package var handler: HandlerValue?
    /// The request whose answer has a lane of its own.
    package var request: InstanceID?

    package init(source: Cause.Source) {
      self.source = source
    }

    /// Whether a piece must not run before those that are ahead of it, also if a user fires it.
    package var isStrict: Bool { handler?.captures.isEmpty ?? false }
  }

  /// The lanes of the work that waits, in its order: of several pieces in one only the first can run.
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

  /// The machines that are not rows nor in rows, by identifier.
  public func machines(_ program: Program) -> [MachineEntry] {
    check(program)
    return instances.indices.compactMap { index in
      isInRow(InstanceID(index)) ? nil : machineEntry(InstanceID(index), program)
    }
  }

  /// All machines, rows included, by identifier.
  package func allMachines(_ program: Program) -> [MachineEntry] {
    instances.indices.compactMap { machineEntry(InstanceID($0), program) }
  }

  /// Returns a machine; `nil` when there is none.
  package func machineEntry(_ id: InstanceID, _ program: Program) -> MachineEntry? {
    check(program)
    guard let template = template(of: id) else { return nil }
    let chart = instances.charts[id.index]
    return MachineEntry(
      id: id, path: path(of: id, program), template: template, configuration: chart.active.states,
      isFinished: chart.isFinished)
  }

  /// What a machine is made of, as the program's index; `nil` for what is none.
  package func template(of id: InstanceID) -> Int? {
    guard instances.indices.contains(id.index), instances.charts[id.index].template >= 0 else { return nil }
    return Int(instances.charts[id.index].template)
  }

  /// The active states of an instance, in document order; none without a chart.
  func configuration(of id: InstanceID) -> [Int] {
    instances.indices.contains(id.index) ? instances.charts[id.index].active.states : []
  }

  private func isInRow(_ id: InstanceID) -> Bool {
    guard let place = instances.place(of: id) else { return false }
    return place.isRow || place == .nowhere || place.parent.map(isInRow) ?? false
  }

  /// The requests that have not ended, and those that are still to be answered late, by service and ordinal.
  package var requests: [RequestEntry] {
    pendingRequests.map { RequestEntry($0, $1) }
  }

  /// Returns the request of a name; of several the first by service and ordinal. It makes no list of them.
  package func request(named name: String) -> RequestEntry? {
    pendingRequest(named: name).map { RequestEntry($0.id, $0.request) }
  }

  /// The work that waits, in the order in which it will run; each has a name of its own: `push home`, `push home'2`.
  package var work: [WorkEntry] {
    let works = agenda.ordered
    let titles = Set(works.map(\.title))
    var counts: [Name: Int] = [:]
    return works.map { work in
      var count = counts[work.title, default: 0] + 1
      // A second answer of 'fetch' is not to be called as the first one of "fetch'2".
      while count > 1, titles.contains("\(work.title)'\(count)") { count += 1 }
      counts[work.title] = count
      return WorkEntry(
        name: count == 1 ? work.title : "\(work.title)'\(count)", source: work.source, due: work.due,
        request: work.answeredRequest)
    }
  }

  /// Returns a field's value; nil's value when the instance or field does not exist.
  public func read(_ id: InstanceID, port: Int, _ program: Program) -> Value {
    check(program)
    guard let template = template(of: id) else { return .null }
    let fields = program.templates[template].fields
    return fields.indices.contains(port) ? read(fields[port], of: id) : .null
  }

  /// Returns the value of a field of an instance that is a machine of its template.
  func read(_ field: FieldDefinition, of id: InstanceID) -> Value {
    field.read(instances.modelLocation(at: id.index))
  }

  /// Returns an instance's typed model; `nil` when there is none or it is of another type.
  public func model<Model: Sendable>(of id: InstanceID, as type: Model.Type) -> Model? {
    location(of: id, as: type)?.pointee
  }

  /// Returns where an instance's model lies if it is of a type, for reading; good as long as the snapshot is as it is.
  package func location<Model: Sendable>(of id: InstanceID, as type: Model.Type) -> UnsafePointer<Model>? {
    instances.modelLocation(of: id, ObjectIdentifier(type))?.assumingMemoryBound(to: type)
  }

  /// A property of an instance, and whether it was broken when it was last looked at.
  package struct PropertyEntry: Hashable, Sendable {
    package let name: Name
    /// Where the instance stands; empty for the root.
    package let path: String
    package let isBroken: Bool
  }

  /// The properties of all instances.
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

  /// How a service answers now, where it was said.
  package func behaviour(of service: String) -> ServiceBehaviour {
    services.first { $0.service == service }?.behaviour ?? ServiceBehaviour()
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
  /// What `fire` and a tie call it.
  fileprivate var title: Name { source == .reply ? "reply \(name)" : name }

  fileprivate var answeredRequest: InstanceID? {
    guard case .answer(let request, _, _) = target else { return nil }
    return request
  }
}

extension ChartTable {
  /// The regions with the state that each is in, in document order.
  package func regions(_ configuration: [Int], templateName: Name) -> [(region: Name, state: String)] {
    let active = StateSet(configuration)
    return regions.enumerated().map { index, region in
      (title(ofRegionAt: index, templateName: templateName), text(of: active, in: region))
    }
  }

  /// A transition as it is asked about from outside.
  package struct TransitionEntry: Sendable {
    package let trigger: ChartDefinition.Trigger
    package let source: Name
    package let targets: [Name]
    package let guardCondition: ChartDefinition.Guard?
  }

  /// All transitions, in document order.
  package var transitionEntries: [TransitionEntry] { transitions.map(entry) }

  /// Returns the transitions that an event could take from a configuration, and the eventless ones of where they lead.
  package func transitions(for event: Name, from configuration: [Int]) -> [TransitionEntry] {
    let candidates = configuration.reversed().flatMap { states[$0].transitions }.filter { index in
      guard case .event(let descriptor) = transitions[index].trigger else { return false }
      return EventDescriptor.matches(descriptor, event)
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

  /// The names of all states in document order, each with its parent's.
  package var stateNames: [(name: Name, parent: Name)] {
    states.dropFirst().map { ($0.name, $0.parent.map { states[$0].name } ?? "") }
  }
}
