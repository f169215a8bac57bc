import Foundation
import PtySupport

/// A command that writes files, what it finds, and what it leaves when nothing goes wrong.
struct Writing {
  let name: String
  let arguments: [String]
  let input: String
  /// The files that are there before, by their names.
  let before: [String: Data]
  /// Whether a recording is written entry by entry; every other file is the old one or the new one.
  let isRecording: Bool
  private(set) var after: [String: Data] = [:]
  private(set) var output = Data()

  private init(
    _ name: String, _ arguments: [String], input: String = "", before: [String: Data] = [:], isRecording: Bool = false,
    by tool: ToolUnderTest
  ) throws {
    self.name = name
    self.arguments = arguments
    self.input = input
    self.before = before
    self.isRecording = isRecording
    let folder = try ScratchFolder()
    try prepare(folder)
    let outcome = try tool.succeed(arguments, input: input, in: folder)
    output = outcome.output
    for file in try folder.files { after[file] = try folder.bytes(file) }
  }

  /// What is recorded, gone on with, updated, saved and traced.
  static func all(by tool: ToolUnderTest) throws -> [Writing] {
    let commands = (1...40).map { "set name \"a\($0)\"\n" }.joined()
    let recording = try Recorded.transcript(by: tool)
    let wrong = Data(
      String(decoding: recording, as: UTF8.self).replacing("1aaaaaa!\"\n|", with: "1aaaaaa!\"\n| x\n|").utf8)
    let script = ["s": Data(Recorded.session.utf8)]
    let record = ["record", "a.transcript", "--machine", "login@fixed"]
    return try [
      Writing("record", record, input: commands, isRecording: true, by: tool),
      Writing(
        "record --resume", ["record", "--resume", "a.transcript"], input: commands, before: ["a.transcript": recording],
        isRecording: true, by: tool),
      Writing(
        "record --force", record + ["--force"], input: commands + "undo 3\nredo\ncase two\n" + commands,
        before: ["a.transcript": recording], by: tool),
      Writing(
        "replay --update", ["replay", "--update", "--accept-lost", "a.transcript"], before: ["a.transcript": wrong],
        by: tool
      ),
      Writing("save", [], input: Recorded.session + "save a.transcript\n", by: tool),
      Writing("trace FILE", [], input: Recorded.session + "trace a.trace.jsonl\n", by: tool),
      Writing(
        "trace -o", ["trace", "s", "-o", "a"], before: script.merging(["a": Data("old\n".utf8)]) { $1 }, by: tool),
    ]
  }

  func prepare(_ folder: ScratchFolder) throws {
    for (file, bytes) in before { try folder.put(bytes, file) }
  }

  /// What holds for the files however the command ended.
  ///
  /// - Parameter wasKilled: Then an entry may be torn, and something may be left behind.
  func check(_ outcome: ToolUnderTest.Outcome, in folder: ScratchFolder, wasKilled: Bool, by tool: ToolUnderTest) throws
  {
    guard wasKilled || (0...4).contains(outcome.code) else {
      throw SoakFailure("\(name) ended with \(outcome.code): \(outcome.text.suffix(300).debugDescription)")
    }
    for file in try folder.files {
      let bytes = try folder.bytes(file)
      if file.hasSuffix(".tmp") {
        guard wasKilled else { throw SoakFailure("\(name) left \(file) behind") }
      } else if file.hasSuffix(".transcript"), after[file] != bytes, before[file] != bytes {
        try checkRecording(bytes, file, outcome, in: folder, wasKilled: wasKilled, by: tool)
      } else if after[file] != bytes, before[file] != bytes {
        throw SoakFailure("\(name): \(file) is neither the old one nor the new one")
      }
    }
    for file in before.keys where !folder.has(file) { throw SoakFailure("\(name): \(file) is gone") }
    guard outcome.code == 0 else { return }
    for (file, bytes) in after where !folder.has(file) || (try? folder.bytes(file)) != bytes {
      throw SoakFailure("\(name) ended with 0, and \(file) is not what it should be")
    }
  }

  /// A recording that did not come to its end is a beginning of it, with all that was answered, and can be gone on
  /// with.
  private func checkRecording(
    _ bytes: Data, _ file: String, _ outcome: ToolUnderTest.Outcome, in folder: ScratchFolder, wasKilled: Bool,
    by tool: ToolUnderTest
  ) throws {
    guard arguments.first == "record" else { throw SoakFailure("\(name): \(file) is half written") }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.components(separatedBy: "\n%end ")[0] + (text.contains("\n%end ") ? "\n" : "")
    if isRecording {
      let whole = String(decoding: after[file] ?? Data(), as: UTF8.self)
      guard whole.hasPrefix(lines) else {
        throw SoakFailure("\(name): \(file) is no beginning: \(text.suffix(100).debugDescription)")
      }
      let rest = whole.dropFirst(lines.count)
      if !wasKilled, !rest.isEmpty, !rest.hasPrefix("> "), !rest.hasPrefix("%") {
        throw SoakFailure("\(name): \(file) ends inside an entry: \(text.suffix(100).debugDescription)")
      }
      let answered = outcome.output.split(separator: 0x0A).filter { $0.starts(with: "> ".utf8) }.count
      let old = String(decoding: before[file] ?? Data(), as: UTF8.self).commandCount
      let kept = lines.hasSuffix("\n") ? lines.commandCount : lines.commandCount - 1
      if kept - old < answered {
        throw SoakFailure("\(name): \(answered) were answered and \(kept - old) are in \(file)")
      }
    }
    try tool.succeed(["record", "--resume", file], in: folder)
    try tool.succeed(["replay", file], in: folder)
  }
}

extension String {
  fileprivate var commandCount: Int { split(separator: "\n").count { $0.hasPrefix("> ") } }
}
