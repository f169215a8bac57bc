import Testing
import ViewModels

@Suite("The re-used cell, in the view-model language")
struct HomeCellTests {
  private let machine = Machine(Home.self, name: "home", variant: "sketch", summary: "a list with one cell")

  private func value(_ path: String, _ snapshot: Snapshot) -> Value? {
    machine.fields(of: snapshot).first { $0.path == path }?.value
  }

  @Test("E-C1: a cell shows its current row only")
  func reuse() {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .send(input: "showSecond", nil))
    #expect(value("cell.number", snapshot) == "20")
    _ = machine.step(&snapshot, .advance(milliseconds: 2_000))
    #expect(value("cell.total", snapshot) == "1")
    _ = machine.step(&snapshot, .send(input: "showFirst", nil))
    _ = machine.step(&snapshot, .assign(field: "second.total", "99"))
    #expect(value("cell.number", snapshot) == "10")
    #expect(value("cell.total", snapshot) == "1")
    _ = machine.step(&snapshot, .advance(milliseconds: 2_000))
    #expect(value("cell.total", snapshot) == "2")
    #expect(value("second.total", snapshot) == "100")
  }

  @Test("a row that nothing refers to goes, and the cell's weak reference to it becomes nil")
  func weak() {
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .send(input: "showFirst", nil))
    #expect(value("first.number", snapshot) == "10")
    _ = machine.step(&snapshot, .send(input: "forget", nil))
    #expect(value("first.number", snapshot) == nil)
    #expect(value("cell.row", snapshot) == .null)
    #expect(value("cell.number", snapshot) == "10")
  }

  @Test("a field of instances cannot be assigned from outside")
  func references() {
    var (snapshot, _) = machine.open()
    let turns = machine.step(&snapshot, .assign(field: "rows", .list([])))
    #expect(
      turns.last?.effects == [
        .refused(name: "rows", reason: "it refers to an instance; assign the fields of that instance")
      ])
  }
}
