import Console
import Files
import Terminal
import Traces
import Transcripts

/// Standard output and standard error: results on one, diagnostics on the other, and their order kept.
///
/// The last step before both is ``Swift/String/inertOutput``: whatever a person or a file brought, nothing that comes out
/// moves a cursor, turns the direction of writing or starts a command of a build log. Colours are the tool's own.
struct Streams {
  private let output = CheckedWriter(descriptor: 1, name: "standard output", flushing: .whenFull)
  private let errors = CheckedWriter(descriptor: 2, name: "standard error", flushing: .everyLine)
  private let executable: String
  private let leftovers = Leftovers()
  /// What of the arguments a diagnostic may repeat; asked for only when there is one.
  private var arguments: () -> ArgumentDisclosure = { ArgumentDisclosure([], for: []) }

  init(executable: String) {
    self.executable = executable
  }

  /// Withholds from now on what is typed in the arguments against a secret.
  mutating func withhold(_ arguments: @escaping () -> ArgumentDisclosure) { self.arguments = arguments }

  /// Writes a line, or several, to standard output.
  func say(_ text: String) throws(FileError) {
    try output.write(text.inertOutput)
    try output.write("\n")
  }

  /// Writes a line of styled parts to standard output.
  func say(_ parts: [(text: String, style: TerminalStyle)], usesColor: Bool) throws(FileError) {
    try output.write(Self.line(of: parts, usesColor: usesColor))
  }

  /// A line of styled parts, as it is written.
  static func line(of parts: [(text: String, style: TerminalStyle)], usesColor: Bool) -> String {
    guard usesColor else { return parts.map(\.text).joined().inertOutput + "\n" }
    return parts.map { $0.style.applied(to: $0.text.inertOutput, enabled: true) }.joined() + "\n"
  }

  /// Writes lines of a report to standard output.
  func report(_ lines: [String], usesColor: Bool) throws(FileError) {
    for line in lines { try say(LineColors.report(line), usesColor: usesColor) }
  }

  /// Writes a command to the build log that shows standard output.
  func say(_ command: LogCommand) throws(FileError) {
    try output.write(command.text + "\n")
  }

  func say(_ lines: [String]) throws(FileError) {
    for line in lines { try say(line) }
  }

  /// Tells a person what became of a file: beside the answer, where that is for a program.
  func tell(_ text: String, beside isForPrograms: Bool) throws(FileError) {
    if isForPrograms { complain(text) } else { try say(text) }
  }

  /// Writes whole lines, each with its line feed, to standard output.
  func write(_ text: String) throws(FileError) {
    try output.write(text.inertOutput)
  }

  /// Hands lines to a process of ours that reads them, as they are.
  func hand(_ lines: [String]) throws(FileError) {
    for line in lines { try output.write(line + "\n") }
  }

  /// Writes what is pending to standard output.
  func flush() throws(FileError) {
    try output.flush()
  }

  /// Writes a line, or several, to standard error, behind what was said before; that nobody hears it is no failure.
  func complain(_ text: String) {
    complain([(text, .plain)], usesColor: false)
  }

  /// Writes a text of styled parts to standard error.
  func complain(_ parts: [(text: String, style: TerminalStyle)], usesColor: Bool) {
    try? output.flush()
    let text = parts.map { $0.style.applied(to: $0.text.inertOutput, enabled: usesColor) }.joined()
    try? errors.write(text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n")
  }

  func report(_ diagnostic: Diagnostic) {
    complain(diagnostic.disclosed(by: arguments()).text(executable: executable))
  }

  /// Reports every diagnostic, and returns the code of the gravest.
  func report(_ diagnostics: [Diagnostic]) -> ExitCode {
    for diagnostic in diagnostics { report(diagnostic) }
    return ExitCode.gravest(diagnostics.map(\.exitCode))
  }

  /// Tells of what a killed run left in the folder of a file that is to be written.
  func warnOfLeftovers(beside path: String) {
    for file in leftovers.files(beside: path) { warnOfLeftover(file) }
  }

  func warnOfLeftover(_ path: String) {
    warn("'\(path.shownPath)' was left behind by a process that was killed; remove it")
  }

  func warn(_ sentence: String) {
    complain("\(executable): warning: \(sentence.escapedForDisplay)")
  }
}

/// Tells, once for each folder that is written in, which temporary files a killed run left there.
final class Leftovers {
  private var folders: Set<[UInt8]> = []

  /// The files that nobody was told of yet, beside one that is to be written.
  func files(beside path: String) -> [String] {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { Array(path.utf8[...$0]) } ?? []
    return folders.insert(folder).inserted ? staleTemporaries(beside: path) : []
  }
}
