import Testing

@testable import Console

struct MistakeTests {
  @Test(
    "each mistake is one sentence with its column",
    arguments: [
      ("tpa login", 1, "unknown verb 'tpa'; did you mean 'tap'?", "E1001"),
      ("  xyzzy", 3, "unknown verb '...'; 'help' lists the verbs", "E1001"),
      ("a login", 1, "'a' could be 'assign' or 'advance'; type more of it", "E1002"),
      ("open logn", 6, "unknown machine 'logn'; did you mean 'login'?", "E1020"),
      ("open login@fxed", 6, "unknown machine 'login@fxed'; did you mean 'login@fixed'?", "E1020"),
      ("tap lgin", 5, "unknown control 'lgin'; did you mean 'login'?", "E1021"),
      ("set nam x", 5, "unknown control 'nam'; did you mean 'name'?", "E1021"),
      ("tap 登录", 5, "unknown control '...'; 'screen' shows the controls", "E1021"),
      (
        "set loginEnabled true", 5, "'loginEnabled' is a field without a control; 'fields loginEnabled' shows it",
        "E1011"
      ),
      ("assign loginEnabled true", 8, "'loginEnabled' is computed; assign a field that it is computed from", "E1012"),
      ("assign nme x", 8, "unknown field 'nme'; did you mean 'name'?", "E1022"),
      ("fields nme", 8, "unknown field 'nme'; did you mean 'name'?", "E1022"),
      ("send dismised", 6, "unknown input 'dismised'; did you mean 'dismissed'?", "E1023"),
      ("send dismissed 5", 16, "'dismissed' carries no value; remove what follows it", "E1040"),
      ("reply auth ok", 7, "unknown request 'auth'; did you mean 'authenticate'?", "E1024"),
      ("reply authenticate okay", 20, "'...' is not an answer; expected ok, fail or error", "E1039"),
      (
        "reply authenticate", 19, "'reply' needs ok, fail or error; write 'reply REQUEST ok|fail|error [VALUE]'",
        "E1030"
      ),
      ("service authenticate 1", 22, "'1' has no unit; write '1ms' or '1s'", "E1036"),
      (
        "service authenticate maybe", 22, "'...' is not an answer; expected ok, fail, error, never, twice or manual",
        "E1039"
      ),
      ("service a\u{1B}[m ok", 9, #"'...' has characters that names cannot have; remove them"#, "E1044"),
      ("fire nothing", 6, "unknown work '...'; 'timers' lists the waiting work", "E1025"),
      ("why lgin", 5, "unknown command 'lgin'; did you mean 'login'?", "E1026"),
      ("help tpa", 6, "unknown topic 'tpa'; did you mean 'tap'?", "E1027"),
      ("switch 7", 8, "unknown branch '7'; 'branches' lists the branches, 'cases' the cases", "E1028"),
      ("set password $rigth", 14, "no value is named '$...'; did you mean '$right'?", "E1029"),
      ("set name", 9, "'set' needs a text in double quotes; write 'set CONTROL VALUE'", "E1030"),
      ("back now", 6, "unexpected 'now'; 'back' accepts no arguments", "E1031"),
      ("state now", 7, "unexpected 'now'; 'state' accepts no arguments", "E1031"),
      (
        "set name a b", 12, "unexpected 'b'; write 'set CONTROL VALUE', a text with blanks in double quotes", "E1031"
      ),
      ("advance 500", 9, "'500' has no unit; write '500ms' or '500s'", "E1036"),
      (
        "advance soon", 9,
        "'...' is not a duration of whole milliseconds; write one such as '500ms', '1.5s', '2m' or '1h30m'", "E1037"
      ),
      ("erase name x", 12, "'...' is not a count; write a whole number from 1 to 1000000000", "E1038"),
      ("undo 0", 6, "'0' is not a count; write a whole number from 1 to 1000000000", "E1038"),
      (
        "hold undo", 6,
        "'undo' cannot be held; 'hold' accepts one action of the user or the program, such as 'hold tap login'", "E1004"
      ),
      ("hold", 5, "'hold' needs a command; write 'hold COMMAND'", "E1030"),
      ("screen 99", 8, "there is no number 99; choose one from 1 to 1", "E1049"),
      ("undo", 1, "nothing to undo; the case begins here", "E1050"),
      ("redo", 1, "nothing to redo; this is the end of the branch", "E1051"),
      ("keep", 1, "nothing to keep; run a query first, such as 'state'", "E1054"),
      ("record", 1, "nothing is being recorded; 'record FILE' begins a recording", "E1055"),
      (
        "branch 5", 8,
        "'5' cannot name a branch; use a name that is not a number, does not begin with '#' and is no other branch's",
        "E1042"
      ),
    ])
  func sentences(_ line: String, _ column: Int, _ sentence: String, _ code: String) {
    var session = Fixture.login()
    let before = session.state
    let reply = session.run(line)
    #expect(reply.mistake == Mistake(column: column, sentence: sentence, code: code))
    #expect(reply.echo == nil && reply.lines.isEmpty && reply.effects.isEmpty)
    #expect(session.state == before)
  }

  @Test("without a machine every verb that needs one says so")
  func nothingOpen() {
    let free = ["open", "list", "source", "help", "quit", "record", "review", "settings"]
    for verb in Verb.all where !free.contains(verb.name) {
      var session = Session(catalogue: Fixture.catalogue)
      let line = ([verb.name] + verb.parameters.filter { !$0.isOptional }.map { $0.kind == .line ? "back" : "1" })
        .joined(separator: " ")
      let mistake = session.run(line).mistake
      let isKeep = verb.name == "keep"
      #expect(mistake?.code == (isKeep ? "E1054" : "E1010"), "\(line): \(mistake?.sentence ?? "")")
    }
  }

  @Test("more than can be undone or redone says how much can")
  func counts() {
    var session = Fixture.login("set name a", "set name b")
    #expect(session.run("undo 3").mistake?.sentence == "only 2 commands can be undone; write 'undo 2'")
    #expect(session.run("undo").mistake == nil)
    #expect(session.run("redo 2").mistake?.sentence == "only 1 command can be redone; write 'redo 1'")
  }

  @Test("a file's lines hold full verbs, and a transcript's case only verbs that drive or look")
  func files() {
    var session = Fixture.login()
    #expect(
      session.runFromFile("ta login").mistake?.sentence
        == "'ta' is short for 'tap'; files hold full verbs only, so write it out")
    #expect(
      session.runFromFile("set name abc").mistake?.sentence
        == #"'abc' is not quoted; files hold quoted texts only, so write "abc""#)
    #expect(
      session.runFromFile("source x").mistake?.sentence
        == "'source' is not allowed in a file; run that file from the prompt")
    #expect(
      session.runFromFile("goto login = failed").mistake?.sentence
        == "'goto' is for the prompt; in a file, write the commands that 'path' prints")
    session.options.isTranscript = true
    for line in ["undo", "case x", "record x", "save x", "quit", "open login", "branches", "trace x", "help"] {
      #expect(session.runFromFile(line).mistake?.code == "E1005", "\(line)")
    }
    #expect(session.runFromFile("state").mistake == nil && session.runFromFile("trace").mistake == nil)
  }
}
