import PtySupport
import Testing
import Traces

/// A narrow window, a terminal without colours, and one that only shows text, as a screen reader has it.
@Suite(.serialized)
struct AccessibilityTests {
  private static let lines = [
    ("open login@fixed", "1 login@fixed 0ms"), ("set name aaaaaa", "2 login@fixed 0ms"),
    ("set password $wrong", "3 login@fixed 0ms"), ("why login", "3 login@fixed 0ms"),
    ("tap login", "4 login@fixed 0ms"), ("advance", "5 login@fixed 1s"), ("screen", "5 login@fixed 1s"),
    ("diagram", "5 login@fixed 1s"), ("fields", "5 login@fixed 1s"), ("undo", "4 login@fixed 0ms"),
  ]

  /// What a session over the lines shows.
  private func shown(_ more: [String: String], columns: Int) throws -> String {
    let home = try ScratchFolder()
    let environment = PtySession.environment(home: home.path).merging(more) { $1 }
    let pty = try PtySession(BuiltProduct.path("signalbox"), [], environment: environment, columns: columns)
    try pty.expect("> ")
    for (line, prompt) in Self.lines {
      try pty.send(line + "\r")
      try pty.expect("\n")
      try pty.expect(prompt)
    }
    try pty.leaveWithout()
    _ = try pty.waitForExit()
    return pty.output
  }

  @Test("a terminal that only shows text gets no escape sequence")
  func dumb() throws {
    let output = try shown(["TERM": "dumb"], columns: 60)
    #expect(!output.contains("\u{1B}"))
    #expect(output.contains("login executing -> failed"))
  }

  @Test("NO_COLOR is black and white")
  func blackAndWhite() throws {
    let output = try shown(["NO_COLOR": "1"], columns: 100)
    let colors = (30...37).map { "\u{1B}[\($0)m" } + (90...97).map { "\u{1B}[\($0)m" } + ["\u{1B}[38"]
    #expect(colors.filter { output.contains($0) } == [])
  }

  @Test("with colours only the 16 are used, and what a line says is the same")
  func colors() throws {
    let output = try shown([:], columns: 100)
    #expect(output.contains("\u{1B}[33mfailed\u{1B}[0m"))
    #expect(!output.contains("\u{1B}[38") && !output.contains("\u{1B}[48"))
  }

  @Test("nothing is drawn with characters that a reader cannot speak, and a page fits in 60 columns")
  func narrow() throws {
    let output = try shown(["NO_COLOR": "1"], columns: 60)
    #expect(!output.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) })
    let home = try ScratchFolder()
    let pty = try PtySession(
      BuiltProduct.path("signalbox"), ["goods@fixed"],
      environment: PtySession.environment(home: home.path).merging(["NO_COLOR": "1"]) { $1 }, columns: 60)
    try pty.expect("1 goods@fixed 0ms> ")
    try pty.send("advance 2s\r")
    try pty.expect("2 goods@fixed 2s> ")
    try pty.send("screen\r")
    try pty.expect("\n")
    let screen = try pty.expect("2 goods@fixed 2s> ")
    let lines = screen.split(whereSeparator: \.isNewline).dropLast().map { String($0).displayWidth }
    #expect(lines.max() ?? 0 <= 60 && lines.count > 5, "\(lines)")
    try pty.leaveWithout()
    _ = try pty.waitForExit()
  }

  private static let retry = "\(ReadmeTests.root)/Transcripts/login/retry.transcript"

  @Test(
    "reports have colours where they are wanted, which say nothing that the text does not",
    arguments: [
      ["replay", "red.transcript"], ["compare", "command@original", "command@fixed"],
      ["diff", "red.transcript", "--as", "login@original", "--as", "login@fixed"],
      ["explore", "login@original", "--depth", "4"], ["fuzz", "login@original", "--walks", "20"],
      ["sweep", retry], ["coverage", retry], ["mutate", "login@fixed", retry],
    ])
  func reports(_ arguments: [String]) throws {
    let home = try ScratchFolder()
    let red =
      "%transcript 1\n%machine login@fixed\n%case one\n| login idle\n> set name \"aaaaaa\"\n| name \"\" -> \"b\"\n"
    try home.write(red, to: "red.transcript")
    let plain = try ToolRun(arguments + ["--color", "never"], in: home)
    let colored = try ToolRun(arguments + ["--color", "always"], in: home)
    #expect(plain.output == (try ToolRun(arguments, in: home)).output, "a pipe has no colours")
    #expect(!plain.output.contains("\u{1B}") && colored.output.contains("\u{1B}[3"))
    let text = colored.output.replacing(#/\x{1B}\[[0-9]*m/#, with: "")
    #expect(text == plain.output && colored.code == plain.code)
  }
}
