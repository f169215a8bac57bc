extension Snapshot {
  /// Returns the snapshot without everything that cannot affect its future.
  ///
  /// It renumbers instances in order of reach, removes unreachable ones and sets the clock to 0. A snapshot and its
  /// normal form step with the same effects to the same normal form. Costs a walk over all live instances.
  package func normalised(_ program: Program) -> Snapshot {
    renumbered(reach(program), program, laterBy: program.readsClock ? 0 : -time)
  }

  func renumbered(_ order: [InstanceID], _ program: Program, laterBy delay: Int) -> Snapshot {
    var renumbering = Renumbering(count: instances.count)
    for (index, id) in order.enumerated() { renumbering[id] = InstanceID(index) }
    var result = self
    result.time += delay
    result.roots = roots.map { renumbering[$0] }
    result.instances = renumbering.renumber(instances, order, program)
    let work = agenda.ordered.map { work in
      var work = work
      work.due += delay
      work.target = renumbering.renumbered(work.target)
      return work
    }
    result.agenda = Agenda(work, at: result.time)
    return result
  }

  /// Returns the canonical bytes of the normal form: equal bytes mean equal behaviour.
  package func canonicalBytes(_ program: Program) -> [UInt8] { normalised(program).value(program).canonicalBytes }
}

struct Renumbering: PartCoder {
  static let changes = true

  private var map: [InstanceID]

  init(count: Int) {
    map = Array(repeating: InstanceID(-1), count: count)
  }

  subscript(id: InstanceID) -> InstanceID {
    get { map.indices.contains(id.index) ? map[id.index] : InstanceID(-1) }
    set { map[id.index] = newValue }
  }

  func renumber(_ table: InstanceTable, _ order: [InstanceID], _ program: Program) -> InstanceTable {
    var result = InstanceTable()
    for id in order {
      var chart = table.charts[id.index]
      if chart.template >= 0 { chart.row = result.models.add(chart, of: table.models) }
      let place = table.places[id.index].renumbered { self[$0] }
      result.append(
        table[id.index].map(renumber), chart, place, history: table.histories[id.index],
        watched: table.watched[id.index])
      if chart.template >= 0 {
        renumber(result.modelAddress(at: result.count - 1), program.templates[Int(chart.template)])
      }
      var listeners = table.listeners[id.index].map { $0.map { self[$0] } }
      while let last = listeners.last, last.isEmpty { listeners.removeLast() }
      result.changeListeners(at: result.count - 1) { $0 = listeners }
    }
    return result
  }

  private func renumber(_ instance: Instance) -> Instance {
    guard var machine = instance.machine else { return renumbered(instance) }
    machine.children = machine.children.map { self[$0] }
    machine.requests = machine.requests.map { self[$0] }
    machine.invoked = machine.invoked.map(renumbered)
    machine.invoker = self[machine.invoker]
    return Instance(machine: machine)
  }

  private func renumber(_ model: UnsafeMutableRawPointer, _ template: Template) {
    for field in template.fields where field.holdsReferences && field.kind == .stored {
      _ = field.write?(model, renumbered(field.read(UnsafeRawPointer(model))))
    }
  }

  func renumbered<Part: Coded>(_ part: Part) -> Part {
    var (coder, part) = (self, part)
    part.code(with: &coder)
    return part
  }

  // MARK: Parts

  func id(_ name: String, _ part: inout InstanceID, _ hold: Hold) { part = self[part] }

  func value(_ name: String, _ part: inout Value, _ hold: Hold) {
    part = part.replacing { value in
      switch value {
      case .reference(let id): .reference(self[id])
      case .weak(let id?): .weak(self[id])
      case .signal(let signal): .signal(renumbered(signal))
      default: nil
      }
    }
  }
}
