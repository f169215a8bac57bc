import Foundation
import PtySupport
import Testing
import Transcripts

@testable import Console
@testable import SignalboxTool

@Suite("what a person has chosen", .serialized)
struct ConfigurationTests {
  let home: ScratchFolder

  init() throws {
    home = try ScratchFolder()
  }

  @Test("settings, colours and lines are read; what is none is told with its place, and the rest counts")
  func reading() throws {
    try home.write(
      "# mine\n\nnames off\nhints on\ncolor never\nrun open login@fixed\nfold maybe\nnonsense\n", to: "config")
    let configuration = Configuration(path: home.path("config"))
    #expect(!configuration.settings[.names] && configuration.settings[.hints] && configuration.settings[.fold])
    #expect(configuration.color.map { "\($0)" } == "never")
    #expect(configuration.lines.map(\.text) == ["open login@fixed"] && configuration.lines[0].place.line == 6)
    #expect(configuration.problems.map { $0.place?.line } == [7, 8])
    #expect(configuration.problems[0].sentence.hasPrefix("'fold maybe' is not a setting; write 'fold on|off', "))
    let none = Configuration(path: home.path("none"))
    #expect(none.problems.isEmpty && none.settings == Settings())
  }

  @Test(
    "the history is turned on and off, or has a length",
    arguments: [("on", 10_000), ("off", 0), ("1", 1), ("10000", 10_000)] as [(String, Int)])
  func history(_ value: String, _ length: Int) throws {
    try home.write("history 7\nhistory \(value)\n", to: "config")
    let configuration = Configuration(path: home.path("config"))
    #expect(configuration.historyLength == length && configuration.problems.isEmpty)
  }

  @Test(
    "what the history and the machine cannot be is told, with what they can be",
    arguments: [
      "history 0", "history 10001", "history -1", "history 99999999999999999999", "history", "machine", "machine a b",
    ])
  func mistaken(_ line: String) throws {
    try home.write("history 7\n\(line)\n", to: "config")
    let configuration = Configuration(path: home.path("config"))
    #expect(configuration.problems.map(\.code) == ["E1135"] && configuration.problems.first?.place?.line == 2)
    #expect(
      configuration.problems.first?.sentence.hasSuffix(
        "'history on|off|LENGTH' with a length from 1 to 10000, 'machine NAME' or 'run LINE'") == true)
    #expect(configuration.historyLength == 7 && configuration.opening == nil)
  }

  /// A session at the prompt over a configuration.
  private func begin(_ configuration: String, _ arguments: [String] = []) throws -> PtySession {
    try FileManager.default.createDirectory(
      atPath: home.path(".config/signalbox"), withIntermediateDirectories: true)
    try home.write(configuration, to: ".config/signalbox/config")
    let environment = PtySession.environment(home: home.path).merging(
      ["NO_COLOR": "1", "SIGNALBOX_HISTORY": home.path("history")]) { $1 }
    return try PtySession(BuiltProduct.path("signalbox"), arguments, environment: environment, columns: 150)
  }

  @Test("the machine of the configuration opens before its lines run, unless the command line names one")
  func machine() throws {
    let own = try begin("run advance 1s\nmachine home@fixed\n")
    try own.expect("home@fixed 1s> ")
    try own.leaveWithout()
    #expect(try own.waitForExit() == .code(0))
    let named = try begin("machine home@fixed\n", ["login@fixed"])
    try named.expect("1 login@fixed 0ms> ")
    #expect(!named.output.contains("home@fixed"))
    try named.send("quit\r")
    #expect(try named.waitForExit() == .code(0))
  }

  @Test("a machine of the configuration that there is not is told with its place, and the session goes on")
  func unknownMachine() throws {
    let pty = try begin("\nmachine hom@fixed\n")
    try pty.expect(".config/signalbox/config:2:9: unknown machine 'hom@fixed'; did you mean 'home@fixed'?")
    try pty.expect("Try 'open login'; Tab lists what is possible")
    try pty.send("quit\r")
    #expect(try pty.waitForExit() == .code(0))
  }

  @Test("a pipe has neither the machine nor the lines of the configuration")
  func pipe() throws {
    try FileManager.default.createDirectory(
      atPath: home.path(".config/signalbox"), withIntermediateDirectories: true)
    try home.write("machine home@fixed\n", to: ".config/signalbox/config")
    let run = try ToolRun(["-c", "state"], in: home)
    #expect(!run.output.contains("home@fixed") && run.code != 0)
  }

  @Test("a history that is off leaves its file alone, and one with a length keeps the last lines")
  func historyFile() throws {
    let lines = (1...5).map { "set name \"a\($0)\"\n" }.joined()
    try home.write(lines, to: "history")
    let off = try begin("history off\nmachine login@fixed\n")
    try off.expect("1 login@fixed 0ms> ")
    try off.send("screen\r")
    try off.expect("1 login@fixed 0ms> ")
    try off.send("quit\r")
    #expect(try off.waitForExit() == .code(0))
    #expect(try String(contentsOfFile: home.path("history"), encoding: .utf8) == lines)
    let short = try begin("history 2\nmachine login@fixed\n")
    try short.expect("1 login@fixed 0ms> ")
    #expect(try String(contentsOfFile: home.path("history"), encoding: .utf8) == "set name \"a4\"\nset name \"a5\"\n")
    try short.send("quit\r")
    #expect(try short.waitForExit() == .code(0))
  }

  @Test("at the prompt: the configuration begins the session, and a long answer folds")
  func conversation() throws {
    try FileManager.default.createDirectory(
      atPath: home.path(".config/signalbox"), withIntermediateDirectories: true)
    try home.write("nonsense\nrun open home@fixed\n", to: ".config/signalbox/config")
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let pty = try PtySession(BuiltProduct.path("signalbox"), [], environment: environment, rows: 12, columns: 100)
    try pty.expect("'nonsense' is not a setting")
    try pty.expect("1 home@fixed 0ms> ")
    try pty.send("advance 40s\r")
    try pty.expect("… 18 more like it, 54 lines; 'settings fold off' shows all")
    try pty.expect("2 home@fixed 40s> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }
}
