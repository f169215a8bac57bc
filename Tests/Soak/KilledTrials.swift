import Foundation
import PtySupport
import SeededRandom

/// `kill -9` while a session is recorded: every command that was answered is in the file, whole and in order.
struct KilledRecording: Trial {
  static let name = "kill -9 while recording"
  let tool: ToolUnderTest

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    let count = 50 + random.below(2000)
    let lines = (1...count).map { "set name \"a\($0)\"\n" }.joined()
    let killed = try tool.run(
      ["record", "a.transcript", "--machine", "login@fixed"], input: Data(lines.utf8), in: folder,
      killedAfter: Double(random.below(60_000)) / 1_000_000)
    let answered = killed.output.split(separator: 0x0A).filter { $0.starts(with: "> ".utf8) }.count
    guard folder.has("a.transcript") else {
      if answered > 0 { throw SoakFailure("\(answered) commands were answered and there is no file") }
      return
    }
    try check(String(decoding: try folder.bytes("a.transcript"), as: UTF8.self), answered)
    if random.below(8) == 0 {
      let hasEnded = String(decoding: try folder.bytes("a.transcript"), as: UTF8.self).hasSuffix("\n%end 1\n")
      let replay = try tool.answer(["replay", "a.transcript"], in: folder)
      if (replay.code == 0) != hasEnded { throw SoakFailure("a killed recording replays with \(replay.code)") }
      try tool.succeed(["record", "--resume", "a.transcript"], input: "set name \"b\"\n", in: folder)
      try tool.succeed(["replay", "a.transcript"], in: folder)
    }
  }

  private func check(_ text: String, _ answered: Int) throws {
    let commands = text.split(separator: "\n").filter { $0.hasPrefix("> ") }
    for (index, command) in commands.dropLast().enumerated() where command != "> set name \"a\(index + 1)\"" {
      throw SoakFailure("command \(index + 1) is '\(command)'")
    }
    guard text.hasPrefix("%transcript 1 recorded\n%machine login@fixed "), text.contains("\n%case a\n| login idle\n")
    else {
      throw SoakFailure("the file begins with \(text.prefix(120).debugDescription)")
    }
    // A line more may be torn; it was not answered.
    let whole = text.hasSuffix("\n") ? commands.count : commands.count - 1
    if whole < answered { throw SoakFailure("\(answered) commands were answered and \(whole) are in the file") }
  }
}

/// `kill -9` during `replay --update`: the file is the old one or the new one.
struct KilledUpdate: Trial {
  static let name = "kill -9 during --update"
  let tool: ToolUnderTest
  private let old: Data
  private let new: Data

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    let steps = (1...300).map { "> set name \"a\($0)\"\n| name \"wrong\" -> \"wrong\"\n" }.joined()
    old = Data(("%transcript 1\n%machine login@fixed\n%case one\n| login idle\n" + steps).utf8)
    let folder = try ScratchFolder()
    try folder.put(old, "a.transcript")
    try tool.succeed(["replay", "--update", "a.transcript"], in: folder)
    new = try folder.bytes("a.transcript")
    guard old != new else { throw SoakFailure("the update changed nothing, so this trial cannot fail") }
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    try folder.put(old, "a.transcript")
    _ = try tool.run(
      ["replay", "--update", "a.transcript"], in: folder, killedAfter: Double(random.below(120_000)) / 1_000_000)
    let left = try folder.bytes("a.transcript")
    guard left == old || left == new else { throw SoakFailure("the file is neither the old one nor the new one") }
  }
}
