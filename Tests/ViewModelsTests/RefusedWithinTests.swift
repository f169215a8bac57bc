import Statecharts
import Testing
import ViewModels

/// A view model that notes each press, and then executes a command that is never enabled.
private struct Presser: ViewModel {
  struct Model: ModelType {
    var presses = 0
    var command = SignalCommand<Int, Int>(InstanceID(0))
  }

  let presses = Field(\.presses)
  let command = Field(\.command)
  let press = Input()
  let isAllowed = NamedSignal<Bool> { _ in .just(false) }
  let work = NamedSignal<Int, Int> { _, number in .just(number) }

  var chart: Chart {
    SetUp { $0.command = $0.makeCommand(work, enabled: isAllowed($0.ref), showing: "pressing") }
    Region("presser") {
      State(.idle) {
        On(press) { me in
          me.presses += 1
          me.execute(me.command, me.presses)
        }
      }
    }
  }
}

@Suite("What is refused within a turn")
struct RefusedWithinTests {
  @Test("a command that an action executes and that refuses does not refuse what took the action")
  func command() throws {
    let machine = Machine(Presser.self, name: "presser", variant: "one", summary: "a presser")
    let (snapshot, _) = machine.open()
    var trial = snapshot
    let effects = machine.step(&trial, .send(input: "press", nil)).flatMap(\.effects)
    try #require(effects.contains { if case .refused = $0 { true } else { false } }, "\(effects)")
    let press = try #require(machine.commands(of: snapshot).first { $0.name == "press" })
    #expect(press.refusal == nil)
  }
}
