import CYardsticks
import Statecharts
import ViewModels

/// W3: a machine that arms a delay again whenever it has run out.
struct Waiter: ViewModel {
  struct Model: ModelType, Hashable {
    var count = 0
    var delay = 0
  }

  let tick = Input()

  var chart: Chart {
    Region("waiter") {
      State("first") {
        On(tick, to: "second") { me in
          me.count += 1
          me.turn.send(tick.name, to: me.ref.id, after: me.delay)
        }
      }
      State("second") {
        On(tick, to: "first") { me in
          me.count += 1
          me.turn.send(tick.name, to: me.ref.id, after: me.delay + 3)
        }
      }
    }
  }
}

enum TimersRun {
  struct Result: Equatable {
    var fires: Int
    var check: UInt64
  }

  static func byHand(machines: Int, fires: Int) -> (result: Result, time: Int) {
    let result = run_timers(machines, fires)
    return (Result(fires: result.fires, check: result.check), result.time)
  }

  /// Runs until a moment of virtual time.
  static func onEngine(machines: Int, until moment: Int) -> () -> Result {
    let (snapshot, program) = opened(machines)
    return {
      var kernel = Kernel(program, snapshot)
      kernel.isRecording = false
      kernel.advance(to: moment - 1)
      var result = Result(fires: 0, check: 0)
      for machine in kernel.snapshot.machines(program) {
        let count = kernel.snapshot.model(of: machine.id, as: Waiter.Model.self)?.count ?? 0
        result.fires += count
        result.check = result.check &* 31 &+ UInt64(count)
      }
      return result
    }
  }

  private static func opened(_ machines: Int) -> (snapshot: Snapshot, program: Program) {
    var limits = Limits()
    limits.instances = Int.max
    limits.agenda = Int.max
    limits.turnsPerStep = Int.max
    limits.turnsPerInstant = Int.max
    let program = Program(templates: Waiter.definition.templates.map(\.template), limits: limits)
    var kernel = Kernel(program, Snapshot())
    kernel.isRecording = false
    kernel.run(Cause(.open, "open")) { kernel in
      for index in 0..<machines {
        let id = kernel.make(Waiter.definition.name, at: "")
        kernel.keep(id)
        let delay = 1 + index * 7919 % 1000
        kernel.perform { turn in
          let waiter = turn.handle(of: Ref<Waiter>(id))
          waiter.delay = delay
          waiter.send(Waiter.tick, after: .milliseconds(delay + 3))
        }
      }
    }
    return (kernel.snapshot, program)
  }
}
