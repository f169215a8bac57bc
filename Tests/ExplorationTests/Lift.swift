import ViewModels

/// A lift whose plan decides what it does, so that two plans differ in one thing.
struct Lift<P: Plan>: ViewModel {
  struct Model: ModelType, Hashable {
    var floor = 0
  }

  static var templateName: String { "Lift" }

  let floor = Field(\.floor)
  let up = Input()
  let help: Input<Void>? = P.hasHelp ? Input() : nil
  let arrived = Subject<Int>()
  let isLow = Guard("it is below the second floor", reads: \.floor) { $0.floor < 2 }
  let motor = Service<Int, Int>(after: P.latency) { .ok($0) }

  var chart: Chart {
    Region("lift") {
      State(.idle) { On(up, to: "moving", when: P.isGuarded ? isLow : nil) }
      State("moving") {
        Invoke(motor) { $0.floor }
        On(motor.succeeded, to: P.target) { me in
          me.floor += 1
          if P.tells { me.emit(arrived, me.floor) }
        }
      }
      State("open") { After(P.delay, to: .idle) }
      State("stuck") { After(.seconds(9), to: .idle) }
    }
  }

  var screen: Screen {
    Screen("Lift") {
      Button(up, "Up")
      Label(floor, "Floor")
    }
  }

  static func machine(_ variant: Name) -> Machine {
    Machine(Self.self, name: "lift", variant: variant, summary: "A lift")
  }
}

protocol Plan: Sendable {
  static var latency: Duration { get }
  static var target: StateID { get }
  static var delay: Duration { get }
  static var isGuarded: Bool { get }
  static var tells: Bool { get }
  static var hasHelp: Bool { get }
}

extension Plan {
  static var latency: Duration { .milliseconds(500) }
  static var target: StateID { "open" }
  static var delay: Duration { .seconds(1) }
  static var isGuarded: Bool { true }
  static var tells: Bool { true }
  static var hasHelp: Bool { false }
}

/// As it should be.
enum Sound: Plan {}
enum LateMotor: Plan { static var latency: Duration { .seconds(2) } }
enum LongOpen: Plan { static var delay: Duration { .seconds(3) } }
enum Elsewhere: Plan { static var target: StateID { "stuck" } }
enum Unguarded: Plan { static var isGuarded: Bool { false } }
enum Silent: Plan { static var tells: Bool { false } }
enum WithHelp: Plan { static var hasHelp: Bool { true } }
