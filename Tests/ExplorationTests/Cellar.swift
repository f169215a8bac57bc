import Statecharts
import ViewModels

/// A cellar whose lamp burns out when it is put out between a tenth of a second and nine after it was lit, and
/// whose sign is to be short.
struct Cellar: ViewModel {
  struct Model: ModelType, Hashable {
    var sign = ""
    var litAt = 0
    var burns = false
  }

  let sign = Field(\.sign, samples: ["long": "abcdefghijkl", "middle": "abcdef", "short": "abc"])
  let light = Input()

  var chart: Chart {
    Region("lamp") {
      State("dark") { On(light, to: "lit") { me in me.litAt = me.milliseconds(on: Clock()) } }
      State("lit") {
        On(light, to: "dark") { me in
          me.burns = (100..<900).contains(me.milliseconds(on: Clock()) - me.litAt)
        }
        After(.seconds(1), to: "dark")
      }
    }
    Uses(Clock())
  }

  var laws: Chart {
    Invariant("the lamp is whole") { !$0.burns }
    Invariant("the sign is short") { $0.sign.count < 4 }
  }

  var screen: Screen {
    Screen("Cellar") {
      TextField(sign, "Sign")
      Button(light, "Light")
    }
  }

  static let machine = Machine(Self.self, name: "cellar", variant: "one", summary: "A cellar")
}

/// A well: who jumps does not come out, and who calls is answered again and again.
struct Well: ViewModel {
  struct Model: ModelType, Hashable {}

  let jump = Input()
  let walk = Input()
  let call = Input()
  let heard = Input()
  let echo = Subject<Void>()

  var chart: Chart {
    Region("wanderer") {
      On(heard) { $0.emit(echo) }
      State("above") {
        On(walk, to: "beside")
        On(call) { $0.emit(echo) }
      }
      State("beside") {
        On(walk, to: "above")
        On(jump, to: "below")
      }
      State("below")
    }
  }

  var screen: Screen {
    Screen("Well") {
      Button(jump, "Jump")
      Button(walk, "Walk")
      Button(call, "Call")
      Alert("Echo", on: echo, ["OK"], heard)
    }
  }

  static let machine = Machine(Self.self, name: "well", variant: "one", summary: "A well")
}
