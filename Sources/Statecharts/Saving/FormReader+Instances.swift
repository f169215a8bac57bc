extension FormReader {
  /// Reads an instance but for the fields of a machine, which may mention instances that are left out.
  mutating func read(_ form: Value, into table: inout InstanceTable, at place: Int) throws(Reason) {
    let (kind, parts) = try FormParts.enumeration(try FormParts(form).value("is"), "is")
    if kind == "machine" {
      var (machine, chart, history, watched) = try machine(parts, at: place)
      let standing = try self.place(try parts.value("place"), of: place)
      if let path = standing.ownPath {
        guard !paths.contains(path) else { throw .wrong("place", expected: "a path that no other instance has") }
        paths.insert(path)
      }
      let template = Int(chart.template)
      chart.row = table.models.add(program.templates[template].model, of: template)
      table.put(Instance(machine: machine), chart, standing, history: history, watched: watched, at: place)
    } else {
      let form = try FormParts(form).value("is")
      table.put(try PartReader.read(form, "instance", by: self) as Instance, at: place)
    }
  }

  /// Adds what depends on which instances are left out: listeners, requests, and the values of fields.
  mutating func complete(_ table: inout InstanceTable, at place: Int, _ form: Value) throws(Reason) {
    guard var instance = table[place] else { return }
    if var machine = instance.machine {
      // Each is known by its place.
      if !machine.children.allSatisfy(isHeld) { machine.children = [] }
      machine.requests = machine.requests.filter(isHeld)
      machine.invoked = machine.invoked.filter { isHeld($0.machine) }
      if !isHeld(machine.invoker) { machine.invoker = .nowhere }
      let (_, parts) = try FormParts.enumeration(try FormParts(form).value("is"), "is")
      let fields = try FormParts(try parts.value("fields")).members
      try fill(table.modelAddress(at: place), program.templates[Int(table.charts[place].template)], fields)
      instance = Instance(machine: machine)
    }
    let map = FormReader.templateName(of: form).flatMap { names[$0] }
    let portCount = instance.isMachine ? program.templates[Int(table.charts[place].template)].portCount : nil
    let listeners = try listeners(try FormParts(form).list("listeners"), portCount, map?.ports)
    table.changeListeners(at: place) { $0 = listeners }
    table[place] = instance
  }

  /// - Parameters:
  ///   - portCount: How many a machine has now; nil for every other instance.
  ///   - ports: What those of a machine are now.
  private func listeners(
    _ form: [Value], _ portCount: Int?, _ ports: [Int?]?
  ) throws(Reason) -> [[InstanceID]] {
    var result: [[InstanceID]] = []
    guard form.count <= ports.map({ $0.count * 2 + 1 }) ?? FormReader.portsOfOthers else {
      throw .wrong("listeners", expected: "a list for each port")
    }
    for (number, port) in form.enumerated() {
      var listeners: [InstanceID] = []
      for value in try FormParts.list(port, "listeners") {
        let id = try FormParts.id(value, "listeners")
        if isHeld(id) { listeners.append(id) }
      }
      guard let place = place(of: number, portCount, ports) else { continue }
      while result.count <= place { result.append([]) }
      result[place] = listeners
    }
    return result
  }

  /// Where the listeners of a port are now; behind a machine's ports stand the bindings of its fields, and at last who
  /// hears that it goes.
  private func place(of number: Int, _ portCount: Int?, _ ports: [Int?]?) -> Int? {
    guard let ports, let portCount else { return number }
    if number < ports.count { return ports[number] }
    if number == ports.count * 2 { return portCount * 2 }
    return ports[number - ports.count].map { portCount + $0 }
  }

  // MARK: Machines

  private mutating func machine(
    _ parts: FormParts, at place: Int
  ) throws(Reason) -> (MachineInstance, ChartState, [HistoryEntry], [MonitorState]) {
    var (name, isFinished) = ("", false)
    var reader = PartReader(self, parts)
    try reader.text("template", &name)
    guard let map = names[name], let index = map.index else { throw .unknown("view model", name) }
    let template = program.templates[index]
    var machine = MachineInstance()
    var chart = ChartState(of: template, at: index)
    var history: [HistoryEntry] = []
    reader = PartReader(self, parts, of: map)
    try reader.bool("isFinished", &isFinished)
    if isFinished, chart.isRunning { chart.finish() }
    if parts.optional("children") != nil { machine.children = try reader.list("children", of: InstanceID.self) }
    machine.requests = try reader.list("requests", of: InstanceID.self)
    try reader.id("invoker", &machine.invoker, .weak)
    let watched = try watched(
      map.properties.isEmpty ? [] : reader.list("properties", of: MonitorState.self), map, template)
    do throws(Reason) {
      try reader.states("configuration", &chart.active)
      let active = chart.active.states
      guard isFaulted || template.chart?.allows(active) ?? active.isEmpty else { throw .notAConfiguration(of: name) }
      history = try reader.list("history", of: HistoryEntry.self)
      machine.invoked = try reader.list("invoked", of: InvokedMachine.self)
      guard history.allSatisfy({ template.chart?.isHistory($0.state) == true }) else {
        throw .wrong("history", expected: "a history state")
      }
      guard machine.invoked.allSatisfy({ template.chart?.invokes($0) == true }) else {
        throw .wrong("invoked", expected: "a state that invokes a machine")
      }
    } catch {
      guard isMigrating else { throw error }
      history = []
      reset(&machine, &chart, template, error)
      begunAnew.insert(place)
    }
    return (machine, chart, history, watched)
  }

  /// Where it stands; nowhere if it stood in something that is left out.
  private mutating func place(_ form: Value, of machine: Int) throws(Reason) -> Statecharts.Place {
    switch form {
    case .string(let path): return path.isEmpty ? .root : .fixed(path)
    case .null: return .nowhere
    case .list(let parts):
      guard parts.count == 3, case .string(let name) = parts[1] else { break }
      let (parent, index) = (try FormParts.id(parts[0], "place"), try row(parts[2]))
      if isMigrating { fieldNames[machine] = name }
      return try field(name, of: parent).map { .field(FieldPosition(in: parent, port: $0, row: index)) } ?? .nowhere
    case .enumeration("detached", let parts):
      guard parts.count == 1, case .string(let path) = parts[0].value, path.isDetached else { break }
      return .detached(path)
    default: break
    }
    throw .wrong("place", expected: "a path, or where it stands in a field")
  }

  /// Detaches a machine that stood in an instance or a field which is left out.
  ///
  /// - Precondition: It is known which instances are left out.
  mutating func detach(_ place: Int, in table: inout InstanceTable) {
    guard let name = fieldNames[place], !(table.places[place].parent.map(isHeld) ?? false) else { return }
    let path = paths.free(name.detached) { _, _ in true }
    paths.insert(path)
    table.move(InstanceID(place), to: .detached(path))
  }

  /// A row's position; -1 for what stands alone. A list cannot have more rows than the table has places.
  private func row(_ form: Value) throws(Reason) -> Int? {
    let index = try FormParts.int(form, "place")
    guard (-1..<program.limits.instances).contains(index) else {
      throw .wrong("place", expected: "a path, or where it stands in a field")
    }
    return index < 0 ? nil : index
  }

  /// Returns the port of a field of an instance. What is gone has none; a migration may have lost it.
  private func field(_ name: String, of parent: InstanceID) throws(Reason) -> Int? {
    guard isHeld(parent), let index = template(at: parent)?.index else { return nil }
    let template = program.templates[index]
    if let port = template.port(named: name), template.fields.indices.contains(port) { return port }
    if isMigrating { return nil }
    throw .unknown("field", name)
  }

  /// What the properties know; one that is new knows nothing yet.
  private mutating func watched(
    _ saved: [MonitorState], _ map: NameMap.TemplateMap, _ template: Template
  ) throws(Reason) -> [MonitorState] {
    var states = template.monitors.map { MonitorState(memory: $0.initial ?? .null) }
    guard saved.count == map.properties.count else { throw .wrong("properties", expected: "one for each property") }
    for (state, property) in zip(saved, map.properties) {
      guard let property else { continue }
      let monitor = template.monitors[property]
      guard monitor.initial == nil ? state.memory == .null : monitor.accepts(state.memory) else {
        guard isMigrating else { throw .wrongMemory(of: monitor.name) }
        drop("property '\(monitor.name)' of '\(template.name)' knows nothing yet")
        continue
      }
      states[property] = state
    }
    return states
  }

  /// Puts a machine into its initial states without running anything.
  private mutating func reset(
    _ machine: inout MachineInstance, _ chart: inout ChartState, _ template: Template, _ reason: Reason
  ) {
    drop("'\(template.name)' stands in its initial state: \(reason.phrase)")
    machine.requests = []
    machine.invoked = []
    chart = ChartState(of: template, at: Int(chart.template))
    if let table = template.chart { chart.active = table.initialEntry.states }
  }

  private mutating func fill(
    _ model: UnsafeMutableRawPointer, _ template: Template, _ values: [Member]
  ) throws(Reason) {
    var filled = Set<Int>()
    for member in values {
      let port = template.port(named: member.name) ?? -1
      guard template.fields.indices.contains(port), template.fields[port].kind == .stored,
        let write = template.fields[port].write
      else {
        guard isMigrating else { throw .unknown("field", member.name) }
        drop("field '\(member.name)' of '\(template.name)' is gone")
        continue
      }
      let value = isMigrating ? member.value.keeping(isHeld) : member.value
      let fits = fitsRows(value, template.fields[port]) && write(model, value)
      guard fits || isMigrating else { throw .wrongType(field: member.name, of: template.name) }
      if !fits { drop("field '\(member.name)' of '\(template.name)' has its initial value") }
      filled.insert(port)
    }
    if isMigrating { return }
    for (port, field) in template.fields.enumerated() where field.kind == .stored && !filled.contains(port) {
      throw .missing(field.name)
    }
  }

  /// Whether the rows of a list are of the view model that it lists: they are told by their contents without asking again.
  private func fitsRows(_ value: Value, _ field: FieldDefinition) -> Bool {
    guard let model = field.rows?.model else { return true }
    return value.targets.allSatisfy { row in
      template(at: row)?.index.map { program.templates[$0].model.type == model } ?? false
    }
  }
}

extension ChartTable {
  /// Whether a state invokes a machine at a position.
  func invokes(_ invoked: InvokedMachine) -> Bool {
    let invocations = states[invoked.state].invocations
    return invocations.indices.contains(invoked.position) && invocations[invoked.position].kind == .machine
  }

  /// Whether the states can be active together: each with its parent, one child of a compound state, all regions of a
  /// parallel one, and no history state.
  func allows(_ configuration: [Int]) -> Bool {
    guard configuration.first == 0, Set(configuration).count == configuration.count else { return false }
    return configuration.allSatisfy { state in
      let children = states[state].children.filter { !isHistory($0) }
      let active = children.count(where: configuration.contains)
      guard !isHistory(state), state == 0 || configuration.contains(states[state].parent ?? 0) else { return false }
      switch states[state].kind {
      case .compound: return active == 1 || children.isEmpty
      case .parallel: return active == children.count
      case .atomic, .final, .shallowHistory, .deepHistory: return active == 0
      }
    }
  }
}

extension Value {
  /// Returns the value without the instances that a condition does not hold for.
  func keeping(_ isKept: (InstanceID) -> Bool) -> Value {
    replacing { value in
      switch value {
      case .reference(let id): isKept(id) ? nil : .null
      case .weak(let id?): isKept(id) ? nil : .weak(nil)
      case .list(let values):
        .list(
          values.compactMap { value in
            if case .reference(let id) = value, !isKept(id) { return nil }
            return value.keeping(isKept)
          })
      case .signal(let signal): signal.mentions.all.allSatisfy(isKept) ? nil : .null
      default: nil
      }
    }
  }
}
