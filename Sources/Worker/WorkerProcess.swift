import Files
import Traces
import Turns

/// A process that answers requests, each a line of JSON. It shares this process's standard error.
package final class WorkerProcess {
  private let process: ChildProcess
  private let version: Int
  private var failure: WorkerFailure?

  /// Starts a program by its path or by a name in `PATH`; `arguments` include its name;
  /// `variable` is left out of its environment.
  package init(
    _ program: String, _ arguments: [String], without variable: String? = nil, version: Int = Wire.version
  ) throws(FileError) {
    process = try ChildProcess(program, arguments, without: variable, hasInput: true, lineLimit: Wire.lineLimit)
    self.version = version
  }

  deinit {
    // A worker ends with its input, but another program may not.
    if failure == nil { _ = process.stop(milliseconds: 1000 * Wire.greetingSeconds) }
  }

  /// Sends a request and reads its answer. Any failure but a refusal kills the worker.
  ///
  /// Begin with the greeting, limited by ``Wire/greetingSeconds``: a program that is no worker then fails instead
  /// of hanging.
  package func ask<Answer>(
    _ name: String, _ members: [Member] = [], withinSeconds seconds: Int? = nil,
    read: (Value) throws(Wire.Problem) -> Answer
  ) throws(WorkerFailure) -> Answer {
    if let failure { throw failure }
    let head = [Member("ask", .string(name)), Member("v", .int(version))]
    process.send(Value.record(head + members).revealedJSON + "\n")
    if let seconds, !process.lines.waitForLine(milliseconds: 1000 * seconds) {
      throw failed(name, .late(seconds: seconds))
    }
    guard let line = process.lines.next() else {
      let code = process.stop(milliseconds: 1000 * Wire.greetingSeconds)
      throw failed(name, .ended(code: code))
    }
    let refusal: Value
    do throws(Wire.Problem) {
      let answer = try Self.value(of: line)
      guard let error = try answer.optional("error") else { return try read(answer) }
      refusal = error
    } catch {
      throw failed(name, .unreadable(error))
    }
    throw WorkerFailure(request: name, reason: .refused(refusal))
  }

  private func failed(_ request: String, _ reason: WorkerFailure.Reason) -> WorkerFailure {
    _ = process.stop(milliseconds: 0)
    let failure = WorkerFailure(request: request, reason: reason)
    self.failure = failure
    return failure
  }

  private static func value(of line: InputLine) throws(Wire.Problem) -> Value {
    let text: String
    do throws(FileError) {
      text = try line.text.get()
    } catch {
      throw Wire.Problem(sentence: error.message)
    }
    do throws(TextError) {
      return try Value(json: text)
    } catch {
      throw Wire.Problem(sentence: error.description)
    }
  }
}

package struct WorkerFailure: Error {
  package let request: String
  package let reason: Reason

  package enum Reason {
    /// The exit code, or 128 plus the signal.
    case ended(code: Int32)
    case late(seconds: Int)
    case unreadable(Wire.Problem)
    /// The worker's description of what is wrong with the request.
    case refused(Value)
  }
}
