import ViewModels

/// A lift whose plan decides what it does, so that two plans differ in one thing.
enum Lift<P: Plan>: ViewModel {
  struct Model: Hashable, Sendable {
    var floor = 0
  }

  static var floor: Field<Model, Int> { Field("floor", \Model.floor) }
  static var up: Input<Void> { Input("up") }
  static var help: Input<Void> { Input("help") }
  static var arrived: Subject<Int> { Subject("arrived") }
  static var isLow: Guard<Model> { Guard("it is below the second floor", reads: [floor]) { $0.floor < 2 } }
  static var motor: Service<Int, Int> { Service("motor", after: P.latency) { .ok($0) } }

  static var definition: Definition<Lift<P>> {
    Definition<Lift<P>>(
      Model(), name: "Lift", fields: [floor], inputs: P.hasHelp ? [up, help] : [up], subjects: [arrived]
    ) {
      Region("lift") {
        State(.idle) { On(up, to: "moving", when: P.isGuarded ? isLow : nil) }
        State("moving") {
          Invoke(motor) { $0.floor }
          On(motor.succeeded, to: P.target) { me, _ in
            me[floor] += 1
            if P.tells { me.emit(arrived, me[floor]) }
          }
        }
        State("open") { After(P.delay, to: .idle) }
        State("stuck") { After(.seconds(9), to: .idle) }
      }
    }
  }

  static var screen: Screen {
    Screen("Lift") {
      Button(up, "Up")
      Label(floor, "Floor")
    }
  }

  static func machine(_ variant: String) -> Machine {
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
