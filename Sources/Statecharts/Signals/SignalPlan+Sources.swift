/// Signals that have no input.
extension SignalPlan {
  /// What a wiring, an execution or another signal sent as a value stands for.
  package static func signal(_ value: SignalValue) -> SignalPlan { SignalPlan(.signal(value)) }
  /// The current value of a field at subscription, then its value read again after each change, equal or not
  /// (`RACObserve`). Completes when the instance is gone.
  package static func values(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.values(instance, port: port))
  }
  /// The value of a field read again after each change, equal or not (`RACObserve` with `-skip: 1`). Completes when the
  /// instance is gone.
  package static func changes(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.changes(instance, port: port))
  }
  /// What a subject of a view model sends from now on. Completes when the instance is gone.
  package static func subject(_ instance: InstanceID, port: Int) -> SignalPlan {
    SignalPlan(.subject(instance, port: port))
  }
  /// What a subject sends (`RACSubject`), after what it keeps for whoever comes late (`RACReplaySubject`).
  package static func subject(_ instance: InstanceID) -> SignalPlan { SignalPlan(.subject(instance, port: 0)) }
  /// Nothing; completes when the instance is gone (`rac_willDeallocSignal`). The instance keeps whoever subscribes.
  package static func lifetime(_ instance: InstanceID) -> SignalPlan { SignalPlan(.lifetime(instance)) }
  /// Whether a command executes, one hop behind; begins with what it shows now.
  package static func executing(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.executing))
  }
  /// Whether a command is enabled, one hop behind; begins with what it shows now.
  package static func enabled(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.enabled))
  }
  /// Whether a command may run beside what runs; begins with what holds now, and changes at once (KVO).
  package static func allowsConcurrency(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.values(command, port: Kernel.CommandPort.allowsConcurrency))
  }
  /// The errors of a command's executions, one hop behind; nothing is replayed.
  package static func errors(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.errors))
  }
  /// What each execution of a command sends, as a signal without its error; nothing is replayed.
  package static func executionSignals(_ command: InstanceID) -> SignalPlan {
    SignalPlan(.subject(command, port: Kernel.CommandPort.executionSignals))
  }
  /// One value, then completion (`+return:`).
  package static func just(_ value: Value) -> SignalPlan { SignalPlan(.just(value)) }
  /// An error at once (`+error:`).
  package static func fail(_ error: Value) -> SignalPlan { SignalPlan(.fail(error)) }
  /// Completion at once (`+empty`).
  package static var empty: SignalPlan { SignalPlan(.empty) }
  /// Nothing, ever (`+never`).
  package static var never: SignalPlan { SignalPlan(.never) }
}
