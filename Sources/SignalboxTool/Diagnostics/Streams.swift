import Files
import Traces

/// Standard output and standard error: results on one, diagnostics on the other, and their order kept.
struct Streams {
  let output = CheckedWriter(descriptor: 1, name: "standard output", flushing: .whenFull)
  private let errors = CheckedWriter(descriptor: 2, name: "standard error", flushing: .everyLine)
  private let executable: String

  init(executable: String) {
    self.executable = executable
  }

  /// Writes a line, or several, to standard output.
  func say(_ text: String) throws(FileError) {
    try output.write(text)
    try output.write("\n")
  }

  func say(_ lines: [String]) throws(FileError) {
    for line in lines { try say(line) }
  }

  /// Writes a line, or several, to standard error, behind what was said before; that nobody hears it is no failure.
  func complain(_ text: String) {
    try? output.flush()
    try? errors.write(text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n")
  }

  func report(_ diagnostic: Diagnostic) {
    complain(diagnostic.text(executable: executable))
  }

  func warn(_ sentence: String) {
    complain("\(executable): warning: \(sentence.escapedForDisplay)")
  }
}
