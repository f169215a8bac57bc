import SeededRandom
import ViewModels

/// A number that a type stands for, so that each machine that is generated from one has a type of its own.
protocol Seed: Sendable {
  static var number: Int { get }
}

enum One: Seed { static var number: Int { 1 } }
enum Even<Half: Seed>: Seed { static var number: Int { 2 * Half.number } }
enum Odd<Half: Seed>: Seed { static var number: Int { 2 * Half.number + 1 } }

/// A machine of two regions that its seed makes up: taps, timers and requests lead from state to state, of which
/// one may execute for ever, and timers may go round. A tap may sound an alarm, or two alike at once, which is off
/// at once while the lamp beside is dark, or never. The lamp may be lit, and goes out by itself.
struct Generated<S: Seed>: ViewModel {
  struct Model: ModelType, Hashable {}

  static var templateName: String { "Generated" }

  let left = Input()
  let right = Input()
  let light = Input()
  let again = Input()
  let alarm = Subject<Void>()
  let work = Service<Int, Int>(after: .milliseconds(200)) { $0 % 3 == 0 ? .ok($0) : .fail("no") }

  var chart: Chart {
    Region("walk") { states }
    Region("lamp") {
      State("dark") {
        On(light, to: "lit")
        if S.number % 5 == 0 { On(left, emit: alarm) }
        if S.number % 4 == 0 { On(again, emit: alarm) }
      }
      State("lit") {
        After(.milliseconds(300), to: "dark")
        On(again, emit: alarm)
      }
    }
  }

  private var states: Chart {
    var random = SplitMix64(seed: S.number)
    let last = random.pick(["s4", "executing"])
    let names = ["s0", "s1", "s2", "s3", last].map { StateID(stringLiteral: $0) }
    return names.map { name in
      let (taps, ways) = ((random.pick(names), random.pick(names)), (random.pick(names), random.pick(names)))
      let (kind, delay, input) = (random.pick(Array(0..<6)), random.pick([100, 200, 300]), random.pick([0, 1, 2, 3]))
      let isAlarmed = random.pick([true, false, false, false, false, false])
      return State(name) {
        if isAlarmed { On(left, to: taps.0, emit: alarm) } else { On(left, to: taps.0) }
        if kind % 2 == 0 { On(right, to: taps.1) }
        if kind < 2 { After(.milliseconds(delay), to: ways.0) }
        if kind == 2 || kind == 3 {
          Invoke(work) { _ in input }
          On(work.succeeded, to: ways.0)
          On(work.failed, to: ways.1)
        }
      }
    }
  }

  var laws: Chart {
    Invariant("it is dark in s3") { !($0.isIn("s3") && $0.isIn("lit")) }
    None(of: .requested(work), after: .entered("lamp", "lit"), until: .entered("lamp", "dark"), "nobody works by light")
  }

  var screen: Screen {
    Screen("Generated") {
      Button(left, "Left")
      Button(right, "Right")
      Button(light, "Light")
      Alert("Alarm", on: alarm, S.number % 3 == 0 ? ["Again": again, "Over": nil] : ["Again": again])
    }
  }

  /// The machine of a number from 1 on.
  static func machine(_ number: Int) -> Machine {
    func seed(_ number: Int) -> any Seed.Type {
      if number == 1 { return One.self }
      return number.isMultiple(of: 2) ? even(seed(number / 2)) : odd(seed(number / 2))
    }
    func even(_ half: (some Seed).Type) -> any Seed.Type { half.doubled }
    func odd(_ half: (some Seed).Type) -> any Seed.Type { half.doubledAndOne }
    func machine<Number: Seed>(_: Number.Type) -> Machine {
      Machine(Generated<Number>.self, name: "generated", variant: "seed\(number)", summary: "A generated machine")
    }
    return machine(seed(number))
  }
}

extension Seed {
  static var doubled: any Seed.Type { Even<Self>.self }
  static var doubledAndOne: any Seed.Type { Odd<Self>.self }
}
