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

  private struct Tour: ViewModel {
    struct Model: ModelType {}
    let start = Input()
    let next = Input()
    var chart: Chart {
      Region("tour") {
        State("closed") { On(start, to: "open") }
        State("open") {
          Invoke(Steps.self, forwardsEvents: true)
          On(Events.done(Steps.self), to: "closed")
        }
      }
    }
  }

  private struct Steps: ViewModel {
    struct Model: ModelType {}
    let next = Input()
    var chart: Chart {
      Region("steps") {
        State("first") { On(next, to: "second") }
        State("second") { On(next, to: "over") }
        Final("over")
      }
    }
  }

  @Test("what the invoked view model takes is not refused; what neither takes is")
  func forwarded() throws {
    let machine = Machine(Tour.self, name: "tour", variant: "one", summary: "a tour")
    #expect(!machine.findings.contains { $0.code == "untaken-input" && $0.place.text.hasPrefix("Tour:") })
    var (snapshot, _) = machine.open()
    func refused(by input: String) throws -> (refusals: Int, isRefused: Bool) {
      let command = try #require(machine.commands(of: snapshot).first { $0.name == input })
      let effects = machine.step(&snapshot, .send(input: input, nil)).flatMap(\.effects)
      return (effects.count { if case .refused = $0 { true } else { false } }, command.refusal != nil)
    }
    for input in ["start", "next", "next"] { #expect(try refused(by: input) == (0, false)) }
    #expect(try refused(by: "next") == (1, true))
    // The steps do not take the start, nor does the tour while it is open.
    #expect(try refused(by: "start") == (0, false))
    #expect(try refused(by: "start") == (1, true))
  }
}
