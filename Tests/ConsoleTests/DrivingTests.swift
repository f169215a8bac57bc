import Testing

@testable import Console

struct DrivingTests {
  @Test("what is typed is echoed expanded and quoted, then what happened")
  func login() {
    var session = Session(catalogue: Fixture.catalogue)
    #expect(session.prompt == "> ")
    #expect(session.shown("op login@fixed").first == "| login idle")
    #expect(session.prompt == "1 login@fixed 0ms> ")
    #expect(session.shown("pas name aaaaaa") == [#"> paste name "aaaaaa""#, #"| name "" -> "aaaaaa""#])
    #expect(
      session.shown("set password aaaaaa") == [
        "> set password $right", "| password <secret> changed", "| loginEnabled false -> true",
      ])
    #expect(
      session.shown("tap login") == [
        "> tap login", "| login idle -> validating -> executing",
        #"| request authenticate {name: "aaaaaa", password: <secret>}"#,
      ])
    #expect(session.shown("advance 0.25s") == ["> advance 250ms"])
    #expect(session.prompt == "5 login@fixed 250ms> ")
    #expect(
      session.shown("reply authenticate fail no").prefix(3) == [
        #"> reply authenticate fail "no""#, "| login executing -> failed", #"| fail "no""#,
      ])
    #expect(session.shown("dismiss 确定") == [#"> dismiss "确定""#, "| alert closed", "| login failed -> idle"])
  }

  @Test("composed text is a command for each edit, marked on the screen until it is committed or overwritten")
  func composing() {
    var session = Fixture.login()
    #expect(session.shown("compose name n") == [#"> compose name "n""#, #"| name "" -> "n""#])
    #expect(session.shown("compose name ni") == [#"> compose name "ni""#, #"| name "n" -> "ni""#])
    #expect(session.shown("screen").contains { $0.hasSuffix("[ni]  composing") })
    #expect(session.shown("commit") == ["> commit"])
    #expect(!session.shown("screen").contains { $0.hasSuffix("composing") })
    #expect(
      session.shown("commit name") == [
        "> commit name", "| refused name: no text is being composed; use 'compose CONTROL TEXT' first",
      ])
    // The login takes no other letters: it sets the text back, which ends the composition.
    #expect(session.shown("compose name 你") == [#"> compose name "你""#, #"| name "ni" -> "ni你" -> "ni""#])
    #expect(
      session.shown("commit") == [
        "> commit", "| refused commit: the composition ended when the text of 'name' was set",
      ])
    #expect(session.shown("compose password \"hunter2\"").first == "> compose password $typed1")
  }

  @Test("a refused stimulus is a command like any other, and a service that only another variant has is one")
  func refusals() {
    var session = Fixture.login()
    let tap = session.shown("tap login")
    #expect(tap.count == 2 && tap[0] == "> tap login" && tap[1].hasPrefix("| refused login: "))
    #expect(session.prompt == "2 login@fixed 0ms> ")
    _ = session.run("open login@original")
    #expect(
      session.shown("service authenticate 1.5s fail \"no\" once") == [
        #"> service authenticate 1500ms fail "no" once"#, "| refused authenticate: this variant has no such service",
      ])
  }

  @Test(
    "commands have one canonical text",
    arguments: [
      ("service authenticate 1s", "service authenticate 1s"),
      (
        "service authenticate 1000ms ok {session: \"s-7\"}", #"service authenticate 1s ok {session: "s-7"}"#
      ),
      ("serv authenticate never", "service authenticate never"),
      ("service authenticate twice", "service authenticate twice ok"),
      ("service authenticate twice fail no once", #"service authenticate twice fail "no" once"#),
      ("service authenticate manual once", "service authenticate manual once"),
      ("service authenticate fail \"once\"", #"service authenticate fail "once""#),
      ("  erase   name   2", "erase name 2"), ("erase name", "erase name"), ("ty name  \"a b\"  ", #"type name "a b""#),
      ("ho ta login", "hold tap login"), ("dism", "dismiss"), ("assign name x", #"assign name "x""#),
      ("advance 2m", "advance 120s"), ("settle", "settle"), ("back", "back"), ("send dismissed", "send dismissed"),
      ("rest", "restart"), ("compo name n", #"compose name "n""#), ("commi name", "commit name"),
    ])
  func canonical(_ line: String, _ expected: String) {
    var session = Fixture.login()
    let reply = session.run(line)
    #expect(reply.echo == expected && reply.mistake == nil)
    var other = Fixture.login()
    let again = other.runFromFile(expected)
    #expect(again.echo == expected && again.recordedLines == reply.recordedLines)
    #expect(other.state == session.state)
  }

  @Test("comments and empty lines do nothing")
  func comments() {
    var session = Fixture.login()
    for line in ["", "   ", "# tap login"] { #expect(session.shown(line) == []) }
    #expect(session.shown(" # x") == ["2: unknown verb '...'; 'help' lists the verbs"])
  }

  @Test(
    "a button whose input takes a value is told it as the input reads it, and is not tapped without one or with another"
  )
  func payloads() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open follow@fixed")
    #expect(
      session.shown("tap follow") == [
        "11: 'tap' needs a text in double quotes for 'follow'; write 'tap CONTROL [VALUE]'"
      ])
    #expect(session.shown("tap cancel 5") == ["12: 'cancel' carries no value; remove what follows it"])
    #expect(session.shown("tap follow 10010")[0] == #"> tap follow "10010""#)
    #expect(session.shown("help follow")[2] == "    'tap follow VALUE' uses it, 'why follow' explains")
    var headlines = Session(catalogue: Fixture.catalogue)
    _ = headlines.run("open headlines")
    #expect(
      headlines.shown("tap open x") == ["10: 'x' is not a value that 'open' holds; write a whole number such as 5"])
  }
}
