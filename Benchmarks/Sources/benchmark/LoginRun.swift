import CYardsticks
import Statecharts
import ViewModels

/// W1 and W1t: one login, driven by events by name.
enum LoginRun {
  /// Where a run ended.
  struct Result: Equatable {
    var count: Int
    var attempts: Int
  }

  static func byHand(_ events: Int) -> Result {
    let result = run_login(events)
    return Result(count: result.count, attempts: result.attempts)
  }

  static func onEngine(_ events: Int, isRecording: Bool = false) -> Result {
    let program = Program(templates: Login.definition.templates.map(\.template))
    var kernel = Kernel(program, Snapshot())
    kernel.isRecording = isRecording
    let login = kernel.open(Login.definition.name)
    let stimuli = program.stimuli(Login.cycle)
    let (submit, valid, ok, reset) = (stimuli[0], stimuli[1], stimuli[2], stimuli[3])
    precondition(events % 4 == 0)
    for _ in 0..<events / 4 {
      kernel.perform(submit, on: login)
      kernel.perform(valid, on: login)
      kernel.perform(ok, on: login)
      kernel.perform(reset, on: login)
    }
    if isRecording { precondition(kernel.turnCount == events + 1) }
    let model = kernel.snapshot.model(of: login, as: Login.Model.self) ?? Login.Model()
    return Result(count: model.count, attempts: model.attempts)
  }

  /// W3m: the bytes of one of so many logins in one snapshot.
  static func bytesPerInstance(_ count: Int) -> Double {
    var limits = Limits()
    limits.instances = Int.max
    let program = Program(templates: Login.definition.templates.map(\.template), limits: limits)
    var kernel = Kernel(program, Snapshot())
    kernel.isRecording = false
    let before = allocated_bytes()
    kernel.run(Cause(.open, "open")) { kernel in
      for _ in 0..<count { kernel.keep(kernel.make(Login.definition.name, at: "")) }
    }
    let after = allocated_bytes()
    precondition(kernel.snapshot.instanceCount == count)
    return Double(after - before) / Double(count)
  }
}

extension Program {
  /// What a run is driven by, with the numbers that the program has for its events.
  func stimuli(_ names: [Name]) -> [Stimulus] {
    names.compactMap { name in event(named: name).map { Stimulus(Cause(.user, name.text), $0) } }
  }
}

/// An event with its cause; a class, so that giving it to the engine copies neither.
final class Stimulus: Sendable {
  let cause: Cause
  let event: EventID

  init(_ cause: Cause, _ event: EventID) {
    self.cause = cause
    self.event = event
  }
}

extension Kernel {
  @inline(__always)
  mutating func perform(_ stimulus: Stimulus, on instance: InstanceID) {
    run(stimulus.cause, sending: stimulus.event, to: instance)
  }

  /// Makes an instance of a template as the only root.
  mutating func open(_ template: Name) -> InstanceID {
    var root = InstanceID(0)
    run(Cause(.open, "open")) { kernel in
      root = kernel.make(template, at: "")
      kernel.keep(root)
    }
    drain()
    return root
  }

  mutating func keep(_ instance: InstanceID) { perform { $0.keep(instance) } }
}
