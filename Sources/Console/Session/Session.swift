import Statecharts
import Traces
import ViewModels

/// A run of the console, as a plain value: a line goes in, lines and file effects come out.
public struct Session: Sendable {
  public let catalogue: Catalogue
  public var options: SessionOptions

  public init(catalogue: Catalogue, options: SessionOptions = SessionOptions()) {
    self.catalogue = catalogue
    self.options = options
  }

  /// `9 login@fixed 750ms> `: number of the next driving command, machine, virtual clock; `> ` when nothing is open.
  public var prompt: String { preconditionFailure("being written") }
  /// The machine that is open.
  public var machine: Machine? { preconditionFailure("being written") }
  public var snapshot: Snapshot? { preconditionFailure("being written") }
  /// The samples of the open machine, and the values that were named since.
  public var names: NamedValues { preconditionFailure("being written") }
  /// What happened on the current path, from the start of the case; nil when nothing is open. It is replayed: linear in
  /// the path.
  public var trace: Trace? { preconditionFailure("being written") }
  public var isRecording: Bool { preconditionFailure("being written") }

  /// Opens a machine as a case of its own.
  ///
  /// - Parameter names: Values that a transcript names with `%let`.
  public mutating func open(
    _ machine: Machine, seed: UInt64? = nil, names: [NamedValues.Entry] = []
  ) -> Reply { preconditionFailure("being written") }

  /// Runs a line typed at the prompt: prefixes of verbs and bare words are allowed.
  public mutating func run(_ line: String) -> Reply { preconditionFailure("being written") }

  /// Runs a command of a transcript or a script: full verbs and quoted texts only. What a look shows is recorded.
  public mutating func runFromFile(_ line: String) -> Reply { preconditionFailure("being written") }

  /// Tells the session that its recording can no longer be written.
  public mutating func recordingFailed() { preconditionFailure("being written") }

  /// What could stand at the cursor, an offset in UTF-8 bytes.
  public func completion(for line: String, cursor: Int) -> LineCompletion { preconditionFailure("being written") }

  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  public func historyLine(for line: String) -> String? { preconditionFailure("being written") }
}
