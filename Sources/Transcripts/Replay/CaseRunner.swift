import Traces

/// Runs the commands of a transcript: the console, seen from here.
package protocol CaseRunner: Sendable {
  /// A machine that was opened for one case; a value.
  associatedtype Session: Sendable

  /// Opens a fresh machine.
  ///
  /// - Throws: why it cannot be opened; the transcript is then bad input.
  func open(_ opening: CaseOpening) throws(OpeningProblem) -> OpenedCase<Session>

  /// Runs one command line.
  func run(_ command: String, in session: inout Session) -> CommandReply

  /// What tells where a session stands from where it stood before, the clock left out, as a transcript holds it: nothing
  /// where all that follows is the same.
  func changes(in session: Session, since start: Session) -> [String]

  /// Returns the first path of a case that names nothing of its machine, with one sentence about it; nil when there is none.
  ///
  /// - Parameter session: The session at the end of the case: the keys of its store are names, too.
  func unknownPath(among paths: OutputPaths, in session: Session) -> (path: String, sentence: String)?

  /// Tells where a session stands.
  func end(of session: Session) -> CaseEnd
}

/// A machine that stands where its case begins.
package struct OpenedCase<Session: Sendable>: Sendable {
  package var session: Session
  /// What the machine did by itself, as a transcript holds it, without `| `.
  package var lines: [String]
  /// The samples of the machine and the values that the transcript names.
  package var names: NamedValues
  /// Twelve hexadecimal digits over the machine's definition.
  package var definitionHash: String
  /// How many lines '%mute' left out.
  package var mutedCount: Int

  package init(session: Session, lines: [String], names: NamedValues, definitionHash: String, mutedCount: Int = 0) {
    self.session = session
    self.lines = lines
    self.names = names
    self.definitionHash = definitionHash
    self.mutedCount = mutedCount
  }
}

/// What came of a command.
package enum CommandReply: Sendable {
  /// It ran, be it to a refusal.
  case ran(CommandOutput)
  /// It is no command of this machine. The column counts the command's scalars from one.
  case mistake(column: Int, sentence: String)
  /// A limit stopped it, so that nobody knows what it would have done.
  case stopped(sentence: String)

  package static func output(_ lines: [String]) -> CommandReply { .ran(CommandOutput(lines: lines)) }
}

/// What a command printed.
package struct CommandOutput: Hashable, Sendable {
  /// The command as it may be shown, with the name of a secret in its place.
  package var echo: String?
  /// As a transcript holds them, without `| `.
  package var lines: [String]
  /// How many lines '%mute' left out.
  package var mutedCount: Int

  package init(echo: String? = nil, lines: [String], mutedCount: Int = 0) {
    self.echo = echo
    self.lines = lines
    self.mutedCount = mutedCount
  }
}

/// Why a machine cannot be opened.
package struct OpeningProblem: Error, Sendable {
  /// One sentence: lower case, what is wrong and what to do.
  package var sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

/// What a case asks for.
package struct CaseOpening: Sendable {
  package var machine: MachineReference
  package var seed: UInt64?
  /// The values that the file and the case name with `%let`.
  package var bindings: [LetBinding]

  /// What is expanded and muted.
  package var paths: OutputPaths

  package init(
    machine: MachineReference, seed: UInt64? = nil, bindings: [LetBinding] = [], paths: OutputPaths = OutputPaths()
  ) {
    self.machine = machine
    self.seed = seed
    self.bindings = bindings
    self.paths = paths
  }
}

extension CaseOpening {
  /// Whether it asks for nothing beyond the machine.
  package var isPlain: Bool { seed == nil && bindings.isEmpty && paths == OutputPaths() }

  /// The values that it names.
  package var names: [NamedValues.Entry] { bindings.map { NamedValues.Entry($0.name, $0.value) } }
}
