import Testing

@testable import Terminal

@Suite("colours and prompts")
struct StyleTests {
  @Test("a colour needs a terminal that has colours and a user who did not say no")
  func automatic() {
    let terminal = ["TERM": "xterm"]
    #expect(ColorChoice.auto.usesColor(isTerminal: true) { terminal[$0] })
    #expect(!ColorChoice.auto.usesColor(isTerminal: false) { terminal[$0] })
    for environment in [[:], ["TERM": ""], ["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]] {
      #expect(!ColorChoice.auto.usesColor(isTerminal: true) { environment[$0] })
    }
    #expect(ColorChoice.auto.usesColor(isTerminal: true) { ["TERM": "xterm", "NO_COLOR": ""][$0] })
  }

  @Test("always and never decide alone")
  func explicit() {
    #expect(ColorChoice.always.usesColor(isTerminal: false) { ["NO_COLOR": "1"][$0] })
    #expect(!ColorChoice.never.usesColor(isTerminal: true) { ["TERM": "xterm"][$0] })
  }

  @Test("a styled text goes back to plain")
  func style() {
    #expect(TerminalStyle.red.applied(to: "x", enabled: true) == "\u{1B}[31mx\u{1B}[0m")
    #expect(TerminalStyle.red.applied(to: "x", enabled: false) == "x")
    #expect(TerminalStyle.plain.applied(to: "x", enabled: true) == "x")
    #expect(TerminalStyle.bold.applied(to: "", enabled: true) == "")
  }

  @Test("escape sequences of a prompt stand apart, and never at its end")
  func prompt() {
    let prompt = Prompt([("9 ", .dim), ("phone", .green), ("", .red), ("> ", .plain)])
    #expect(
      prompt.encoded(colored: true)
        == "\u{1}\u{1B}[0;2m\u{1}9 \u{1}\u{1B}[0;32m\u{1}phone\u{1}\u{1B}[0m\u{1}> ")
    #expect(prompt.encoded(colored: false) == "9 phone> ")
    #expect(Prompt([("ab", .red)]).encoded(colored: true) == "\u{1}\u{1B}[0;31m\u{1}a\u{1}\u{1B}[0m\u{1}b")
    #expect(Prompt([("a", .red)]).encoded(colored: true) == "a")
    #expect(Prompt([]).encoded(colored: true) == "")
  }

  @Test("control characters of a prompt are shown")
  func inertPrompt() {
    #expect(Prompt("a\u{1}\u{1B}[2J\u{202E}> ").encoded(colored: true) == "a\\u{1}\\u{1B}[2J\\u{202E}> ")
  }
}
