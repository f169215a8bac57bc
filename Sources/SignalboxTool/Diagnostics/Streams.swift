import Console
import Files
import Terminal
import Traces
import Transcripts

/// Standard output for results and standard error for diagnostics, in order.
///
/// All text passes ``Swift/String/inertOutput``, so that user data cannot move a cursor, reverse text or start a
/// build-log command.
struct Streams {
  private let output = CheckedWriter(descriptor: 1, name: "standard output", flushing: .soon)
  private let errors = CheckedWriter(descriptor: 2, name: "standard error", flushing: .everyLine)
  let executable: String
  private let leftovers = Leftovers()
  /// Removes their secrets from diagnostics.
  var arguments = ArgumentDisclosure([]) { [] }

  func say(_ text: String) throws(FileError) {
    try output.write(line: text.inertOutput)
  }

  func say(_ parts: [(text: String, style: TerminalStyle)], usesColor: Bool) throws(FileError) {
    try output.write(Self.line(of: parts, usesColor: usesColor))
  }

  static func line(of parts: [(text: String, style: TerminalStyle)], usesColor: Bool) -> String {
    guard usesColor else { return parts.map(\.text).joined().inertOutput + "\n" }
    return parts.map { $0.style.applied(to: $0.text.inertOutput, enabled: true) }.joined() + "\n"
  }

  func report(_ lines: [String], usesColor: Bool) throws(FileError) {
    for line in lines { try say(LineColors.report(line), usesColor: usesColor) }
  }

  func say(_ lines: [String]) throws(FileError) {
    for line in lines { try say(line) }
  }

  /// Prints to standard error if a program reads standard output.
  func tell(_ text: String, beside isForPrograms: Bool) throws(FileError) {
    if isForPrograms { complain(text) } else { try say(text) }
  }

  func write(_ text: String) throws(FileError) {
    try output.write(text.inertOutput)
  }

  /// Does not escape: a program reads the lines.
  func hand(_ lines: [String]) throws(FileError) {
    for line in lines { try output.write(line: line) }
  }

  func flush() throws(FileError) {
    try output.flush()
  }

  /// Flushes standard output first; ignores write failures.
  func complain(_ text: String) {
    complain([(text, .plain)], usesColor: false)
  }

  func complain(_ parts: [(text: String, style: TerminalStyle)], usesColor: Bool) {
    try? output.flush()
    let text = parts.map { $0.style.applied(to: $0.text.inertOutput, enabled: usesColor) }.joined()
    try? errors.write(text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n")
  }

  func report(_ diagnostic: Diagnostic) {
    complain(diagnostic.disclosed(by: arguments).text(executable: executable))
  }

  func report(_ diagnostics: [Diagnostic]) -> ExitCode {
    for diagnostic in diagnostics { report(diagnostic) }
    return ExitCode.gravest(diagnostics.map(\.exitCode))
  }

  /// Writes a file in place of another, and warns of temporary files that a killed process left beside it.
  func replaceFile(at path: String, with text: String, limits: TextLimits? = nil) throws(FileError) {
    warnOfLeftovers(beside: path)
    try Files.replaceFile(at: path, with: text, limits: limits)
  }

  func warnOfLeftovers(beside path: String) {
    for file in leftovers.files(beside: path) {
      warn("'\(file.shownPath)' was left behind by a process that was killed; remove it")
    }
  }

  func warn(_ sentence: String) {
    complain("\(executable): warning: \(sentence.escapedForDisplay)")
  }
}

/// Finds these temporary files, once per folder.
final class Leftovers {
  private var folders: Set<[UInt8]> = []

  func files(beside path: String) -> [String] {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { Array(path.utf8[...$0]) } ?? []
    return folders.insert(folder).inserted ? staleTemporaries(beside: path) : []
  }
}
