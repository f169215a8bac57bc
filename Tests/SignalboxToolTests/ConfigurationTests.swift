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
      "# mine\n\npager off\nhints on\ncolor never\nrun open login@fixed\nfold maybe\nnonsense\n", to: "config")
    let configuration = Configuration(path: home.path("config"))
    #expect(!configuration.settings[.pager] && configuration.settings[.hints] && configuration.settings[.fold])
    #expect(configuration.color == .never)
    #expect(configuration.lines.map(\.text) == ["open login@fixed"] && configuration.lines[0].place.line == 6)
    #expect(configuration.problems.map { $0.place?.line } == [7, 8])
    #expect(configuration.problems[0].sentence.hasPrefix("'fold maybe' is no setting; write 'fold on|off', "))
    let none = Configuration(path: home.path("none"))
    #expect(none.problems.isEmpty && none.settings == Settings())
  }

  @Test("a long answer stops page by page, and what was typed ahead answers no question")
  func pages() {
    var asked: [Int] = []
    var pages = Pages(columns: 10, rows: 4) { left in
      asked.append(left)
      return asked.count < 3
    }
    var shown = 0
    for index in 0..<20 {
      guard pages.goesOn(with: "line", left: 20 - index) else { break }
      shown += 1
    }
    #expect(asked == [17, 14, 11] && shown == 9)
    asked = []
    var wide = Pages(columns: 10, rows: 4) { left in
      asked.append(left)
      return true
    }
    for index in 0..<6 { _ = wide.goesOn(with: "一二三四五六七", left: 6 - index) }
    #expect(asked == [5, 4])
    var few = Pages(columns: 10, rows: 4) { _ in false }
    #expect((0..<6).allSatisfy { few.goesOn(with: "x", left: 6 - $0) })
  }

  @Test("at the prompt: the configuration begins the session, a long answer folds and pages, 'q' ends it")
  func conversation() throws {
    try FileManager.default.createDirectory(
      atPath: home.path(".config/signalbox"), withIntermediateDirectories: true)
    try home.write("nonsense\nrun open home@fixed\n", to: ".config/signalbox/config")
    let environment = PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }
    let pty = try PtySession(BuiltProduct.path("signalbox"), [], environment: environment, rows: 12, columns: 100)
    try pty.expect("'nonsense' is no setting")
    try pty.expect("1 home@fixed 0ms> ")
    try pty.send("advance 40s\r")
    try pty.expect(" more: Enter goes on, q stops -- ")
    try pty.send("\r")
    try pty.expect("… 18 more like it, 54 lines; 'more' shows all")
    try pty.expect("2 home@fixed 40s> ")
    try pty.send("more\r")
    try pty.expect(" more: Enter goes on, q stops -- ")
    try pty.send("q\r")
    try pty.expect("not shown; 'settings pager off' shows all at once")
    try pty.expect("2 home@fixed 40s> ")
    try pty.leaveWithout()
    #expect(try pty.waitForExit() == .code(0))
  }
}
