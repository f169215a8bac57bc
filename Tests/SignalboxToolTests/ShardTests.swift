import Foundation
import PtySupport
import SeededRandom
import Testing

@testable import SignalboxTool

/// Parts of a suite: together everything, and nothing twice.
@Suite("Shards")
struct ShardTests {
  @Test("every case is of one part, and the counts of two parts differ by at most one", arguments: 0..<50)
  func partition(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let places = 0..<Int.random(in: 0...60, using: &random)
    let count = Int.random(in: 1...70, using: &random)
    let parts = try (1...count).map { part in
      let shard = try #require(Shard("\(part)/\(count)"))
      return places.filter(shard.holds)
    }
    #expect(parts.flatMap { $0 }.sorted() == Array(places))
    #expect((parts.map(\.count).max() ?? 0) - (parts.map(\.count).min() ?? 0) <= 1)
  }

  @Test(
    "what names no part is refused",
    arguments: [
      "", "1", "0/3", "4/3", "1/0", "-1/3", "1/2/3", "a/b", "1/1001", "1 /2", "+1/2", "99999999999999999999/1",
    ])
  func malformed(_ text: String) throws {
    #expect(Shard(text) == nil)
    let run = try ToolRun(["replay", "--shard", text], in: ScratchFolder())
    #expect(run.code == 2 && run.errors.contains("error[E1101]: "))
  }

  /// A suite of files with cases of many lengths, one of which cannot be read.
  private func suite(_ seed: UInt64) throws -> ScratchFolder {
    var random = SplitMix64(seed: seed)
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path("t/deep"), withIntermediateDirectories: true)
    for file in 0..<Int.random(in: 1...6, using: &random) {
      let cases = (0..<Int.random(in: 1...5, using: &random)).map { number in
        let commands = (0..<Int.random(in: 0...6, using: &random)).map { "> set name \"\($0)aaaaa\"\n|*\n" }
        return "%case \(number)\n%tag \(number % 2 == 0 ? "even" : "odd")\n|*\n" + commands.joined()
      }
      let text = "%transcript 1\n%machine login@fixed\n" + cases.joined()
      try folder.write(text, to: "t/\(file % 2 == 0 ? "deep/" : "")\(file).transcript")
    }
    try folder.write("", to: "t/bad.transcript")
    return folder
  }

  /// The cases of a part, and how often it told of the file that cannot be read.
  private func listed(
    _ arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:]
  ) throws -> (cases: [Substring], complaints: Int) {
    let run = try ToolRun(["replay", "--list", "t"] + arguments, in: folder, environment: environment)
    let complaints = run.errors.split(separator: "\n").count { $0.contains("t/bad.transcript:1:1") }
    #expect(run.code == (complaints == 0 ? 0 : 2))
    return (run.output.split(separator: "\n").dropLast(), complaints)
  }

  @Test("the parts of a generated suite are disjoint and together everything", arguments: 0..<4)
  func union(seed: UInt64) throws {
    let folder = try suite(seed)
    let all = try listed([], in: folder)
    #expect(all.complaints == 1 && Set(all.cases).count == all.cases.count)
    for count in [1, 2, 3, 7] {
      for options in [[], ["--tag", "odd"]] {
        let whole = options.contains("odd") ? try listed(options, in: folder).cases : all.cases
        let parts = try (1...count).map { try listed(["--shard", "\($0)/\(count)"] + options, in: folder) }
        #expect(parts.flatMap(\.cases).sorted() == whole.sorted(), "\(count) \(options)")
        #expect(parts.reduce(0) { $0 + $1.complaints } == 1)
      }
    }
  }

  @Test("a runner's variables choose the part, counted from zero, and its file is made to say that they were heeded")
  func environment() throws {
    let folder = try suite(1)
    let all = try listed([], in: folder).cases
    let parts = try (0..<3).map { index in
      let variables = [
        "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "\(index)",
        "TEST_SHARD_STATUS_FILE": folder.path("status\(index)"),
      ]
      return try listed([], in: folder, environment: variables).cases
    }
    #expect(parts.flatMap { $0 }.sorted() == all.sorted())
    #expect(try folder.names == ["status0", "status1", "status2", "t"])
    let wrong = try ToolRun(
      ["replay", "t"], in: folder, environment: ["TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "3"])
    #expect(
      wrong.code == 2 && wrong.errors.contains("error[E1121]: TEST_SHARD_INDEX is '3' and TEST_TOTAL_SHARDS is '3'"))
    let given = try ToolRun(
      ["replay", "--list", "t", "--shard", "1/1"], in: folder,
      environment: ["TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "0"])
    #expect(given.output.split(separator: "\n").dropLast() == all[...])
  }

  @Test("a part may be empty, and a suite that has nothing to select may not")
  func empty() throws {
    let folder = try ScratchFolder()
    try folder.write("%transcript 1\n%machine login@fixed\n%case a\n|*\n", to: "a.transcript")
    let run = try ToolRun(["replay", ".", "--shard", "2/2"], in: folder)
    #expect(run.code == 0 && run.output == "0 cases of 1 in 0 files of 1\n")
    #expect(try ToolRun(["replay", ".", "--shard", "2/2", "--tag", "x"], in: folder).code == 2)
    #expect(try ToolRun(["replay", ".", "--shard", "1/2", "--update"], in: folder).code == 2)
  }
}
