import Statecharts
import Testing

@testable import ViewModels

/// The words for history, initial transitions, several targets, done data, invoked view models and delayed inputs.
struct ChartWordsTests {
  /// A download that asks a counter view model, and can be paused.
  private struct Download: TokenViewModel {
    struct Model: ModelType, Hashable { var log: [String] = [] }

    let start = Input()
    let pause = Input()
    let resume = Input()
    let next = Input()
    let tick = Input()
    let both = Input()
    let progress = Input<Int>()

    var chart: Chart {
      Region("download") {
        State("waiting") {
          On(start, to: "running")
          On(resume, to: "before")
          On(both, toAll: ["second", "loud"])
        }
        Parallel("running") {
          On(pause, to: "waiting")
          On(Events.done("running"), to: "finished")
          DeepHistory("before", default: "steps") { me in me.model.log += ["default"] }
          State("steps") {
            Initial(to: "first") { me in me.model.log += ["initial"] }
            State("unused")
            State("first") { On(next, to: "second") }
            State("second") {
              Invoke(Counter.self, forwardsEvents: true) { me, value in me.model.log += ["from the counter"] }
              On(progress) { me, number in me.model.log += ["progress \(number)"] }
              On(Events.done(Counter.self), to: "end") { me in me.model.log += ["done"] }
            }
            Final("end") { $0.log.count }
          }
          State("sound") {
            OnInternal(tick, to: "loud", when: In("first"))
            State("quiet") {
              On(Events("done.state.steps"), to: "silent") { me, value in me.model.log += ["data \(Int(value) ?? -1)"] }
            }
            State("loud") { On(Events("done.state.*"), to: "silent") }
            Final("silent")
          }
        }
        State("finished") {
          OnEntry { me in
            me.send(tick, after: .seconds(1), id: "soon")
            me.send(tick, after: .seconds(2))
            me.cancel("soon")
            if me.isIn("finished") { me.model.log += ["in finished"] }
          }
          On(tick, to: "waiting")
        }
      }
    }
  }

  private struct Counter: TokenViewModel {
    struct Model: ModelType, Hashable { var count = 0 }

    let next = Input()

    var chart: Chart {
      Region("count") {
        State("one") { On(next, to: "two") { $0.sendToInvoker(Download.progress, 1) } }
        State("two") { On(next, to: "end") }
        Final("end")
      }
    }
  }

  private func run(_ inputs: [String]) -> (states: [String], log: [String]) {
    let machine = Machine(Download.self, name: "download", variant: "test", summary: "a download")
    var (snapshot, _) = machine.open()
    for input in inputs {
      if input == "advance" {
        _ = machine.step(&snapshot, .advance(milliseconds: 2_000))
      } else {
        _ = machine.step(&snapshot, .send(input: input, nil))
      }
    }
    let log = machine.fields(of: snapshot).first { $0.path == "log" }.flatMap { [String]($0.value) } ?? []
    return (machine.regions(of: snapshot).map(\.state), log)
  }

  @Test("an initial transition has a target and an action, and a region its own")
  func initial() {
    #expect(run(["start"]).states == ["running(steps.first, sound.quiet)"])
    #expect(run(["start"]).log == ["initial"])
  }

  @Test("deep history has a default with an action, and remembers every region")
  func history() {
    #expect(run(["resume"]).states == ["running(steps.first, sound.quiet)"])
    #expect(run(["resume"]).log == ["default", "initial"])
    #expect(
      run(["start", "tick", "next", "pause", "resume"]).states.first == "running(steps.second, sound.loud)")
  }

  @Test("one transition leads into several regions")
  func severalTargets() {
    #expect(run(["both"]).states.first == "running(steps.second, sound.loud)")
  }

  @Test("a guard asks for a state")
  func guards() {
    #expect(run(["start", "tick"]).states == ["running(steps.first, sound.loud)"])
    #expect(run(["start", "next", "tick"]).states.first == "running(steps.second, sound.quiet)")
  }

  @Test(
    "an invoked view model is sent what comes from outside, sends back, and is done; a final state hands on its data")
  func invoked() {
    #expect(run(["start", "next", "next"]).log == ["initial", "from the counter", "progress 1"])
    let (states, log) = run(["start", "next", "next", "next"])
    #expect(states == ["finished"])
    #expect(
      log == [
        "initial", "from the counter", "progress 1", "from the counter", "done", "data 5", "in finished",
      ])
  }

  @Test("a delayed input comes, whatever the state; one that was cancelled by its id does not")
  func delayed() {
    #expect(run(["start", "next", "next", "next", "advance"]).states == ["waiting"])
  }
}
