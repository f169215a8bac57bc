import Foundation
import PtySupport
import SeededRandom

/// Somebody swaps a file that is written with a link to another one: that one stays as it is.
struct SwappedLinks: Trial {
  static let name = "a file swapped with a link"
  let tool: ToolUnderTest
  private let writings: [Writing]
  private static let precious = Data("precious\n".utf8)

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    writings = try Writing.all(by: tool).filter { $0.before["a.transcript"] != nil }
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    try folder.put(Self.precious, "victim")
    let writing = random.pick(writings)
    try writing.prepare(folder)
    let isHistory = random.below(4) == 0
    let file = isHistory ? "history" : "a.transcript"
    if isHistory { try folder.put(Data("state\n".utf8), file) }
    let attacker = Attacker(folder.path, file)
    if isHistory {
      try type(in: folder)
    } else {
      try tool.answer(writing.arguments, input: Data(writing.input.utf8), in: folder)
    }
    attacker.stop()
    guard try folder.bytes("victim") == Self.precious else {
      throw SoakFailure("\(isHistory ? "the history" : writing.name) was written through a link")
    }
  }

  private func type(in home: ScratchFolder) throws {
    let environment = ToolUnderTest.terminal(home).merging(["SIGNALBOX_HISTORY": home.path("history")]) {
      $1
    }
    let pty = try PtySession(tool.path, ["login@fixed"], environment: environment)
    for line in ["timers", "screen", "requests"] {
      try pty.expect("login@fixed 0ms> ")
      try pty.send(line + "\r")
    }
    try pty.expect("login@fixed 0ms> ")
    try pty.send("\u{4}")
    guard try pty.waitForExit() == .code(0) else { throw SoakFailure("the session ended with an error") }
  }

  /// Puts a link to the victim and the file itself in turns where the file is.
  private final class Attacker: @unchecked Sendable {
    private let lock = NSLock()
    private let ended = DispatchSemaphore(value: 0)
    private var isStopped = false

    init(_ folder: String, _ file: String) {
      let (path, own, link) = ("\(folder)/\(file)", "\(folder)/.own", "\(folder)/.link")
      Thread.detachNewThread { [self] in
        while lock.withLock({ !isStopped }) {
          symlink("victim", link)
          rename(path, own)
          rename(link, path)
          usleep(50)
          rename(own, path)
          usleep(50)
        }
        ended.signal()
      }
    }

    func stop() {
      lock.withLock { isStopped = true }
      ended.wait()
    }
  }
}

/// A transcript names a file of commands outside of its folder, in every spelling: it is not read.
struct EscapingPaths: Trial {
  static let name = "paths that lead out of the folder"
  let tool: ToolUnderTest

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    let inner = "\(folder.path)/inner"
    try FileManager.default.createDirectory(atPath: "\(inner)/sub", withIntermediateDirectories: true)
    try folder.put(Data("> set name \"canary\"\n".utf8), "secret")
    try FileManager.default.createSymbolicLink(atPath: "\(inner)/link", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: "\(inner)/file", withDestinationPath: "../secret")
    try FileManager.default.createSymbolicLink(atPath: "\(inner)/sub/root", withDestinationPath: "/")
    let outside = "\(folder.path)/secret"
    let ups = [
      "..", "%2e%2e", "..%2f", ".. ", "...", "..\\", "．．", "..;", "\u{2025}", "sub/../..", "./..", "sub/./../..",
    ]
    let spellings =
      ups.flatMap { ["\($0)/secret", "\($0)//secret", "inner/\($0)/secret", "sub/\($0)/\($0)/secret"] } + [
        outside, "/\(outside)", "//\(outside)", "file://\(outside)", "~/../secret", "$HOME/secret", "link/secret",
        "file",
        "./file", "sub/root\(outside)", "/proc/self/cwd/../secret", "/proc/self/root\(outside)", "../secret\0.txt", "",
        " ", ".",
        "..", "-", "/dev/stdin", "sub/../../secret", String(repeating: "../", count: 1300) + "secret",
        String(repeating: "a/", count: 2000) + "../secret", "link/../secret", "sub/root/../secret", "\\\\secret",
        "C:\\secret",
      ]
    let spelling = random.pick(spellings)
    let text = "%transcript 1\n%machine login@fixed\n%use \(spelling)\n%case a\n| login idle\n> fields\n|*\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(inner)/a.transcript"))
    for arguments in [["replay"], ["run"], ["trace"], ["lint"], ["record", "new.transcript"]] {
      let outcome = try tool.answer(arguments + ["inner/a.transcript"], in: folder)
      guard outcome.code == 2, !outcome.text.contains("canary") else {
        throw SoakFailure("\(arguments) follows '%use \(spelling)': \(outcome.code)")
      }
    }
  }
}
