import Files
import Statecharts
import Transcripts
import Worker

/// Another version of the tool, running as a worker process.
final class OtherTool {
  let title: String
  private let worker: WorkerProcess
  private let answerSeconds: Int

  convenience init(
    _ program: String, of revision: String, answerSeconds: Int = Wire.answerSeconds
  ) throws(Diagnostic) {
    try self.init(program, titled: "the tool of '\(revision)'", answerSeconds: answerSeconds)
  }

  /// - Parameter variable: Is left out of its environment.
  init(
    _ program: String, titled title: String, without variable: String? = nil, answerSeconds: Int = Wire.answerSeconds
  ) throws(Diagnostic) {
    self.answerSeconds = answerSeconds
    self.title = title
    do throws(FileError) {
      worker = try WorkerProcess(program, [program, ServeCommand.name], without: variable)
    } catch {
      throw Diagnostic(
        code: "E4273", path: program, sentence: "\(title) cannot be started: \(error.message)", exitCode: .environment)
    }
  }

  /// Must be the first request.
  func machines() throws(Diagnostic) -> [String] {
    try ask(.machines, [], withinSeconds: Wire.greetingSeconds) { (answer) throws(Wire.Problem) in
      try answer.member("machines").elements.map { (entry) throws(Wire.Problem) in
        try entry.member("machine").text
      }
    }
  }

  /// Throws if the tool rejects the request, ends, is late or sends an invalid answer.
  func ask<Answer>(
    _ question: VersionServer.Question, _ members: [Member], withinSeconds seconds: Int? = nil,
    read: (Value) throws(Wire.Problem) -> Answer
  ) throws(Diagnostic) -> Answer {
    do throws(WorkerFailure) {
      return try worker.ask(question.rawValue, members, withinSeconds: seconds ?? answerSeconds, read: read)
    } catch {
      throw diagnostic(of: error, isGreeting: question == .machines)
    }
  }

  private func diagnostic(of failure: WorkerFailure, isGreeting: Bool) -> Diagnostic {
    let code: String
    let reason: String
    switch failure.reason {
    case .ended(Transcripts.ExitCode.badInput.rawValue) where isGreeting:
      (code, reason) = ("E4274", "does not know 'serve', so it is older than 'compare --base'; choose a later revision")
    case .ended(let exit):
      code = "E4274"
      reason = "ended with \(exit) before it answered '\(failure.request)'; its output is above"
    case .late(let seconds):
      code = "E4276"
      reason = "did not answer '\(failure.request)' within \(seconds) seconds; check that it is a tool of Signalbox"
    case .unreadable(let problem):
      (code, reason) = ("E4275", notAnswered(failure.request, problem))
    case .refused(let error):
      do throws(Wire.Problem) {
        return try Diagnostic(wire: error, of: title)
      } catch {
        (code, reason) = ("E4275", notAnswered(failure.request, error))
      }
    }
    return Diagnostic(code: code, sentence: "\(title) \(reason)", exitCode: .environment)
  }

  private func notAnswered(_ request: String, _ problem: Wire.Problem) -> String {
    "does not answer '\(request)' in the expected form: \(problem.sentence)"
  }
}
