import Files
import Traces
import Transcripts

/// The cases again, in another process with another hash seed: what they do must be the same.
final class SecondRun {
  /// The hidden option that makes a process the second one.
  static let option = "second-run"

  private let process: ChildProcess

  /// Starts this program again with the same arguments.
  ///
  /// - Throws: that the system gives no process.
  init(_ arguments: [String]) throws(Diagnostic) {
    let command = arguments.firstIndex(of: "replay") ?? 0
    var arguments = arguments
    arguments.insert("--\(Self.option)", at: command + 1)
    do throws(FileError) {
      // Without this variable each process has a hash seed of its own.
      process = try ChildProcess(
        ownProgram ?? arguments[0], arguments, without: "SWIFT_DETERMINISTIC_HASHING")
    } catch {
      throw Diagnostic(
        code: "E4204", sentence: "the second run cannot be started: \(error.message); '--once' leaves it out",
        exitCode: .environment)
    }
  }

  /// Compares a case with the second run of it. The cases come in the order of the run.
  ///
  /// - Returns: the first difference; nil where there is none.
  /// - Throws: that the second run did not come so far.
  func difference(from record: CaseRecord) throws(Diagnostic) -> SecondRunDifference? {
    let other = CaseRecord { process.lines.next().flatMap { try? $0.text.get() } }
    let path = record.path.escapedForDisplay
    guard let other, other.line == record.line, other.path.utf8.elementsEqual(path.utf8) else {
      throw Diagnostic(
        code: "E4205", path: record.path, place: SourcePlace(line: record.line, column: 1),
        sentence: "the second run did not come to the end of this case\(ended(other == nil)); "
          + "see what it said above, or leave it out with '--once'",
        exitCode: .environment)
    }
    return record.difference(from: other)
  }

  private func ended(_ isAtEnd: Bool) -> String { isAtEnd ? ", and ended with \(process.wait())" : "" }
}
