import Testing
import ViewModels

@testable import Console

struct UnsoundMachineTests {
  private struct Broken: ViewModel {
    struct Model: ModelType, Hashable {}
    let go = Input()
    var chart: Chart { Region("way") { State(.idle) { On(go, to: "nowhere") } } }
  }

  private let machine = Machine(Broken.self, name: "broken", variant: "one", summary: "")

  @Test("a machine that cannot run is not opened, and the sentence says where it is wrong")
  func refused() {
    var session = Session(catalogue: Catalogue([machine]))
    #expect(
      session.shown("open broken") == [
        "6: 'broken@one' cannot run; Broken: way.idle, on 'go': the chart has no state 'nowhere'; name an existing "
          + "state, and 'lint' lists everything"
      ])
    #expect(session.shown("broken").map { $0.prefix(10) } == ["1: 'broken"])
    #expect(session.machine == nil)
  }

  @Test("a program that opens it all the same gets a crash, not a trap")
  func crash() {
    var (snapshot, _) = machine.open()
    #expect(snapshot.fault?.hasPrefix("the chart of 'Broken' cannot run: way.idle, on 'go': ") ?? false)
    #expect(machine.step(&snapshot, .send(input: "go", nil)).count == 1)
    _ = (machine.screen(of: snapshot), machine.commands(of: snapshot), machine.fields(of: snapshot))
  }
}
