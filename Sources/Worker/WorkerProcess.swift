import Files
import Traces
import Turns

/// A process that answers requests one by one, each request and each answer a line of JSON. It shares this one's standard error.
package final class WorkerProcess {
  private let process: ChildProcess
  private let version: Int
  /// Why it answers no more.
  private var failure: WorkerFailure?

  /// Starts it.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name, which is looked for where `PATH` says.
  ///   - arguments: With the name that it is called by.
  ///   - version: The version of the protocol that each request names.
  /// - Throws: that there is no such program, or that the system gives no process.
  package init(_ program: String, _ arguments: [String], version: Int = Wire.version) throws(FileError) {
    process = try ChildProcess(program, arguments, hasInput: true, lineLimit: Wire.lineLimit)
    self.version = version
  }

  deinit {
    // A worker ends at the end of its input; another program may not.
    if failure == nil { _ = process.stop(milliseconds: 1000 * Wire.greetingSeconds) }
  }

  /// Sends a request and reads its answer.
  ///
  /// The first request is the greeting: one that a worker answers at once, with ``Wire/greetingSeconds`` as its limit. A program
  /// that is no worker then fails instead of hanging.
  ///
  /// - Parameters:
  ///   - name: What is requested.
  ///   - members: What the worker needs for it.
  ///   - seconds: The limit of time; nil for none. A worker that is late is killed.
  /// - Throws: why there is no answer. Only after a refusal does the worker answer other requests.
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

/// Why a worker did not answer a request.
package struct WorkerFailure: Error {
  /// The name of the request.
  package let request: String
  package let reason: Reason

  package enum Reason {
    /// It ended: its exit code, or 128 and the signal, as a shell has it.
    case ended(code: Int32)
    /// It took longer than the limit.
    case late(seconds: Int)
    /// Its line is no answer to the request.
    case unreadable(Wire.Problem)
    /// It answers what is wrong with the request.
    case refused(Value)
  }
}
