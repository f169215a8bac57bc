import Console
import Exploration
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

/// The tool of another version, which runs beside this one and answers line by line.
final class OtherTool {
  /// What it is called in sentences: `the tool of main`.
  let title: String
  private let process: ChildProcess

  /// Starts it.
  ///
  /// - Parameter revision: What people call the version.
  init(_ program: String, of revision: String) throws(Diagnostic) {
    title = "the tool of '\(revision)'"
    do throws(FileError) {
      process = try ChildProcess(
        program, [program, ServeCommand.name], hasInput: true, lineLimit: Wire.lineLimit)
    } catch {
      throw Diagnostic(
        code: "E4273", path: program, sentence: "\(title) cannot be started: \(error.message)", exitCode: .environment)
    }
  }

  /// The titles of the machines that it knows.
  func machines() throws(Diagnostic) -> [String] {
    try ask(.machines, []) { (answer) throws(Wire.Problem) in
      try answer.member("machines").elements.read { (entry) throws(Wire.Problem) in
        try entry.member("machine").text
      }
    }
  }

  /// Asks a question, and reads the answer.
  ///
  /// - Throws: what is wrong for the tool in the question, that it ended, or that its answer is none.
  func ask<Answer>(
    _ question: VersionServer.Question, _ members: [Member],
    read: (Value) throws(Wire.Problem) -> Answer
  ) throws(Diagnostic) -> Answer {
    let head = [Member("ask", .string(question.rawValue)), Member("v", .int(Wire.version))]
    do throws(FileError) {
      try process.input?.write(JSONLine.sent(.record(head + members)) + "\n")
    } catch {
      throw ended(at: question)
    }
    guard let line = process.lines.next() else { throw ended(at: question) }
    let refusal: Diagnostic
    do throws(Wire.Problem) {
      let answer = try Self.value(of: line)
      guard let error = try answer.optional("error") else { return try read(answer) }
      refusal = try Diagnostic(wire: error, of: title)
    } catch {
      throw Diagnostic(
        code: "E4275", sentence: "\(title) does not answer '\(question.rawValue)' as this one asks: \(error.sentence)",
        exitCode: .environment)
    }
    throw refusal
  }

  private static func value(of line: InputLine) throws(Wire.Problem) -> Value {
    let text: String
    do throws(FileError) {
      text = try line.text.get()
    } catch {
      throw Wire.Problem(sentence: error.message)
    }
    do throws(TextError) {
      return try JSONLine.received(text)
    } catch {
      throw Wire.Problem(sentence: error.description)
    }
  }

  private func ended(at question: VersionServer.Question) -> Diagnostic {
    let code = process.wait()
    let reason =
      question == .machines && code == Transcripts.ExitCode.badInput.rawValue
      ? "does not know 'serve', so it is older than 'compare --base'; choose a later revision"
      : "ended with \(code) before it answered '\(question.rawValue)'; what it said stands above"
    return Diagnostic(code: "E4274", sentence: "\(title) \(reason)", exitCode: .environment)
  }
}
