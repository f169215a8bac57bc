import Console
import Synchronization
import Testing
import Traces
import ViewModels

@testable import Gallery
@testable import Live

/// Lets other tasks of the main actor run until something holds.
@MainActor
func eventually(
  _ holds: @MainActor () -> Bool, _ location: SourceLocation = #_sourceLocation
) async {
  for _ in 0..<10_000 where !holds() { await Task.yield() }
  #expect(holds(), sourceLocation: location)
}

/// Lets every task run that can.
@MainActor
func othersRun() async { for _ in 0..<50 { await Task.yield() } }

/// A service that a test answers.
final class Desk<Input: Sendable, Output: Sendable>: Sendable {
  private struct State {
    var asked: [Input] = []
    var open: [Int: CheckedContinuation<Output, any Error>] = [:]
    var cancelled = 0
  }

  private let state = Mutex(State())
  /// Whether a cancelled request ends at once, as a URL session's does.
  let endsWhenCancelled: Bool

  init(endsWhenCancelled: Bool = true) { self.endsWhenCancelled = endsWhenCancelled }

  var asked: [Input] { state.withLock { $0.asked } }
  var cancelledCount: Int { state.withLock { $0.cancelled } }

  func ask(_ input: Input) async throws -> Output {
    let number = state.withLock { state in
      state.asked.append(input)
      return state.asked.count
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        if Task.isCancelled && endsWhenCancelled { return answer.resume(throwing: CancellationError()) }
        state.withLock { $0.open[number] = answer }
      }
    } onCancel: {
      let answer = state.withLock { state in
        state.cancelled += 1
        return endsWhenCancelled ? state.open.removeValue(forKey: number) : nil
      }
      answer?.resume(throwing: CancellationError())
    }
  }

  /// Answers the request with this number, from 1.
  func answer(_ number: Int, _ result: Result<Output, any Error>) {
    state.withLock { $0.open.removeValue(forKey: number) }?.resume(with: result)
  }
}

func machine(_ title: Name) -> Machine { (Gallery.machines + [shelf]).first { $0.title == title }! }

/// What differs when the commands of a recording run in the simulator; nil if nothing does.
@MainActor
func replayed<V>(_ live: Live<V>, on machine: Machine) throws -> RecordedTranscript {
  let recording = try RecordedTrace(Array(try #require(live.recording).utf8), allowsTruncation: false)
  do {
    return try RecordedTranscript(recording, on: machine, in: Catalogue([machine]))
  } catch {
    Issue.record("command \(error.command), \(error.reason)")
    throw error
  }
}

/// The commands of a transcript with the lines that they print.
func steps(_ transcript: RecordedTranscript) -> String {
  let lines = transcript.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  return lines.drop { !$0.hasPrefix("> ") }.filter { !$0.hasPrefix("%") }.joined(separator: "\n")
}
