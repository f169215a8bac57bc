import Console
import Foundation
import Live
import SeededRandom
import Traces
import ViewModels

/// The proofs of `Live` that need a server and other processes:
///
/// * `sessions SCRIPT COUNT SEED`: random sessions against the server; each recording replays with an equal trace.
/// * `kills SCRIPT COUNT SEED`: processes with ten sessions each, killed; each file has every step that had begun.
/// * `record SCRIPT FOLDER SEED`: ten sessions with files, until killed.
/// * `trap FILE`: a step that traps.
/// * `cost`, `memory`: figures for Benchmarks/README.md.
@main
struct LiveFixture {
  @MainActor
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "sessions": try await sessions(arguments[1], Int(arguments[2])!, UInt64(arguments[3])!)
      case "kills": try await kills(arguments[1], Int(arguments[2])!, UInt64(arguments[3])!)
      case "record": try await record(arguments[1], arguments[2], UInt64(arguments[3])!)
      case "trap": trap(arguments[1])
      case "cost":
        Figures.cost()
        await Figures.login()
      case "memory": Figures.memory()
      default: throw Failure("usage: live-fixture sessions|kills|record|trap …")
      }
    } catch {
      print("FAILED: \(error)")
      exit(1)
    }
  }

  // MARK: Sessions

  @MainActor
  private static func sessions(_ script: String, _ count: Int, _ seed: UInt64) async throws {
    let server = try LoopbackServer(script: script, seed: seed)
    let client = Client(port: server.port)
    var (turns, commands) = (0, 0)
    for first in stride(from: 0, to: count, by: 50) {
      let tasks = (first..<min(first + 50, count)).map { number in
        Task { @MainActor in
          var user = RandomUser(client, recorder: .memory(turns: 100_000, bytes: 1 << 26), seed: seed &+ UInt64(number))
          try await user.act(12)
          return user.live.recording ?? ""
        }
      }
      for (number, task) in tasks.enumerated() {
        let text = try await task.value
        let checked = try check(text, "session \(seed &+ UInt64(first + number))")
        (turns, commands) = (turns + checked.turns, commands + checked.commands)
      }
    }
    withExtendedLifetime(server) {}
    print("\(count) sessions, \(commands) commands, \(turns) turns, equal traces")
  }

  private static func check(_ text: String, _ title: String) throws -> (turns: Int, commands: Int) {
    guard !text.contains(RandomUser.canary) else { throw Failure("\(title) has a secret") }
    let recording = try RecordedTrace(Array(text.utf8), allowsTruncation: false)
    let transcript = try RecordedTranscript(recording, on: till, in: Catalogue([till]))
    if let difference = transcript.difference { throw Failure("\(title): \(difference)\n\(text)") }
    return (recording.trace.turns.count, transcript.commandCount)
  }

  // MARK: Kills

  private static let sessionsOfProcess = 10

  @MainActor
  private static func kills(_ script: String, _ count: Int, _ seed: UInt64) async throws {
    let server = try LoopbackServer(script: script, seed: seed)
    var random = SplitMix64(seed: seed)
    var (begun, torn) = (0, 0)
    for number in 0..<count {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("live-\(getpid())-\(number)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let child = Process()
      child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      child.arguments = ["record", "\(server.port)", folder.path, "\(seed &+ UInt64(number))"]
      let output = Pipe()
      child.standardOutput = output
      try child.run()
      // Killed somewhere behind its start, which its first line tells.
      var told = output.fileHandleForReading.availableData
      usleep(UInt32(random.below(60_000)))
      kill(child.processIdentifier, SIGKILL)
      told += output.fileHandleForReading.readDataToEndOfFile()
      child.waitUntilExit()
      let journal = String(decoding: told, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      let numbers = journal.dropLast().compactMap { Int($0) }.filter { $0 >= 0 }
      for session in 0..<sessionsOfProcess {
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(session).trace.jsonl")))
        let expected = numbers.filter { $0 % sessionsOfProcess == session }
        var notes: [Int] = []
        let trace = try TraceFile.decode(bytes, allowsTruncation: true) { begun in
          if begun.event == "send", begun.target == "note", let note = begun.value.flatMap(Int.init) {
            notes.append(note)
          }
        }
        guard notes.starts(with: expected) else {
          throw Failure(
            "session \(session) of process \(number) had begun \(expected.suffix(3)), recorded \(notes.suffix(3))")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains(RandomUser.canary) else { throw Failure("a file has a secret") }
        let recording = try RecordedTrace(bytes, allowsTruncation: true)
        let transcript = try RecordedTranscript(recording, on: till, in: Catalogue([till]))
        if let difference = transcript.difference { throw Failure("process \(number): \(difference)") }
        (begun, torn) = (begun + expected.count, torn + (trace.end == nil ? 1 : 0))
      }
    }
    withExtendedLifetime(server) {}
    guard begun > 0, torn == count * sessionsOfProcess else { throw Failure("nothing was killed") }
    print("\(count * sessionsOfProcess) killed sessions, \(begun) steps had begun, all recorded")
  }

  @MainActor
  private static func record(_ port: String, _ folder: String, _ seed: UInt64) async throws {
    Journal.isOn = true
    let client = Client(port: UInt16(port)!)
    var users = (0..<sessionsOfProcess).map { session in
      RandomUser(client, recorder: .file("\(folder)/\(session).trace.jsonl"), seed: seed &+ UInt64(session))
    }
    Journal.write(-1)
    var number = 0
    while true {
      for session in users.indices {
        if let fault = users[session].live.recorderFault { throw Failure(fault) }
        users[session].live.note(number)
        users[session].act()
        number += 1
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @MainActor
  private static func trap(_ file: String) {
    let client = Client(port: 1)
    let user = RandomUser(client, recorder: .file(file), seed: 1)
    user.live.user = "ann"
    user.live.trap()
  }
}
