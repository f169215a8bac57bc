import Statecharts
import Testing

@testable import Console

/// Nothing that was done in a session is lost by beginning something else.
struct CaseTests {
  @Test("'open' and 'case' keep the case before, 'cases' lists all, and 'switch' goes on where one stood")
  func kept() {
    var session = Fixture.login("set name a", "set name b", "set name c", "undo")
    #expect(
      session.shown("open home@fixed").last
        == "  case #1 is kept with its 2 commands; 'switch #1' returns to it")
    #expect(session.shown("tap nosuch").count == 1)
    #expect(session.run("send getDatas").mistake == nil)
    #expect(session.shown("case second").suffix(2).first == "  case: second")
    #expect(
      session.shown("cases") == [
        #"    #1  untitled  login@fixed  2 commands  set name "b"   in no file"#,
        #"    #2  untitled  home@fixed   1 command   send getDatas  in no file"#,
        #"  * #3  second    home@fixed   0 commands"#,
      ])
    #expect(session.shown("switch #1") == ["  case #1 of login@fixed, after 2 commands"])
    #expect(session.prompt == "3 login@fixed 0ms> ")
    // What was undone is there still, and the case without commands is not.
    #expect(session.shown("redo") == [#"  redone: set name "c""#])
    #expect(session.run("cases").lines.count == 2)
    #expect(session.shown("switch #2") == ["  case #2 of home@fixed, after 1 command"])
    #expect(session.shown("switch #9").last?.contains("unknown branch '#9'") ?? false)
  }

  @Test("a case is reached by its title too, where no branch of the present one is called so")
  func titles() {
    var session = Fixture.login("case retry", "set name a", "case other", "set name b", "branch retry")
    #expect(session.shown("switch retry") == ["  on branch retry, after 1 command"])
    _ = session.run("branch mine")
    #expect(session.shown("switch retry") == ["  case #1 'retry' of login@fixed, after 1 command"])
    #expect(session.run("branch #2").mistake?.code == "E1042")
  }

  @Test("a case that is returned to is as it was: state, history, branches, secrets and looks that were kept")
  func exact() {
    var session = Fixture.login(
      "set name a", "set password hunter2", "undo", "set password other", "state", "keep", "tap login", "advance")
    let (state, branches) = (session.state, session.shown("branches"))
    let text = session.savedText
    _ = session.run("open goods@fixed")
    _ = session.run("advance 2s")
    _ = session.run("switch #1")
    #expect(session.state == state)
    #expect(session.shown("branches") == branches)
    #expect(session.savedText == text)
  }

  @Test("going to another case ends a recording, which holds everything up to there")
  func recording() {
    var session = Fixture.login("set name a", "open login@fixed", "set name b", "record r.transcript", "set name c")
    let reply = session.run("switch #1")
    #expect(reply.effects == [.stopRecording])
    #expect(reply.lines.first == .talk("the recording to r.transcript ends"))
    #expect(session.unsavedWork == UnsavedWork(cases: 1, commands: 1))
  }

  @Test("what no file holds is known: a recording and a save hold the path, an undo needs no file")
  func unsaved() {
    var session = Fixture.login()
    #expect(session.unsavedWork == nil)
    _ = session.run("set name a")
    #expect(session.unsavedWork == UnsavedWork(cases: 1, commands: 1))
    _ = session.run("save a.transcript")
    // Only what was written is saved.
    #expect(session.unsavedWork != nil)
    session.fileWasSaved(SavedFile(.transcript, "a.transcript", text: ""))
    #expect(session.unsavedWork == nil)
    _ = session.run("set name b")
    #expect(session.unsavedWork == UnsavedWork(cases: 1, commands: 2))
    _ = session.run("undo")
    #expect(session.unsavedWork == nil)
    _ = session.run("set name c")
    #expect(session.unsavedWork != nil)
    _ = session.run("record r.transcript")
    #expect(session.unsavedWork == nil)
    _ = session.run("case two")
    _ = session.run("set name d")
    #expect(session.unsavedWork == nil)
    _ = session.run("record")
    #expect(session.unsavedWork == nil)
    _ = session.run("undo")
    _ = session.run("set name e")
    session.recordingFailed()
    #expect(session.unsavedWork == UnsavedWork(cases: 1, commands: 1))
  }

  @Test("a recording that fails leaves its cases unsaved")
  func failed() {
    var session = Fixture.login("record r.transcript", "set name a", "case two", "set name b")
    session.recordingFailed()
    #expect(session.unsavedWork == UnsavedWork(cases: 2, commands: 2))
  }

  @Test("unsaved cases become one transcript for each machine, the present one's last, with secrets by name")
  func files() {
    var session = Fixture.login("set password hunter2", "open home@fixed", "send getDatas", "open login@fixed")
    _ = session.run("set name b")
    let files = session.unsavedFiles
    #expect(files.map(\.machine) == ["home@fixed", "login@fixed"])
    #expect(files.map(\.commands) == [1, 2])
    let text = files[1].text
    #expect(text.hasPrefix("%transcript 1 recorded\n%machine login@fixed "))
    #expect(text.contains("%case untitled\n") && text.contains("\n%case untitled 2\n"))
    #expect(text.contains("> set password $typed1\n| password <secret> changed\n"))
    #expect(text.contains("> set name \"b\"\n| name \"\" -> \"b\"\n"))
    #expect(text.contains("\n# $typed1 of 'password' has no lasting name"))
    #expect(!text.contains("hunter2"))
  }

  @Test("'save' of everything writes those of other machines beside it, and then nothing is unsaved")
  func all() {
    var session = Fixture.login("set name a", "open home@fixed", "send getDatas")
    let reply = session.saveAll(to: "x/y.transcript")
    let names = reply.effects.map { effect in if case .save(let saved) = effect { saved.file } else { "" } }
    #expect(names == ["x/y.transcript", "x/y-2.transcript"])
    #expect(session.unsavedWork != nil)
    for case .save(let saved) in reply.effects { session.fileWasSaved(saved) }
    #expect(session.unsavedWork == nil)
  }

  @Test("'save' of everything calls cases without a title after the file, as 'save' does")
  func titlesOfAll() {
    var session = Fixture.login("set name a", "case second", "set name b", "open login@fixed", "set name c")
    let texts = session.saveAll(to: "x/y.transcript").effects.map { effect in
      if case .save(let saved) = effect { saved.text } else { "" }
    }
    #expect(texts.count == 1)
    let titles = texts.joined().split(separator: "\n").filter { $0.hasPrefix("%case ") }
    #expect(titles == ["%case y", "%case second", "%case y 2"])
  }

  @Test("'save' of everything that the person stops saves nothing")
  func refused() {
    var session = Fixture.login("set name a", "open home@fixed", "send getDatas")
    session.watch = CommandWatch(isInterrupted: { true }, progress: { _ in })
    let stopped = session.saveAll(to: "x.transcript")
    #expect(stopped.wasInterrupted && stopped.effects.isEmpty)
    #expect(session.unsavedWork == UnsavedWork(cases: 2, commands: 2))
    // What is kept when a signal ends the session is kept all the same.
    #expect(session.unsavedFiles.count == 2)
  }

  @Test("'save' of everything says which secrets have no lasting name, as 'save' does")
  func unnamedSecrets() {
    var session = Fixture.login("set password hunter2")
    let all = session.saveAll(to: "x.transcript").lines
    #expect(all.dropFirst() == session.run("save x.transcript").lines.dropFirst())
    #expect(all.count == 2)
  }

  @Test("of many cases each is reached by its number and title, and one without commands gives its number up")
  func many() {
    var session = Fixture.login("set name a")
    for number in 2...200 {
      _ = session.run("case t\(number)")
      _ = session.run("set name a")
    }
    for number in [1, 63, 64, 65, 128, 199, 200] {
      #expect(session.caseNumber(named: "#\(number)") == number)
      #expect(session.caseNumber(named: "t\(number)") == (number == 1 ? nil : number))
      _ = session.run("switch #\(number)")
      #expect(session.shelf.current == number)
      #expect(session.numberedCases.map(\.number) == Array(1...200))
    }
    for number in [-1, 0, 201, 255, 256, Int.max] { #expect(session.caseNumber(named: "#\(number)") == nil) }
    _ = session.run("case last")
    #expect(session.shelf.current == 201)
    _ = session.run("switch #64")
    #expect(session.numberedCases.map(\.number) == Array(1...200))
    _ = session.run("case next")
    #expect(session.shelf.current == 201)
  }

  @Test("a recording knows the titles and entries of its earlier cases")
  func recordedCases() {
    var session = Fixture.login("record r.transcript")
    for number in 1...300 {
      _ = session.run("set name a")
      #expect(session.run("case t\(number)").mistake == nil)
    }
    // The header, and of each case its opening and one command.
    #expect(session.recordedEntryCount == 1 + 300 * 2 + 1)
    let reply = session.run("case other")
    guard case .truncate(entries: 601)? = reply.effects.first else {
      Issue.record("\(reply.effects)")
      return
    }
    _ = session.run("set name a")
    for title in ["r", "t1", "t299", "other"] { #expect(session.run("case \(title)").mistake?.code == "E1041") }
    // Given up when the next case began.
    #expect(session.run("case t300").mistake == nil)
  }

  @Test("cases of equal titles are saved with numbers, which are free")
  func equalTitles() {
    var session = Fixture.login("set name a", "open login@fixed", "set name a", "open login@fixed", "set name a")
    _ = session.run("case \"untitled 2\"")
    _ = session.run("set name a")
    _ = session.run("open login@fixed")
    _ = session.run("set name a")
    let titles = session.unsavedFiles.map { file in
      file.text.split(separator: "\n").filter { $0.hasPrefix("%case ") }.map { String($0.dropFirst(6)) }
    }
    #expect(titles == [["untitled", "untitled 2", "untitled 3", "untitled 2 2", "untitled 4"]])
  }

  @Test("cases that are put aside hold commands, not states")
  func memory() {
    var session = Fixture.login()
    for _ in 0..<200 { _ = (session.run("set name a"), session.run("open login@fixed")) }
    #expect(session.shelf.aside.count == 200)
    #expect(session.shelf.aside.allSatisfy { $0.run.snapshot.instanceCount == 0 && $0.run.opening.isEmpty })
  }
}

extension Session {
  fileprivate var savedText: String {
    var copy = self
    guard case .save(let saved)? = copy.run("save x").effects.first else { return "" }
    return saved.text
  }
}
