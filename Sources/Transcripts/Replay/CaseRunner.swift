import Traces

/// Runs the commands of a transcript. The console implements it.
package protocol CaseRunner: Sendable {
  /// Must be a value type.
  associatedtype Session: Sendable

  /// Opens a fresh machine. A throw makes the transcript bad input.
  func open(_ opening: CaseOpening) throws(OpeningProblem) -> OpenedCase<Session>

  func run(_ command: String, in session: inout Session) -> CommandReply

  /// Ignores the clock; empty if both states behave alike from here on.
  func changes(in session: Session, since start: Session) -> [String]

  /// The first path that names nothing in the machine, with an error sentence.
  ///
  /// - Parameter session: The final session, because its store keys are valid paths.
  func unknownPath(among paths: OutputPaths, in session: Session) -> (path: String, sentence: String)?

  func end(of session: Session) -> CaseEnd
}

package struct OpenedCase<Session: Sendable>: Sendable {
  package var session: Session
  /// The opening's output without `| `.
  package var lines: [String]
  package var names: NamedValues
  /// Twelve hexadecimal digits.
  package var definitionHash: String
  package var mutedCount: Int

  package init(session: Session, lines: [String], names: NamedValues, definitionHash: String, mutedCount: Int = 0) {
    self.session = session
    self.lines = lines
    self.names = names
    self.definitionHash = definitionHash
    self.mutedCount = mutedCount
  }
}

package enum CommandReply: Sendable {
  /// Includes refusals.
  case ran(CommandOutput)
  /// The column counts scalars from 1.
  case mistake(column: Int, sentence: String)
  /// A limit stopped the command; its result is unknown.
  case stopped(sentence: String)

  package static func output(_ lines: [String]) -> CommandReply { .ran(CommandOutput(lines: lines)) }
}

package struct CommandOutput: Hashable, Sendable {
  /// The command with secrets replaced by their names.
  package var echo: String?
  /// Without `| `.
  package var lines: [String]
  package var mutedCount: Int

  package init(echo: String? = nil, lines: [String], mutedCount: Int = 0) {
    self.echo = echo
    self.lines = lines
    self.mutedCount = mutedCount
  }
}

package struct OpeningProblem: Error, Sendable {
  package var sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

package struct CaseOpening: Sendable {
  package var machine: MachineReference
  package var seed: UInt64?
  package var bindings: [LetBinding] = []
  package var paths = OutputPaths()

  package var isPlain: Bool { seed == nil && bindings.isEmpty && paths == OutputPaths() }

  package var names: [NamedValues.Entry] { bindings.map { NamedValues.Entry($0.name, $0.value) } }
}
