import Testing

@testable import Statecharts

/// Seed 000's home page: rows with totals, a timer, and a cell that is bound to one row after another.
struct CellReuseTests {
  /// What the seed does at `getDatas`, for rows 0 and 12, with the answers after `delay`; the cell writes `label`.
  static func home(isCut: Bool, answersAfter delay: Int = 1000) -> Simulation {
    let cell = Template.slots(
      "cell",
      [
        .hidden(
          "row",
          setter: { turn, me, row in
            guard let row = row.target else { return }
            turn.set(me, "label", turn.read(row, "total"))
            turn.start("showTotal", [.reference(me), .weak(row)])
          }),
        Slot("label"),
      ])
    let page = Template.slots(
      "home", [.hidden("rows", []), .hidden("cell")], subjects: ["log"],
      setUp: { turn, me, _ in
        turn.set(me, "cell", .reference(turn.make("cell", at: "cell")))
        let rows = [0, 12].map { index in
          let row = turn.make("row", at: "row\(index)")
          turn.after(delay, HandlerValue("answer", [.reference(row), .int(index + 10)]))
          return row
        }
        turn.set(me, "rows", .list(rows.map(Value.reference)))
        turn.every(2000, HandlerValue("tick", [.reference(me)]))
      })
    return Simulation(
      Program(
        templates: [page, cell, .slots("row", [.hidden("total")])],
        wirings: [
          WiringDefinition("showTotal") { captures in
            let cell = captures[0].target!
            let total = SignalPlan.values(captures[1].target!, port: 0)
            return Link(
              isCut ? total.take(until: .changes(cell, port: 0)) : total, to: .write(cell, port: 1))
          }
        ],
        handlers: [
          HandlerDefinition("answer") { turn, captures, _ in
            turn.set(captures[0].target!, "total", .string("\(captures[1].number!)"))
          },
          HandlerDefinition("tick") { turn, captures, _ in
            for row in turn.read(captures[0].target!, "rows").items.compactMap(\.target) {
              let total = turn.read(row, "total").text.flatMap { Int($0) } ?? 0
              turn.set(row, "total", .string("\(total + 1)"))
            }
          },
        ]))
  }

  private func labels(_ simulation: inout Simulation) -> [String] {
    simulation.lines().filter { $0.contains("label") }
  }

  private func bind(_ simulation: inout Simulation, row: Int) {
    simulation.act("bind") { turn, me in
      let rows = turn.read(me, "rows").items
      turn.set(turn.read(me, "cell").target!, "row", .weak(rows[row].target))
    }
  }

  @Test("E-C1: with take(until:) a re-used cell shows only its current row")
  func cut() {
    var simulation = Self.home(isCut: true)
    simulation.advance(to: 500)
    bind(&simulation, row: 1)
    simulation.advance(to: 1500)
    bind(&simulation, row: 0)
    simulation.advance(to: 4000)
    #expect(
      labels(&simulation) == [
        "500 cell.label = nil", "500 cell.label = nil", "1000 cell.label = \"22\"",
        "1500 cell.label = \"10\"", "1500 cell.label = \"10\"", "2000 cell.label = \"11\"", "4000 cell.label = \"12\"",
      ])
  }

  @Test("E-C1, HZ-B5: without take(until:) the row that was bound first keeps writing, and the highest wins")
  func leaking() {
    var simulation = Self.home(isCut: false)
    simulation.advance(to: 500)
    bind(&simulation, row: 1)
    simulation.advance(to: 1500)
    bind(&simulation, row: 0)
    simulation.advance(to: 4000)
    #expect(
      labels(&simulation) == [
        "500 cell.label = nil", "500 cell.label = nil", "1000 cell.label = \"22\"",
        "1500 cell.label = \"10\"", "1500 cell.label = \"10\"", "2000 cell.label = \"11\"", "2000 cell.label = \"23\"",
        "4000 cell.label = \"12\"", "4000 cell.label = \"24\"",
      ])
  }

  @Test(
    "E-C4: a cell bound n times writes n times at a tick without take(until:), once with it", arguments: [true, false])
  func writes(isCut: Bool) {
    var simulation = Self.home(isCut: isCut)
    simulation.advance(to: 1500)
    for _ in 0..<3 { bind(&simulation, row: 0) }
    _ = simulation.lines()
    simulation.advance(to: 2000)
    #expect(labels(&simulation) == Array(repeating: "2000 cell.label = \"11\"", count: isCut ? 1 : 3))
  }

  private func totals(_ simulation: borrowing Simulation) -> [Value] {
    simulation.read("rows").items.compactMap(\.target).map { simulation.kernel.read($0, port: 0) }
  }

  @Test("E.2: at the tie of 2000 ms the answer runs first, because it was there first")
  func answerFirst() {
    var simulation = Self.home(isCut: true, answersAfter: 2000)
    simulation.advance(to: 2000)
    #expect(totals(simulation) == ["11", "23"])
    simulation.advance(to: 4000)
    #expect(totals(simulation) == ["12", "24"])
    #expect(!simulation.lines().contains { $0.contains("tie") })
  }

  @Test("E.2: the tie broken the other way, and the trace says so")
  func tickFirst() {
    var simulation = Self.home(isCut: true, answersAfter: 2000)
    simulation.advance(to: 1999)
    _ = simulation.lines()
    #expect(simulation.kernel.snapshot.agenda.ordered.map(\.name) == ["answer", "answer", "tick"])
    simulation.kernel.runWork(at: 2)
    #expect(totals(simulation) == ["1", "1"])
    #expect(simulation.lines() == ["2000 tie tick over answer, answer'2", "2000 timer tick"])
    simulation.kernel.drain()
    #expect(totals(simulation) == ["10", "22"])
    simulation.advance(to: 4000)
    #expect(totals(simulation) == ["11", "23"])
  }

  @Test("E.2: an answer after the tick overwrites its increment")
  func lateAnswer() {
    var simulation = Self.home(isCut: true, answersAfter: 2500)
    var seen: [[Value]] = []
    for moment in [2000, 2500, 4000] {
      simulation.advance(to: moment)
      seen.append(totals(simulation))
    }
    #expect(seen == [["1", "1"], ["10", "22"], ["11", "23"]])
  }
}
