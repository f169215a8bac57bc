import Testing

@testable import Statecharts

/// Rows that hold rows, by a definition that lets a row hold itself.
@Suite("Rows in rows")
struct NestedRowTests {
  private struct Model: Sendable { var rows = Value.list([]) }

  private static let program = Program(
    templates: [
      Template(
        "node",
        fields: [
          FieldDefinition(
            "rows", holdsReferences: true, rows: FieldDefinition.Rows(model: ObjectIdentifier(Model.self)),
            read: { $0.assumingMemoryBound(to: Model.self).pointee.rows },
            write: { model, value in
              model.assumingMemoryBound(to: Model.self).pointee.rows = value
              return true
            })
        ], model: InitialModel(Model()))
    ])

  /// A node with one row, which holds itself and the node.
  private func circle() -> Simulation {
    var simulation = Simulation(Self.program)
    _ = simulation.lines()
    simulation.act { turn, root in
      let row = turn.make("node")
      turn.set(row, "rows", [.reference(row), .reference(root)])
      turn.set(root, "rows", [.reference(row)])
    }
    return simulation
  }

  @Test("a row that is among its own rows is told as nil there")
  func told() {
    var simulation = circle()
    #expect(simulation.lines() == ["0 rows = [{rows: [nil, {rows: [nil]}]}]"])
  }

  @Test("a snapshot in which a row is among its own rows is refused")
  func refused() {
    let snapshot = circle().kernel.snapshot
    let error = #expect(throws: SnapshotProblem.self) {
      try Snapshot(snapshot.form(Self.program), of: Self.program)
    }
    #expect(error?.reason == .wrong("fields", expected: "lists of other instances than their own"))
  }

  @Test("a snapshot whose rows tell of more rows than there can be is refused, and no time is lost with it")
  func many() {
    var simulation = Simulation(Self.program)
    simulation.act { turn, root in turn.set(root, "rows", [.reference(turn.make("node"))]) }
    let form = simulation.kernel.snapshot.form(Self.program)
    #expect(throws: Never.self) { try Snapshot(form, of: Self.program) }
    // Each level holds the one below it twice: forty levels are a million million rows.
    var forged = form
    let last = form.instances[form.instances.count - 1]
    for place in 1...40 {
      let rows: Value = [
        .reference(InstanceID(last.place + place - 1)), .reference(InstanceID(last.place + place - 1)),
      ]
      forged.instances.append(SnapshotForm.Entry(place: last.place + place, value: last.value.withRows(rows)))
    }
    let error = #expect(throws: SnapshotProblem.self) { try Snapshot(forged, of: Self.program) }
    #expect(error?.reason == .tooMany("rows in each other", limit: Self.program.limits.instances))
  }

  @Test("a snapshot in which an instance stands in itself is refused")
  func place() {
    var form = circle().kernel.snapshot.form(Self.program)
    let row = form.instances[1]
    form.instances[0].value = form.instances[0].value.withRows([])
    form.instances[1].value = row.value.withRows([]).withPlace([.reference(InstanceID(row.place)), "rows", 0])
    let error = #expect(throws: SnapshotProblem.self) { try Snapshot(form, of: Self.program) }
    #expect(error?.reason == .wrong("place", expected: "in another instance"))
  }
}

extension Value {
  /// The form of a machine with other rows.
  fileprivate func withRows(_ rows: Value) -> Value { changing("fields", to: .record([Member("rows", rows)])) }
  fileprivate func withPlace(_ place: Value) -> Value { changing("place", to: place) }

  private func changing(_ name: String, to new: Value) -> Value {
    switch self {
    case .record(let members):
      .record(members.map { Member($0.name, $0.name == name ? new : $0.value.changing(name, to: new)) })
    case .enumeration(let kind, let members):
      .enumeration(kind, members.map { Member($0.name, $0.name == name ? new : $0.value.changing(name, to: new)) })
    default: self
    }
  }
}
