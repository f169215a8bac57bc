import Foundation
import PtySupport

/// Does what the tutorial says, in a folder of its own, beside what stands for the checkout of Signalbox.
struct TutorialReader {
  private let scratch: ScratchFolder
  private let package: CompiledPackage
  /// The sources, as the tool was built of them.
  private var built: [String: String] = [:]

  init() throws {
    scratch = try ScratchFolder()
    package = try CompiledPackage("Checkout", in: scratch)
    try FileManager.default.createDirectory(atPath: scratch.path("signalbox"), withIntermediateDirectories: false)
    try scratch.write("let package = Package(\n  name: \"signalbox\",\n)\n", to: "signalbox/Package.swift")
  }

  func write(_ text: String, to path: String) throws {
    try scratch.write(text, to: "Checkout/\(path)")
  }

  func apply(_ diff: String) throws {
    try scratch.write(diff, to: "change.diff")
    let run = try ToolRun.callersShell("cd Checkout && git apply ../change.diff", in: scratch)
    guard run.code == 0 else {
      throw TutorialPage.Mistake(description: "the change does not apply: \(run.errors)\(diff)")
    }
  }

  /// Runs a command, and types what the page types; returns what is seen, without the lines that the page leaves out.
  mutating func run(_ block: ConsoleBlock) throws -> [String] {
    let words = block.command.dropFirst(2).split(separator: " ", maxSplits: 3).map(String.init)
    switch (words[0], words.dropFirst().first) {
    case ("./Scripts/signalbox", _):
      let arguments = words.dropFirst().joined(separator: " ")
      return try Self.lines(shell("SIGNALBOX_CHECKOUT=. \"$S\" \(arguments)", below: "signalbox"))
    case ("cd", _): return []
    case ("swift", "build"):
      try renew()
      return []
    case ("swift", "test"):
      try renew()
      return outcome(try shell("'\(try package.buildTests())' --testing-library swift-testing"))
    case ("swift", "run"):
      try renew()
      let line = (["'\(package.tool)'"] + words.dropFirst(3)).joined(separator: " ")
      let typed = block.lines.compactMap(TypedLine.init)
      return try typed.isEmpty ? Self.lines(shell(line)) : converse(line, typed)
    default: return Self.lines(try shell(String(block.command.dropFirst(2))))
    }
  }

  private mutating func renew() throws {
    let sources = try package.sources
    if sources != built { try package.buildTool() }
    built = sources
  }

  private func shell(_ line: String, below folder: String = "Checkout") throws -> String {
    let run = try ToolRun.callersShell("cd \(folder); \(line)", in: scratch)
    return run.output + run.errors
  }

  /// A session on a terminal that does not edit.
  private func converse(_ line: String, _ typed: [TypedLine]) throws -> [String] {
    let environment = PtySession.environment(home: scratch.path, term: "dumb").merging(["NO_COLOR": "1"]) { $1 }
    let terminal = try PtySession(
      "/bin/bash", ["-c", "cd '\(package.path)' && exec \(line)"], environment: environment, rows: 50, columns: 200)
    for line in typed {
      try terminal.expect(line.prompt)
      try terminal.send("\(line.text)\r")
    }
    _ = try terminal.waitForExit()
    return Self.lines(terminal.output.replacing("\r\n", with: "\n"))
  }

  /// What failed and how it ended, without times and without the path of the package.
  private func outcome(_ text: String) -> [String] {
    Self.lines(text.replacing("\(package.path)/", with: "")).filter { !$0.hasPrefix("◇") && !$0.hasPrefix("↳") }.map {
      $0.replacing(#/ after \d+\.\d+ seconds/#, with: "")
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

/// A line of a page's session that a person types: behind the console's prompt, or its question.
private struct TypedLine {
  let prompt: String
  let text: String

  init?(_ line: String) {
    guard
      let match = line.wholeMatch(
        of: /((?:\d+ \S+ \S+)?> |save FILE, quit \(keeps it\), leave \(drops it\) or stay\? )(.*)/)
    else { return nil }
    prompt = String(match.1)
    text = String(match.2)
  }
}
