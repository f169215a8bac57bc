import Glibc
import SignalboxTool
import Statecharts
import ViewModels

/// The tool over machines whose code traps, never returns, or takes memory without end; for the tests of what then
/// becomes of a command.
@main
struct TrappingFixture {
  static func main() {
    SignalboxTool.run(
      machines: [
        Machine(Queue.self, name: "queue", variant: "traps", summary: "An index out of range, and a force unwrap."),
        Machine(Recursion.self, name: "recursion", variant: "deep", summary: "A function that calls itself for ever."),
        Machine(Loop.self, name: "loop", variant: "endless", summary: "A loop without an end."),
        Machine(Greedy.self, name: "greedy", variant: "endless", summary: "A list that grows for ever."),
        Machine(Undefined.self, name: "undefined", variant: "traps", summary: "A chart whose code traps."),
        Machine(Leaving.self, name: "leaving", variant: "ends", summary: "Code that ends the program."),
        Machine(Stuck.self, name: "stuck", variant: "endless", summary: "A loop that no signal reaches."),
      ], executable: "signalbox", limits: StepLimits(seconds: 2, megabytes: 256))
  }
}

/// A list of which two buttons use what is not there.
struct Queue: ViewModel {
  struct Model: ModelType, Hashable {
    var queue = [1, 2]
    var first: Int?
    var count = 0
  }

  let queue = Field(\.queue)
  let count = Field(\.count)
  let add = Input()
  let remove = Input()
  let show = Input()
  let told = Subject<Int>()

  var chart: Chart {
    Region("work") {
      State("ready") {
        On(add) { me in
          me.count = (me.count + 1) % 3
          me.emit(told, me.count)
        }
        On(remove) { me in
          if me.count == 2 { me.queue.remove(at: 99) }
        }
        On(show) { me in
          if me.count == 1 { me.count = me.first! }
        }
      }
    }
  }

  var laws: Chart { EveryTurn("two is never told") { !$0.effects.contains(.output(subject: "told", value: 2)) } }

  var screen: Screen {
    Screen("Queue") {
      Button(add, "add")
      Button(remove, "remove")
      Button(show, "show")
    }
  }
}

struct Leaving: ViewModel {
  struct Model: ModelType, Hashable { var count = 0 }

  let count = Field(\.count)
  let go = Input()
  let stay = Input()

  var chart: Chart {
    Region("work") {
      State("ready") {
        On(go) { me in
          if me.count >= 0 { exit(0) }
        }
        On(stay) { $0.count = 1 }
      }
    }
  }

  var screen: Screen {
    Screen("Leaving") {
      Button(go, "go")
      Button(stay, "stay")
    }
  }
}

struct Recursion: ViewModel {
  struct Model: ModelType, Hashable { var depth = 0 }

  let depth = Field(\.depth)
  let go = Input()
  let stay = Input()

  var chart: Chart {
    Region("work") {
      State("ready") {
        On(go) { $0.depth = Self.depth(below: $0.depth) }
        On(stay) { $0.depth = 1 }
      }
    }
  }

  private static func depth(below depth: Int) -> Int { depth < 0 ? 0 : 1 + Self.depth(below: depth + 1) }

  var screen: Screen {
    Screen("Recursion") {
      Button(go, "go")
      Button(stay, "stay")
    }
  }
}

struct Loop: ViewModel {
  struct Model: ModelType, Hashable { var rounds = 0 }

  let rounds = Field(\.rounds)
  let go = Input()
  let stay = Input()

  var chart: Chart {
    Region("work") {
      State("ready") {
        On(go) { me in
          var rounds = me.rounds
          while rounds >= 0 { rounds = (rounds + 1) % 7 }
          me.rounds = rounds
        }
        On(stay) { $0.rounds = 1 }
      }
    }
  }

  var screen: Screen {
    Screen("Loop") {
      Button(go, "go")
      Button(stay, "stay")
    }
  }
}

struct Greedy: ViewModel {
  struct Model: ModelType, Hashable { var size = 0 }

  let size = Field(\.size)
  let go = Input()
  let stay = Input()

  var chart: Chart {
    Region("work") {
      State("ready") {
        On(go) { me in
          var pieces: [[Int]] = []
          while pieces.count >= 0 { pieces.append([Int](repeating: pieces.count, count: 4096)) }
          me.size = pieces.count
        }
        On(stay) { $0.size = 1 }
      }
    }
  }

  var screen: Screen {
    Screen("Greedy") {
      Button(go, "go")
      Button(stay, "stay")
    }
  }
}

struct Undefined: ViewModel {
  struct Model: ModelType, Hashable { var names: [String] = [] }

  let names = Field(\.names)

  var chart: Chart {
    _ = Model().names[0]
    return [Region("work") { State("ready") }]
  }
}

struct Stuck: ViewModel {
  struct Model: ModelType, Hashable { var rounds = 0 }

  let rounds = Field(\.rounds)
  let go = Input()

  var chart: Chart {
    Region("work") {
      State("ready") {
        On(go) { me in
          var all = sigset_t()
          sigfillset(&all)
          pthread_sigmask(SIG_SETMASK, &all, nil)
          while me.rounds >= 0 { me.rounds = (me.rounds + 1) % 7 }
        }
      }
    }
  }

  var screen: Screen { Screen("Stuck") { Button(go, "go") } }
}
