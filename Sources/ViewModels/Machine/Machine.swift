import Statecharts

/// A view model as the tool opens it: one variant, erased.
///
/// Everything it does is a pure function of a snapshot and a stimulus.
public struct Machine: Sendable {
  /// The name that all variants share.
  public let name: String
  public let variant: String
  /// One line that tells what it is.
  public let summary: String
  /// The canonical definition's fingerprint: 12 hexadecimal digits.
  public let definitionHash: String

  /// The name with its variant: `login@fixed`.
  public var title: String { "\(name)@\(variant)" }

  /// Opens the machine: its root is made, bound and entered.
  public func open(seed: UInt64 = 0) -> (snapshot: Snapshot, turns: [Turn]) {
    preconditionFailure("being written")
  }

  /// Runs a stimulus and then what is due, unless it is held.
  ///
  /// - Returns: The turns that ran, the stimulus' own first. A stimulus that is not taken returns a turn with
  ///   a `.refused` effect. A crashed snapshot refuses everything.
  public func step(_ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    preconditionFailure("being written")
  }

  /// The state of every region, in order of declaration.
  public func regions(of snapshot: Snapshot) -> [(region: String, state: String)] {
    preconditionFailure("being written")
  }
  public func fields(of snapshot: Snapshot) -> [FieldState] { preconditionFailure("being written") }
  public func requests(of snapshot: Snapshot) -> [RequestState] { preconditionFailure("being written") }
  public func work(of snapshot: Snapshot) -> [WorkState] { preconditionFailure("being written") }
  public func commands(of snapshot: Snapshot) -> [CommandState] { preconditionFailure("being written") }
  public func services(of snapshot: Snapshot) -> [ServiceState] { preconditionFailure("being written") }
  public func screen(of snapshot: Snapshot) -> ScreenState { preconditionFailure("being written") }
  public var samples: [Sample] { preconditionFailure("being written") }
  public var inputs: [InputState] { preconditionFailure("being written") }
}
