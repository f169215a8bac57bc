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
            "rows", holdsReferences: true, rows: FieldDefinition.Rows(),
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
}
