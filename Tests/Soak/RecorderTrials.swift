import Foundation
import PtySupport
import SeededRandom

/// Several processes want one file to record to: one gets it, the others leave it alone, and a kill frees it.
struct ConcurrentRecorders: Trial {
  static let name = "recorders at the same time"
  let tool: ToolUnderTest
  private let recording: Data

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    recording = try Recorded.transcript(by: tool)
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    let opening = random.pick([[], ["--force"], ["--resume"]])
    if !opening.isEmpty { try folder.put(recording, "a.transcript") }
    let machine = opening == ["--resume"] ? [] : ["--machine", "login@fixed"]
    let recorders = try (0..<4).map { number in
      try Recorder(tool, ["record", "a.transcript"] + opening + machine, in: folder, number)
    }
    defer { for recorder in recorders { recorder.kill() } }
    try recorders.forEach { try $0.waitUntilItRecordsOrEnds() }
    let winners = recorders.filter(\.isRunning)
    guard winners.count == 1 else { throw SoakFailure("\(opening): \(winners.count) recorders got the file") }
    for loser in recorders where !loser.isRunning {
      guard [2, 4].contains(loser.code) else { throw SoakFailure("\(opening): a recorder ended with \(loser.code)") }
    }
    if random.below(2) == 0 { winners[0].kill() } else { try winners[0].end() }
    try tool.succeed(["record", "--resume", "a.transcript"], input: "advance\n", in: folder)
    try tool.succeed(["replay", "a.transcript"], in: folder)
    let text = String(decoding: try folder.bytes("a.transcript"), as: UTF8.self)
    let names = text.split(separator: "\n").filter { $0.hasPrefix("> set name \"p") }
    guard names == ["> set name \"p\(winners[0].number)\""] else {
      throw SoakFailure("\(opening): the file holds \(names)")
    }
  }

  /// A process that records one command and waits for more.
  private final class Recorder {
    let number: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ tool: ToolUnderTest, _ arguments: [String], in folder: ScratchFolder, _ number: Int) throws {
      self.number = number
      process.executableURL = URL(fileURLWithPath: tool.path)
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"]
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      // One that has ended already takes nothing.
      signal(SIGPIPE, SIG_IGN)
      try? input.fileHandleForWriting.write(contentsOf: Data("set name \"p\(number)\"\n".utf8))
    }

    var isRunning: Bool { process.isRunning }
    var code: Int32 { process.terminationStatus }

    func waitUntilItRecordsOrEnds() throws {
      var received = Data()
      while received.range(of: Data("> set name".utf8)) == nil {
        let piece = output.fileHandleForReading.availableData
        if piece.isEmpty { return process.waitUntilExit() }
        received += piece
      }
    }

    func end() throws {
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    func kill() {
      guard process.isRunning else { return }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }
}
