import Foundation
import PtySupport
import SeededRandom

/// Bytes that act on terminals and build logs, into everything that is read: nothing of them comes out.
struct HostileBytes: Trial {
  static let name = "hostile bytes into every sink"
  let tool: ToolUnderTest

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    let payload = (0...random.below(3)).map { _ in random.pick(InertBytes.payloads) }.joined(separator: "x")
    let verbs = [
      "set name", "tap", "tap items", "open", "help", "case", "record ./", "save ./", "send", "fields", "why", "",
    ]
    let lines = verbs.flatMap { ["\($0) \(payload)", "\($0)[\(payload)]", "\($0) \(payload.debugDescription)"] }
    let input = Data(
      (["open goods@fixed", "advance 2s"] + lines + ["trace", "branches"]).joined(separator: "\n").utf8)
    try tool.answer([], input: input, in: folder)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasPrefix(".") {
      let text = String(decoding: try folder.bytes(name), as: UTF8.self)
      if let fault = InertBytes.faults(in: text, isLog: false).first { throw SoakFailure("a file holds \(fault)") }
    }
    let file = payload.replacing("/", with: "") + ".transcript"
    let transcript = "%transcript 1\n%machine login@fixed\n%case \(payload)\n> tap \(payload)\n| \(payload)\n"
    try folder.put(Data(transcript.utf8), file)
    for arguments in [
      ["replay", file], ["replay", "."], ["run", file], ["lint", file], ["diff", file, file], ["trace", file],
      [payload], ["replay", "--case", payload, file], ["diagram", payload],
    ] { try tool.answer(arguments, in: folder) }
  }
}

/// A script gives the same bytes in every process, whatever surrounds it.
struct Determinism: Trial {
  static let name = "the same bytes in every process"
  let tool: ToolUnderTest

  private static let machines = ["login", "goods", "flickr", "purchase", "user", "home", "phone", "follow"]
  private static let zones = ["UTC", "Pacific/Chatham", "America/St_Johns"]
  /// One processor, addresses that are always the same, no home, another mask of permissions.
  private static let wrappers = [
    ["/usr/bin/taskset", "-c", "0"], ["/usr/bin/setarch", "-R"], ["/usr/bin/env", "-u", "HOME"],
    ["/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"],
  ]
  private static let locales = ["C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8", "ar_EG.UTF-8"]

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    let controls = ["login", "buy", "search", "items[0]", "items[1].like", "pullDown", "follow", "refresh", "submit"]
    let commands = (0..<40).map { _ in
      random.pick([
        "tap \(random.pick(controls))", "advance \(random.below(3000))ms", "advance",
        "set name \"a\(random.below(9))\"", "undo",
        "settle", "fields", "screen", "trace", "timers",
      ])
    }
    let input = Data((["open \(random.pick(Self.machines))"] + commands).map { $0 + "\n" }.joined().utf8)
    let reference = try tool.run([], input: input, in: folder)
    for _ in 0..<3 {
      var environment = [
        "TZ": random.pick(Self.zones), "LC_ALL": random.pick(Self.locales),
        "COLUMNS": random.pick(["1", "80", "10000"]),
      ]
      if random.below(3) == 0 { environment["SWIFT_DETERMINISTIC_HASHING"] = "1" }
      let wrappers = Self.wrappers.filter { wrapper in
        random.below(2) == 0 && FileManager.default.isExecutableFile(atPath: wrapper[0])
      }.flatMap(\.self)
      let other = random.below(2) == 0 ? folder : try ScratchFolder()
      let again = try tool.run([], input: input, in: other, environment: environment, through: wrappers)
      guard again.output == reference.output, again.errors == reference.errors, again.code == reference.code else {
        throw SoakFailure("other bytes under \(environment.sorted { $0.key < $1.key }) \(wrappers)")
      }
    }
    if reference.code > 4 { throw SoakFailure("the script ended with \(reference.code)") }
  }
}
