import Traces

/// Runs the commands of a transcript: the console, seen from here.
public protocol CaseRunner: Sendable {
  /// A machine that was opened for one case; a value.
  associatedtype Session: Sendable

  /// Opens a fresh machine.
  ///
  /// - Throws: why it cannot be opened; the transcript is then bad input.
  func open(_ opening: CaseOpening) throws(OpeningProblem) -> OpenedCase<Session>

  /// Runs one command line.
  func run(_ command: String, in session: inout Session) -> CommandReply
}

/// What a case asks for.
public struct CaseOpening: Sendable {
  public var machine: MachineReference
  public var seed: UInt64?
  /// The values that the file and the case name with `%let`.
  public var bindings: [LetBinding]

  public init(machine: MachineReference, seed: UInt64? = nil, bindings: [LetBinding] = []) {
    self.machine = machine
    self.seed = seed
    self.bindings = bindings
  }
}

/// A machine that stands where its case begins.
public struct OpenedCase<Session: Sendable>: Sendable {
  public var session: Session
  /// What the machine did by itself, as a transcript holds it, without `| `.
  public var lines: [String]
  /// The samples of the machine and the values that the transcript names.
  public var names: NamedValues
  /// Twelve hexadecimal digits over the machine's definition.
  public var definitionHash: String

  public init(session: Session, lines: [String], names: NamedValues, definitionHash: String) {
    self.session = session
    self.lines = lines
    self.names = names
    self.definitionHash = definitionHash
  }
}

/// Why a machine cannot be opened.
public struct OpeningProblem: Error, Sendable {
  /// One sentence: lower case, what is wrong and what to do.
  public var sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}

/// What came of a command.
public enum CommandReply: Sendable {
  /// It ran, be it to a refusal; its output as a transcript holds it, without `| `.
  case output([String])
  /// It is no command of this machine. The column counts the command's scalars from one.
  case mistake(column: Int, sentence: String)
}
