import Testing

@testable import Console

struct CompletionTests {
  private func texts(_ line: String, _ session: Session = Fixture.login()) -> [String] {
    session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
  }

  @Test("verbs complete with their summaries")
  func verbs() {
    let completion = Fixture.login().completion(for: "  und", cursor: 5)
    #expect(completion.start == 2 && completion.suffix == " ")
    #expect(completion.candidates == [.init("undo", note: "take back the last command, or the last N")])
    #expect(texts("ta") == ["tap"])
    #expect(texts("xyz") == [] && texts("# t") == [])
  }

  @Test("a machine's name alone opens it while nothing is open, and is offered then")
  func machineAlone() {
    var session = Session(catalogue: Fixture.catalogue)
    let greeting = "12 machines. Try 'open login'; Tab lists what is possible, 'help tour' shows you around"
    #expect(session.greeting == greeting)
    #expect(texts("login@", session) == ["login@fixed", "login@original"])
    #expect(session.shown("login@original").contains { $0.contains("login@original:") })
    #expect(session.greeting == nil && texts("login@", session) == [])
    #expect(session.shown("login").contains { $0.contains("unknown verb 'login'") })
    var file = Session(catalogue: Fixture.catalogue)
    #expect(file.runFromFile("login").mistake != nil)
  }

  @Test("names complete by what is possible now")
  func names() {
    #expect(texts("open login@f") == ["login@fixed"])
    #expect(texts("set ") == ["name", "password"])
    #expect(texts("set p") == ["password"])
    #expect(texts("tap ") == [])
    let filled = Fixture.login("set name aaaaaa", "set password $right")
    #expect(texts("tap ", filled) == ["login"])
    #expect(texts("hold tap ", filled) == ["login"])
    #expect(texts("set password $w") == ["$wrong"])
    #expect(texts("reply ") == [])
    let running = Fixture.login("set name aaaaaa", "set password $right", "tap login")
    #expect(texts("reply ", running) == ["authenticate"])
    #expect(texts("reply authenticate ", running) == ["ok", "fail", "error"])
    #expect(texts("reply authenticate f", running) == ["fail"])
    #expect(texts("service authenticate 1s n") == ["never"])
    #expect(texts("help authe") == ["authenticate"])
    #expect(texts("switch ") == ["1"])
  }

  @Test("behind 'page =' the pages complete, behind 'alert =' the titles; regions complete behind 'blame'")
  func titles() {
    for head in ["show", "path", "explore --never", "break before"] {
      #expect(texts("\(head) page = ") == ["login", "home"], "\(head)")
    }
    #expect(texts("watch alert = ") == ["\"登录失败\"", "nil"])
    var goods = Session(catalogue: Fixture.catalogue)
    _ = goods.run("open goods@fixed")
    #expect(texts("blame lis", goods).contains("list") && !texts("fields lis", goods).contains("list"))
  }

  @Test("a quoted candidate fits what is typed without the quote")
  func quoted() {
    let failed = Fixture.login("set name aaaaaa", "set password $wrong", "tap login", "advance")
    #expect(texts("dismiss ", failed) == [#""确定""#])
    #expect(texts("dismiss 确", failed) == [#""确定""#])
    #expect(texts("dismiss \"确", failed) == [#""确定""#])
    #expect(failed.completion(for: "dismiss 确", cursor: 11).start == 8)
  }

  @Test("the driver is asked for file names")
  func fileNames() {
    let session = Fixture.login()
    #expect(
      session.completion(for: "save my f", cursor: 9) == LineCompletion(start: 5, source: .fileNames(prefix: "my f")))
    #expect(session.completion(for: "source ", cursor: 7) == LineCompletion(start: 7, source: .fileNames(prefix: "")))
  }

  @Test("a machine completes behind 'open', a file behind what reads or writes one; flags complete as well")
  func files() {
    let session = Fixture.login()
    let completion = { (line: String) in session.completion(for: line, cursor: line.utf8.count) }
    #expect(completion("open lo").candidates.map(\.text).prefix(2) == ["login", "login@fixed"])
    #expect(completion("save --force my s") == LineCompletion(start: 13, source: .fileNames(prefix: "my s")))
    #expect(texts("save --f") == ["--force"])
    for verb in ["source", "save", "record", "trace"] {
      let line = "\(verb) f"
      #expect(
        completion(line) == LineCompletion(start: verb.utf8.count + 1, source: .fileNames(prefix: "f")), "\(line)")
    }
  }

  @Test("no cursor and no line is too strange")
  func strange() {
    let session = Fixture.login()
    for line in ["", " ", "set", "set \"", "set \"a b", "set name \"a\"b", "hold hold tap ", "王 小", "set  name  "] {
      for cursor in -1...line.utf8.count + 1 {
        let completion = session.completion(for: line, cursor: cursor)
        #expect(completion.start >= 0 && completion.start <= line.utf8.count)
      }
    }
  }
}
