import Testing

@testable import Console

@Suite("reading a copied session")
struct CopiedSessionTests {
  private func read(_ lines: [String]) -> [CopiedSession.Meaning] {
    var copied = CopiedSession()
    return lines.map { copied.read($0) }
  }

  @Test("prompts are stripped, output and talk are passed over")
  func session() {
    #expect(
      read([
        "$ ./Scripts/signalbox", "> open login", "| login idle", "  login@fixed: Login page with a service behind it",
        #"1 login@fixed 0ms> paste name "1aaaaaa!""#, #"| name "" -> "1aaaaaa!" -> "aaaaaa""#,
        "12 login-app@fixed 1s> screen", "  branch 1 is kept with its 4 commands", "", "> ", "13 login@fixed 1500ms> ",
      ]) == [
        .nothing, .command("open login", shift: 2), .nothing, .nothing,
        .command(#"paste name "1aaaaaa!""#, shift: 19), .nothing, .command("screen", shift: 23), .nothing,
        .command("", shift: 0), .command("", shift: 2), .command("", shift: 23),
      ])
  }

  @Test("a transcript's directives open its machine and its cases")
  func transcript() {
    #expect(
      read([
        "%transcript 1", "%machine login@fixed 4f1c9e02a7d3", "# a comment", "%case 密码 \"错误\"", "%tag slow",
        "| login idle",
        "> tap login", "|? refused login: <any>", "%loop", "%let x = 1", "%seed 5", "%use common.commands",
      ]) == [
        .nothing, .machine("login@fixed"), .command("# a comment", shift: 0),
        .command(#"case "密码 \"错误\"""#, shift: 0), .nothing, .nothing, .command("tap login", shift: 2), .nothing,
        .nothing, .unreadable("%let"), .unreadable("%seed"), .unreadable("%use"),
      ])
  }

  @Test("what a person types is a command as it stands, with blanks in front of it too")
  func typed() {
    for line in ["tap login", "  tap login", "advance 1s", "set name \"1 a@b 0ms> x\"", "1 a@b soon> x", "1 a 0ms> x"] {
      #expect(read([line]) == [.command(line, shift: 0)])
    }
    #expect(read(["> state", "tap login", "  tap login"]).last == .command("  tap login", shift: 0))
  }
}
