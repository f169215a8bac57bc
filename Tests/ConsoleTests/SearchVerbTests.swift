import Statecharts
import Synchronization
import Testing
import ViewModels

@testable import Console
@testable import Exploration

/// The verbs that search from where the session stands.
@Suite("Searching from the console")
struct SearchVerbTests {
  @Test("path tells a shortest script, and goto drives it")
  func path() throws {
    var session = Fixture.login()
    let script = ["set name $messy", "set password $right", "tap login", "advance"]
    #expect(session.shown("path login = succeeded") == script.map { "  \($0)" })
    #expect(session.shown("path succeeded") == script.map { "  \($0)" }, "a state that one region alone has")
    #expect(session.shown("path tap login") == script.prefix(2).map { "  \($0)" })
    #expect(session.run("goto login = succeeded").effects == [.drive(script)])
    for line in script { #expect(session.run(line).mistake == nil) }
    #expect(session.shown("path page = home") == ["  this is the case already"])
    #expect(session.run("goto page = home").effects.isEmpty)
  }

  @Test("path leads over a transition by its name in 'coverage', and over the nearest that the case has not taken")
  func transitions() throws {
    var session = Fixture.login()
    let first = ["set name $messy", "set password $right", "tap login"]
    let name = "Login: login.idle: login -> validating"
    #expect(session.shown("path uncovered") == (first + ["# transition \(name)"]).map { "  \($0)" })
    #expect(session.shown("path \(name)") == session.shown("path uncovered"))
    #expect(session.shown("path login.idle: login -> validating") == session.shown("path uncovered"))
    let line = try #require(session.shown("coverage").first { $0.contains(name) })
    #expect(session.shown("path \(line.drop { $0 == " " })") == session.shown("path uncovered"))
    #expect(session.run("goto uncovered").effects == [.drive(first)])
    for line in first { _ = session.run(line) }
    #expect(
      session.shown("path uncovered") == [
        "  advance", "  # transition Login: login.executing: authenticate.ok -> succeeded",
      ])
    #expect(
      session.shown("path \(name)").dropLast() == ["  advance", "  back", "  tap login"], "it is taken once more")
  }

  @Test("goto uncovered takes one transition after the other, until no defined answer leads to another one")
  func everyTransition() {
    var session = Fixture.login()
    var count = 0
    while case .drive(let commands)? = session.run("goto uncovered").effects.first, count < 20 {
      for command in commands { #expect(session.run(command).mistake == nil) }
      count += 1
    }
    #expect(count > 3 && session.shown("goto uncovered")[0].hasPrefix("  impossible within all "))
    let left = session.shown("coverage").filter { $0.contains("  transition  ") }.map { $0.drop { $0 == " " } }
    for line in left { #expect(session.shown("path \(line)")[0].hasPrefix("  impossible within all "), "\(line)") }
    #expect(!left.isEmpty)
  }

  @Test("a transition that is unknown, ambiguous or impossible is told so")
  func otherTransitions() {
    var session = Fixture.login()
    let near = "did you mean 'Login: login.failed: dismissed -> idle'?"
    #expect(
      session.shown("path Login: login.failed: dismised -> idle") == [
        "6: unknown transition 'Login: login.failed: dismised -> idle'; \(near)"
      ])
    #expect(
      session.shown("path transition  x") == [
        "18: the withheld part cannot be read; 'help expressions' explains the syntax"
      ])
    var flat = Session(catalogue: Catalogue([Machine(Flat.self, name: "flat", variant: "one", summary: "Dead ends")]))
    _ = flat.run("open flat")
    #expect(flat.shown("path flat.b: go -> idle") == ["  no run can take it: its state cannot be reached"])
    #expect(flat.shown("path flat.idle: go (stays)") == ["  tap go", "  # transition Flat: flat.idle: go (stays)"])
    _ = flat.run("tap go")
    #expect(flat.shown("path uncovered") == ["  the case has taken every transition that a run can take"])
  }

  @Test("what nothing leads to is impossible, and how much was seen is said")
  func impossible() throws {
    var session = Fixture.login()
    let answer = session.shown("path login = idle and login = succeeded")
    #expect(answer[0].hasPrefix("  impossible within all "), "\(answer)")
    #expect(answer[0].hasSuffix(" states that moves with samples can reach, as services answer now"))
    let untried =
      "  not tried: authenticate error, authenticate time-out (the service did not give this answer; --services any); "
      + "not reached: login.error"
    #expect(Array(answer.dropFirst()) == [untried])
    #expect(session.shown("goto login = error").last == untried)
    let cut = session.shown("path login = error --states 2")
    #expect(cut.count == 3 && cut[1].hasPrefix("  not tried so far: "), "\(cut)")
  }

  @Test("why ends with a shortest script that makes a refused command possible, or says that none was found")
  func why() throws {
    var session = Fixture.login()
    #expect(
      session.shown("why login").suffix(3) == [
        "    'tap login' is possible after:", "      set name $messy", "      set password $right",
      ])
    #expect(session.shown("why tap login") == session.shown("why login"))
    #expect(session.run("why tap").mistake != nil && session.run("why tap login now").mistake != nil)
    _ = session.run("set name aaaaaa")
    _ = session.run("set password $right")
    #expect(!session.shown("why login").contains { $0.contains("possible after") }, "what is enabled needs no way")
  }

  @Test("why leads to a control of a row, by its place and by its identity, and to one that is not there yet")
  func whyRows() {
    var session = Session(catalogue: Catalogue([Shop.machine]))
    #expect(session.run("open shop").mistake == nil)
    let title = "    'tap items[1].buy' is possible after:"
    #expect(
      session.shown("why tap items[1].buy") == [
        "  items[1].buy: refused: there is no such row, 'items' has none", title, "      tap load",
      ])
    #expect(session.shown("why items[7].buy")[1].hasPrefix("    'tap items[7].buy' is impossible within all "))
    var goods = Session(catalogue: Fixture.catalogue)
    _ = goods.run("open goods@fixed")
    #expect(
      goods.shown("path tap items[25].like") == ["  advance", "  advance", "  tap pullUp", "  advance"],
      "the second page's")
    #expect(goods.shown("path tap items[7].like") == ["  advance", "  advance"], "neither an end nor the middle")
    let far = goods.shown("why tap items[60].like")
    let start = "    'tap items[60].like' is not possible in the first 20"
    #expect(
      far.dropFirst().first.map { $0.hasPrefix(start) && $0.hasSuffix(" states; the search stopped there") } ?? false,
      "\(far)")
    #expect(
      session.shown("why pay") == [
        "  pay: refused: not on the page shop", "    'tap pay' is possible after:", "      tap load",
        "      tap leave",
      ])
    _ = session.run("tap load")
    #expect(session.shown("why items[1].buy") == ["  items[1].buy in free: enabled"])
    _ = session.run("tap items[1].buy")
    #expect(
      session.shown("why items[1].buy") == [
        "  items[1].buy in busy: refused: no transition in busy", title, "      advance",
      ])
    let byIdentity = "    'tap items[#b].buy' is possible after:"
    #expect(session.shown("why items[#b].buy")[1...] == [byIdentity, "      advance"])
    #expect(session.shown("path tap items[#b].buy") == ["  advance"])
    #expect(session.shown("path tap items[#x].buy")[0].hasPrefix("  impossible within all "))
    #expect(session.shown("path tap goods[0].buy")[0].hasPrefix("10: unknown control 'goods[0].buy'"))
  }

  @Test("why takes the value that a control is given, as path does")
  func whyValues() {
    var session = Session(catalogue: Catalogue([Shop.machine]))
    #expect(session.run("open shop").mistake == nil)
    for (line, head) in [("why tap count 3", "count 3"), ("why count 30", "count 30")] {
      #expect(
        session.shown(line) == [
          "  \(head) in empty: refused: no transition in empty", "    'tap \(head)' is possible after:",
          "      tap load",
        ])
    }
    _ = session.run("tap load")
    #expect(
      session.shown("why tap count") == [
        "  count in full: refused: 'count' needs a value: tap count VALUE", "    'tap count $three' is possible",
      ])
    #expect(session.shown("why tap count 30") == ["  count 30 in full: enabled"])
    #expect(session.shown("path tap count 30") == ["  this is the case already"])
    #expect(session.shown("why tap count x")[0].hasPrefix("15: 'x' is not a value that 'count' holds"))
    #expect(session.shown("why tap load 5") == ["14: 'load' carries no value; remove what follows it"])
    #expect(session.shown("path tap load 5") == ["15: 'load' carries no value; remove what follows it"])
    #expect(session.shown("path tap lod") == ["10: unknown control 'lod'; did you mean 'load'?"])
    #expect(session.shown("why tap note") == ["9: 'note' is a field, not a command; 'fields note' shows it"])
  }

  @Test("a command may come between where nothing else leads there")
  func between() throws {
    var session = Fixture.login("set name aaaaaa", "set password $right", "tap login")
    #expect(session.shown("path login = succeeded and page = login").first == "  hold advance")
  }

  @Test("explore searches from here, with scripts that begin here")
  func explore() throws {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open login@original")
    _ = session.run("set name aaaaaa")
    let lines = session.shown("explore 3")
    #expect(
      lines.prefix(4) == [
        "  broken \"one submission pushes one page\" (queued on the main queue: push home):", "    set password $right",
        "    hold tap login",
        "    tap login",
      ])
    #expect(lines.joined().contains("stopped by --depth 3"))
  }

  @Test("fuzz walks from here; a script of it breaks from here what it says, and one seed gives one answer")
  func fuzz() throws {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open login@original", "set name aaaaaa", "set password $right"] { _ = session.run(line) }
    let lines = session.shown("fuzz 1")
    #expect(lines == session.shown("fuzz 1") && lines != session.shown("fuzz 2"))
    #expect(lines.last?.contains("; seed 1, 20 walks, ") ?? false, "\(lines)")
    let start = try #require(lines.firstIndex { $0.contains("broken \"one submission pushes one page\"") })
    let script = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }.filter { !$0.hasPrefix("    #") }
    #expect(script == ["    hold tap login", "    tap login"])
    let answers = script.flatMap { session.run(String($0.dropFirst(4))).recordedLines }
    #expect(answers.contains { $0.contains("broken \"one submission pushes one page\"") }, "\(answers)")
  }

  @Test("sweep runs the case with each fault and at each edge, and shows what breaks with a script from the beginning")
  func sweep() throws {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open purchase@original", "service check fail \"needAge\"", "tap buy", "advance"] {
      _ = session.run(line)
    }
    let before = session.state
    #expect(
      session.shown("sweep") == [
        "  request  by command  fail  error  never  late  twice",
        "  check    2           =     green  red 1  -     green",
        "  due               in command  t-1ms  t held  t  t+1ms",
        "  reply check fail  3 +1s       green  green   =  green", "  ",
        "  1  broken \"a purchase has exactly one outcome\" (purchase idle -> executing, check.request executing):",
        "    # check of command 2 is never answered", "    open purchase@original",
        "    service check fail \"needAge\"",
        "    service check never once", "    tap buy", "  ",
        "  6 scripts, 1 finding; not tried: commands that were not recorded",
      ])
    #expect(session.state == before)
    var idle = Fixture.login()
    #expect(idle.shown("sweep") == ["  nothing to sweep: no request was made, and nothing came due"])
    var restarted = Fixture.login("restart", "set name aaaaaa")
    #expect(restarted.shown("sweep") == idle.shown("sweep"))
  }

  @Test("fuzz and sweep end when the driver stops them, and say so")
  func stopped() {
    for (verb, answer) in [("fuzz", "interrupted: seed 0, "), ("sweep", "interrupted")] {
      var session = Fixture.login("set name aaaaaa", "set password $right", "tap login", "advance")
      session.watch = CommandWatch(isInterrupted: { true }) { _ in }
      #expect(session.shown(verb).contains { $0.contains(answer) }, "\(session.shown(verb))")
    }
  }

  @Test("what comes again and again stands once in its script, below a remark")
  func rounds() throws {
    let machine = try #require(Fixture.catalogue.machines.first { $0.title == "login@fixed" })
    var finding = Finding(kind: .unkept, name: "P leads to Q", cause: "it repeats for ever")
    finding.script = [.tap(control: "login", nil), .back, .settle].map { DrivenStimulus($0) }
    finding.roundLength = 2
    var report = SearchReport()
    (report.findings, report.counts) = ([finding], [1])
    #expect(
      ExplorationText(machine, report, opens: false).lines.prefix(6) == [
        "broken \"P leads to Q\" (it repeats for ever):", "  tap login", "  # again and again:", "  back",
        "  settle", "",
      ])
  }

  @Test("'help' and 'why' show of a law in quotes whether it holds, what it demands and where it is written")
  func law() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open login@original")
    let law = "\"one submission pushes one page\""
    let help = session.shown("help \(law)")
    #expect(
      help.dropLast() == ["  law", "    \(law): holds", "      happens at most once since the last start"], "\(help)")
    #expect(help.last?.hasPrefix("      written at Gallery/LoginLaws.swift:") == true, "\(help)")
    for line in ["set name aaaaaa", "set password $right", "hold tap login", "tap login"] { _ = session.run(line) }
    #expect(session.shown("why \(law)").first == "  \(law): broken")
    #expect(session.shown("why \"no law\"").first?.contains("unknown") == true)
    // A name in quotes is the name.
    #expect(session.shown("help \"name\"") == session.shown("help name"))
  }

  @Test("a law that breaks in several ways has one headline, three scripts and a count")
  func grouped() throws {
    let machine = try #require(Fixture.catalogue.machines.first { $0.title == "login@fixed" })
    func finding(_ name: String, _ cause: String) -> Finding {
      var finding = Finding(kind: .broken, name: name, cause: cause)
      finding.script = [DrivenStimulus(.back)]
      return finding
    }
    var report = SearchReport()
    report.findings = [
      finding("it stands", "go"), finding("it runs", "stop"), finding("it stands", "login idle -> executing"),
      finding("it stands", "hop push home"), finding("it stands", "stop"), finding("it stands", "turn"),
    ]
    report.findings[3].source = .hop
    report.counts = [2, 1, 1, 5, 3, 4]
    #expect(
      ExplorationText(machine, report, opens: false).lines.prefix(11) == [
        "broken \"it stands\", 15 times by 5 causes:",
        "  go, 2 times:", "    back",
        "  login idle -> executing:", "    back",
        "  queued on the main queue: push home, 5 times:", "    back",
        "  and 2 more causes, 7 times", "",
        "broken \"it runs\" (stop):", "  back",
      ])
  }

  @Test("what was not looked at is said, and a finding without a script too")
  func unlooked() throws {
    let machine = try #require(Fixture.catalogue.machines.first { $0.title == "login@fixed" })
    var finding = Finding(kind: .broken, name: "it stands", cause: "go")
    finding.lacksScript = true
    var report = SearchReport()
    (report.findings, report.counts, report.bound) = ([finding], [3], .interrupted)
    report.unlooked = [.circles, .promise("P leads to Q"), .growth]
    #expect(
      ExplorationText(machine, report).lines.dropLast() == [
        "broken \"it stands\" (go), 3 times:", "  # no time was left to make its script", "",
        "  no time was left to check every loop of time alone",
        "  no time was left to look for a run that breaks 'P leads to Q'",
        "  no time was left to find out what grows on the path to the last state",
      ])
  }

  @Test("a search that is stopped shows what it found, and a way that is stopped is none")
  func stoppedSearch() {
    var session = Fixture.login("set name aaaaaa")
    session.watch = CommandWatch(isInterrupted: { true }) { _ in }
    #expect(
      session.shown("explore").contains { $0.hasPrefix("    login@fixed: nothing found; interrupted: 1 state, ") })
    let reply = session.run("path login = succeeded")
    #expect(reply.wasInterrupted && reply.mistake != nil)
  }

  @Test(
    "searches tell how far they are",
    arguments: [
      (["explore"], "1 state, 0 steps, 0 commands deep, 0 findings"),
      (["path login = succeeded"], "1 state, 0 steps, 0 commands deep, 0 findings"),
      (["compare original"], "1 pair of states, 0 steps, 0 commands deep, 0 differences"),
      (["fuzz"], "1 walk, 100 commands, 0 findings"),
      (["set password $right", "tap login", "sweep"], "0 scripts, 0 findings"),
    ])
  func progress(_ commands: [String], _ first: String) {
    let told = Mutex<[String]>([])
    var session = Fixture.login("set name aaaaaa")
    session.watch = CommandWatch { progress in told.withLock { $0.append("\(progress)") } }
    for command in commands { #expect(session.run(command).mistake == nil) }
    // Before a comparison the case is driven on the other machine, which tells of its turns.
    let lines = told.withLock { $0 }.filter { !$0.hasPrefix("at ") }
    #expect(lines.first == first && lines.count > 1, "\(lines.prefix(3))")
  }

  @Test("suggest lists what can be done with what it leads to")
  func suggest() throws {
    var session = Fixture.login("set name aaaaaa", "set password $right")
    #expect(
      session.shown("suggest").first
        == "  tap login            login idle -> validating, login validating -> executing")
  }

  @Test(
    "an expression holds or not, whatever is there",
    arguments: [
      ("login = idle", true), ("login != idle", false), ("not login = idle", false), ("name = \"\"", true),
      ("loginEnabled or login = idle", true), ("loginEnabled and login = idle", false),
      ("(loginEnabled or login = idle) and not loginEnabled", true), ("count(name) < 6", true),
      ("count(name) >= 6", false), ("requests(authenticate) = 0", true), ("page = login", true), ("alert = nil", true),
      ("password = \"\"", true), ("name = nil", false), ("loginEnabled = false", true), ("not not login = idle", true),
      ("page = \"login\"", true), ("\"home\" = page", false), ("page = home'2", false), ("alert = 登录失败", false),
      ("alert != \"登录失败\"", true), ("password = name", true), ("count(name) < 1.5", true), ("name = login", false),
      ("\"idle\" = login", true), ("1 = 1.0", true), ("nil = alert", true), ("time < 1s", true),
    ])
  func expressions(_ text: String, _ holds: Bool) throws {
    let machine = try #require(Fixture.catalogue.machines.first { $0.title == "login@fixed" })
    let expression = try StateExpression(text, of: machine, knowsTime: true)
    #expect(expression.holds(of: machine.open().snapshot, machine) == holds)
  }

  @Test(
    "what is wrong in an expression is told with its place",
    arguments: [
      ("login = sucseeded", 9, "unknown state of 'login' 'sucseeded'; did you mean 'succeeded'?"),
      ("logn = idle", 1, "unknown field, region or state 'logn'; did you mean 'login'?"),
      ("login.executing", 1, "unknown field, region or state 'login.executing'; did you mean 'login = executing'?"),
      ("name", 1, "'name' is neither true nor false; compare it, as in 'name = …'"),
      ("name = 5", 8, "'name' cannot hold 5; it takes a text in double quotes"),
      ("name < 5", 8, "'name' cannot hold 5; it takes a text in double quotes"),
      ("login", 1, "'login' is neither true nor false; compare it, as in 'login = …'"),
      ("(login = idle", 14, "a ')' is missing"),
      ("login = idle login", 14, "'login' is more than one expression; join parts with 'and' or 'or'"),
      ("count(nme) = 1", 7, "unknown field 'nme'; did you mean 'name'?"),
      ("requests(x) = 1", 10, "unknown service 'x'; 'state' and 'fields' list the names"),
      ("login = idle and", 17, "a name or a value is missing"),
    ])
  func mistakes(_ text: String, _ column: Int, _ sentence: String) throws { try expectMistake(text, column, sentence) }

  @Test(
    "a comparison whose sides are of two types, or that names a page of no machine, is a mistake and no truth",
    arguments: [
      ("count(name) = \"a\"", 15, "'count(name)' is never \"a\"; it is a whole number such as 5"),
      ("count(name) != true", 16, "'count(name)' is never true; it is a whole number such as 5"),
      ("count(name) = nil", 15, "'count(name)' is never nil; it is a whole number such as 5"),
      ("requests(authenticate) = \"x\"", 26, "'requests(authenticate)' is never \"x\"; it is a whole number such as 5"),
      ("not count(name) < \"a\"", 19, "'count(name)' is never \"a\"; it is a whole number such as 5"),
      ("page = 5", 8, "'page' is never 5; it is the name of a page"),
      ("page != nil", 9, "'page' is never nil; it is the name of a page"),
      ("page = nowhere", 8, "unknown page 'nowhere'; the pages are 'login', 'home'"),
      ("page = hme", 8, "unknown page 'hme'; did you mean 'home'?"),
      ("login = idle or \"hme\" != page", 17, "unknown page 'hme'; did you mean 'home'?"),
      ("page = home'x", 8, "unknown page 'home'x'; the pages are 'login', 'home'"),
      ("page = $right", 8, "unknown page '$right'; the pages are 'login', 'home'"),
      ("alert = \"登录失效\"", 9, "unknown alert '登录失效'; did you mean '登录失败'?"),
      ("\"typo\" != alert", 1, "unknown alert 'typo'; the alerts are '登录失败'"),
      ("alert = 5", 9, "'alert' is never 5; it is a text in double quotes, or nil"),
      ("alert = true", 9, "'alert' is never true; it is a text in double quotes, or nil"),
      ("name = loginEnabled", 8, "'name' is String and 'loginEnabled' is Bool; only values of one type are compared"),
      ("name = count(name)", 8, "'name' is String and 'count(name)' is Int; only values of one type are compared"),
      ("\"a\" = 5", 7, "'\"a\"' is String and '5' is Int; only values of one type are compared"),
      ("\"a\" = nil", 7, "'\"a\"' is String and 'nil' is no value; only values of one type are compared"),
      ("5 = name", 1, "'name' cannot hold 5; it takes a text in double quotes"),
      ("name = [1]", 8, "'name' cannot hold [1]; it takes a text in double quotes"),
      ("loginEnabled = $right", 16, "'loginEnabled' cannot hold $right; it takes true or false"),
      ("5 = login", 1, "'login' is never 5; it is a state"),
      ("name < name", 8, "'<' compares numbers"),
    ])
  func types(_ text: String, _ column: Int, _ sentence: String) throws { try expectMistake(text, column, sentence) }

  @Test(
    "a field that comes later has the types of the fields of its name",
    arguments: [
      ("items[0].count = \"a\"", 18, "'items[0].count' cannot hold \"a\"; it takes a whole number such as 5"),
      ("items[7].note < 3", 17, "'items[7].note' cannot hold 3; it takes a text in double quotes"),
      ("items[0].note", 1, "'items[0].note' is neither true nor false; compare it, as in 'items[0].note = …'"),
      ("step = items[0].note", 8, "'step' is Int and 'items[0].note' is String; only values of one type are compared"),
      ("page = bascet", 8, "unknown page 'bascet'; did you mean 'basket'?"),
    ])
  func laterFields(_ text: String, _ column: Int, _ sentence: String) throws {
    try expectMistake(text, column, sentence, of: Basket.machine)
    for text in ["items[0].count < step", "items[0].note = \"\"", "items[9].count = nil", "count(items) = 3"] {
      _ = try StateExpression(text, of: Basket.machine)
    }
  }

  @Test("cases, lists and what may be anything are compared as far as their types are known")
  func otherTypes() throws {
    let machine = Machine(Typed.self, name: "typed", variant: "one", summary: "fields of every type")
    let snapshot = machine.open().snapshot
    for (text, holds) in [
      ("side = .left", true), ("side != .right", true), ("sizes = [1, 2]", true), ("ratio = 1", true),
      ("wish = nil", true), ("wish = 5", false), ("wish = ratio", false), ("point = {x: 1}", false),
    ] {
      #expect(try StateExpression(text, of: machine).holds(of: snapshot, machine) == holds, "\(text)")
    }
    for (text, column, sentence) in [
      ("side = .up", 8, "'side' cannot hold .up; it takes '.left' or '.right'"),
      ("side = \"left\"", 8, "'side' cannot hold \"left\"; it takes '.left' or '.right'"),
      ("sizes = 1", 9, "'sizes' cannot hold 1; it takes a list such as [5]"),
      ("sizes = side", 9, "'sizes' is [Int] and 'side' is .left|.right; only values of one type are compared"),
      ("wish = true", 8, "'wish' cannot hold true; it takes a whole number such as 5, or nil"),
    ] {
      try expectMistake(text, column, sentence, of: machine)
    }
  }

  private func expectMistake(
    _ text: String, _ column: Int, _ sentence: String, of machine: Machine? = nil
  ) throws {
    let machine = try machine ?? #require(Fixture.catalogue.machines.first { $0.title == "login@fixed" })
    do {
      _ = try StateExpression(text, of: machine)
      Issue.record("'\(text)' reads")
    } catch {
      #expect(error.column == column && error.sentence == sentence, "\(error.column): \(error.sentence)")
    }
  }

  @Test("brackets without end are a mistake and no crash")
  func deep() throws {
    let machine = try #require(Fixture.catalogue.machines.first { $0.title == "login@fixed" })
    let text = String(repeating: "(", count: 100_000)
    #expect(throws: Mistake.self) { try StateExpression(text, of: machine) }
  }
}

/// A state that stays, and one that nothing leads to.
private struct Flat: ViewModel {
  struct Model: ModelType, Hashable {}

  let go = Input()

  var chart: Chart {
    Region("flat") {
      State(.idle) { On(go) }
      State("b") { On(go, to: .idle) }
    }
  }

  var screen: Screen { Screen("Flat") { Button(go, "Go") } }
}

/// Fields of several types.
private struct Typed: ViewModel {
  struct Model: ModelType {
    var side = Side.left
    var sizes = [1, 2]
    var ratio = 1.0
    var wish: Int?
    var point = Point()
  }

  enum Side: String, CaseIterable, ValueConvertible {
    case left, right

    var value: Value { .enumeration(rawValue, []) }
    init?(_ value: Value) {
      guard case .enumeration(let name, _) = value else { return nil }
      self.init(rawValue: name)
    }
    static var shape: Shape { .enumeration(allCases.map(\.rawValue)) }
  }

  struct Point: Hashable, ValueConvertible {
    var x = 2

    var value: Value { ["x": x.value] }
    init() {}
    init?(_ value: Value) {
      guard let x = value["x"].flatMap(Int.init) else { return nil }
      self.x = x
    }
    static var shape: Shape { .record }
  }

  let side = Field(\.side)
  let sizes = Field(\.sizes)
  let ratio = Field(\.ratio)
  let wish = Field(\.wish)
  let point = Field(\.point)

  var screen: Screen { Screen("Typed") { Label(ratio, "Ratio") } }
}
