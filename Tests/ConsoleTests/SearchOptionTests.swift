import Gallery
import Statecharts
import Testing
import ViewModels

@testable import Console
@testable import Exploration

/// The options of a search that stand behind its verb.
@Suite("Options of a search in the console")
struct SearchOptionTests {
  /// A login whose form is filled in.
  private var filled: Session { Fixture.login("set name aaaaaa", "set password $right") }

  private func texts(_ line: String, _ session: Session) -> [String] {
    session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
  }

  @Test(
    "what is looked for is found from here, in quotes or without",
    arguments: [
      ("explore --no-races --never login = error or page = home", "broken \"never login = error or page = home\", 4"),
      ("explore --no-races --never 'login = error or page = home'", "broken \"never login = error or page = home\", 4"),
      ("explore --never \"page = home\" --no-races", "broken \"never page = home\", "),
      ("explore 2 --always name = \"aaaaaa\" --no-races", "broken \"always name = \"aaaaaa\"\", 4 times:"),
      (
        "explore --leads-to 'login = executing' 'login != executing' within 900ms --no-races",
        "broken \"login = executing leads to login != executing within 900ms\" (more time passes):"
      ),
      ("explore --no-races --again name = \"\"", "no path to 'name = \"\"'"),
    ])
  func looks(line: String, found: String) {
    var session = filled
    let lines = session.shown(line)
    #expect(lines[0].hasPrefix("  " + found), "\(lines)")
    #expect(lines[1] == "    tap login" || line.contains("always") || line.contains("again"), "it begins here")
  }

  @Test("what the machine is given is less, or more")
  func gives() {
    var session = Fixture.login()
    let whole = session.shown("explore --no-races")
    #expect(session.shown("explore --states '9000' --no-races") == whole)
    let given = session.shown("explore --no-races --values name=\"a --b\",$messy --values password=$right")
    #expect(given != whole && given.joined().contains("; complete: "), "\(given)")
    let any = session.shown("explore --no-races --services any --never login = error")
    #expect(any.contains { $0.hasPrefix("    reply authenticate error") }, "\(any)")
    let few = session.shown("explore --states 3")
    #expect(few.joined().contains("stopped by --states 3: "), "\(few)")
  }

  /// Lists whose machine declares searches, some of them wrongly.
  private var lists: Session {
    let machine = Machine(
      Basket.self, name: "basket", variant: "two", summary: "",
      domains: [
        "first-row": SearchDomain(rows: .first, between: 0),
        "every-row": SearchDomain(rows: .all, between: 2, keyboard: true),
        "late": SearchDomain(answers: ["x": .never]), "lost": SearchDomain(values: ["stp": [.value(.int(1))]]),
        "empty": SearchDomain(values: ["step": []]), "unlike": SearchDomain(values: ["step": [.value(.string("x"))]]),
        "unnamed": SearchDomain(values: ["step": [.sample("x")]]), "negative": SearchDomain(between: -1),
      ])
    var session = Session(catalogue: Catalogue([machine]))
    _ = session.run("open basket")
    return session
  }

  @Test("what the machine declares under a name is searched, and what stands beside it counts first")
  func domain() throws {
    var session = lists
    let machine = try #require(session.run?.machine)
    var options = SearchOptions()
    (options.domain.rows, options.races, options.depth, options.states) = (.first, false, 3, Session.searchedStates)
    for line in ["explore 3 --domain first-row", "explore 3 --domain 'first-row' --no-races"] {
      var search = Search(machine, options, from: machine.open().snapshot)
      search.run()
      #expect(session.shown(line) == ExplorationText(machine, search.report, opens: false).lines.map { "  \($0)" })
    }
    #expect(session.shown("explore 3 --domain first-row") != session.shown("explore 3 --no-races"))
    let every = try SearchRequest(parsing: "--domain every-row").options(for: machine)
    #expect(every.domain.rows == .all && every.between == 2 && every.domain.usesKeyboard && every.ties)
    let beside = try SearchRequest(parsing: "--domain every-row --no-races --past-the-screen --states 7").options(
      for: machine)
    #expect(beside.domain.rows == .all && beside.between == 0 && beside.domain.isPastTheScreen && beside.states == 7)
    let bounded = session.shown("explore --states 2")
    let offer =
      "    the machine declares '--domain first-row': the first row of each list; at most 0 commands before due work"
    #expect(bounded.contains(offer), "\(bounded)")
    #expect(!session.shown("explore --states 2 --domain first-row").joined().contains("declares"))
    #expect(!session.shown("explore 1").joined().contains("declares"), "its end was asked for")
    #expect(texts("explore --domain ", session).count == 8)
    #expect(texts("fuzz 3 --domain l", session) == ["late", "lost"])
  }

  @Test(
    "a domain that is not declared, and one that is declared wrongly, are refused",
    arguments: [
      ("explore --domain first", "18: basket@two declares no domain 'first'; did you mean 'first-row'?"),
      ("explore --no-races --domain late", "29: the domain 'late' of basket@two is wrong: unknown service 'x'"),
      (
        "fuzz --domain lost",
        "15: the domain 'lost' of basket@two is wrong: no control, input, field or service is called 'stp'; "
          + "did you mean 'step'?"
      ),
      ("fuzz --domain empty", "15: the domain 'empty' of basket@two is wrong: the domain of 'step' is empty; "),
      ("fuzz --domain unlike", "15: the domain 'unlike' of basket@two is wrong: 'step' cannot take that value; "),
      ("fuzz --domain unnamed", "15: the domain 'unnamed' of basket@two is wrong: no value is named '$x'; "),
      ("fuzz --domain negative", "15: the domain 'negative' of basket@two is wrong: 'between: -1' is not a count; "),
    ])
  func wrongDomains(line: String, told: String) {
    var session = lists
    let lines = session.shown(line)
    #expect(lines[0].hasPrefix(told), "\(lines)")
  }

  @Test("lint finds each domain that is wrong, as an error")
  func findings() throws {
    let machine = try #require(lists.run?.machine)
    let findings = machine.domainFindings
    #expect(findings.count == 6 && findings.allSatisfy { $0.code == "wrong-domain" && $0.severity == .error })
    #expect(findings[0].sentence.hasPrefix("the domain 'late': a search of it is refused; unknown service 'x'"))
  }

  @Test(
    "each domain of the gallery can be searched",
    arguments: Gallery.machines.filter { !$0.domains.isEmpty }.map(\.title.text))
  func galleryDomains(_ title: String) throws {
    let machine = try Fixture.catalogue.machine(named: title)
    #expect(machine.domainFindings.isEmpty)
    for (name, _) in machine.domains {
      _ = try SearchRequest(parsing: "--domain \(name)").options(for: machine)
    }
  }

  @Test("a domain sets what a search begins with, in order, and values beside it replace those of one name")
  func settings() throws {
    let all = SearchDomain(
      services: .any, answers: ["issue": .ok(), "issue": .fail("no"), "grant": .error()],
      values: ["name": [.value(.string("abc"))], "password": [.sample("right")]], order: .defined,
      observers: .reversed, restart: .first)
    let machine = Machine(
      Vault.self, name: "vault", variant: "one", summary: "",
      domains: [
        "all": all, "restarts": SearchDomain(restart: .any),
        "open": SearchDomain(values: ["password": [.value(.string("x"))]]),
        "odd": SearchDomain(answers: ["issue": .ok(.value(.int(1)))]),
      ])
    let options = try SearchRequest(parsing: "--domain all --values name=\"x\"").options(for: machine)
    let answers: [(String, ServiceBehaviour.Answer)] = [
      ("grant", .manual), ("issue", .manual), ("issue", .outcome(.ok, nil)), ("issue", .outcome(.fail, .string("no"))),
      ("grant", .outcome(.error, nil)),
    ]
    let settings: [Stimulus] = answers.map { .service(name: $0, ServiceBehaviour(answer: $1)) }
    #expect(options.preparation == [.observers(reversed: true)] + settings + [.restart])
    #expect(options.domain.answersRequests && !options.ties && !options.domain.restarts)
    #expect(options.domain.values.first { $0.name == "name" }?.values == [.string("x")])
    #expect(options.domain.values.first { $0.name == "password" }?.values.count == 1)
    let defined = try SearchRequest(parsing: "--domain all --services defined").options(for: machine)
    #expect(!defined.domain.answersRequests && defined.preparation.count == 5)
    #expect(try SearchRequest(parsing: "--domain restarts").options(for: machine).domain.restarts)
    #expect(
      machine.domainFindings.map(\.place) == ["the domain 'open'", "the domain 'odd'"],
      "a secret that is written out, and a number for a text")
    #expect(try SearchRequest(parsing: "").options(for: machine).preparation.isEmpty)
  }

  @Test("one session's searches leave it as it is")
  func leaves() {
    var session = filled
    let before = session.state
    for line in ["explore 3 --services any", "explore 3 --domain reversed-observers", "fuzz 7 --no-races"] {
      #expect(session.run(line).mistake == nil)
    }
    #expect(session.state == before)
  }

  @Test(
    "what is wrong has its place",
    arguments: [
      ("explore 3 --foo", "11: unknown option of a search '...'; "),
      ("explore --nevr login = error", "9: unknown option of a search '--nevr'; did you mean '--never'?"),
      ("explore --jobs 2", "9: '--jobs' works only on the command line; 'signalbox explore' and "),
      ("explore --depth 2", "9: '--depth' works only on the command line; write the most commands before the options"),
      ("fuzz --states 4", "6: unknown option of a search '--states'; "),
      ("explore x", "9: '...' is not a count; "),
      ("explore --never", "16: '--never' lacks its value; write '--never EXPRESSION'"),
      ("explore --services no", "20: 'no' is not a value of '--services'; write 'defined' or 'any'"),
      ("explore --states --no-races", "18: '--states' lacks its value; write '--states N'"),
      ("explore --states 0", "18: '0' is not a count; "),
      ("explore --domain revers", "18: login@fixed declares no domain 'revers'; did you mean 'reversed-observers'?"),
      ("explore --never logn = error", "17: unknown field, region or state 'logn'; did you mean 'login'?"),
      ("explore --never 'logn = error'", "18: unknown field, region or state 'logn'; did you mean 'login'?"),
      ("explore --values name=", "23: the domain of 'name' is empty; write a value"),
      ("explore --values password=\"x\"", "27: 'password' is secret; name one of its samples, as in '$right'"),
      ("explore --leads-to 'login = error'", "34: the expression after 'leads to' is missing; write one"),
      ("explore --no-races now", "20: unknown option of a search 'now'; "),
    ])
  func mistakes(line: String, told: String) {
    var session = filled
    let lines = session.shown(line)
    #expect(lines[0].hasPrefix(told), "\(lines)")
  }

  @Test("options and their words complete, and expressions where they stand")
  func completion() {
    let session = filled
    #expect(texts("explore --n", session) == ["--never", "--no-races"])
    #expect(texts("fuzz --s", session) == ["--services"])
    #expect(texts("explore --services ", session) == ["defined", "any"])
    #expect(texts("explore --domain ", session) == ["reversed-observers"])
    #expect(texts("explore --no-races --never logi", session) == texts("path logi", session))
    #expect(texts("explore --never 'login = exec", session) == ["executing"])
    #expect(texts("explore --again tap ", session) == texts("goto tap ", session) + ["*"])
    #expect(texts("explore --no-races ", session).count == SearchOption.allCases.count)
  }

  @Test("what grows is named")
  func growth() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open command@fixed")
    let lines = session.shown("explore 10 --no-races")
    #expect(lines.contains { $0.hasPrefix("    'found' grows on the path to the last state: ") }, "\(lines)")
  }

  @Test("work that piles up is followed by what bounds it, where the machine declares nothing that does")
  func piles() throws {
    for (title, isHinted) in [("phone@blocks", true), ("phone@fixed", false)] {
      let machine = try Fixture.catalogue.machine(named: title)
      var options = SearchOptions()
      options.states = 3
      var search = Search(machine, options)
      search.run()
      var report = search.report
      report.growth = [Growth(what: "the count of due work", sizes: [0, 1, 2, 3, 4], isDueWork: true)]
      let hint = "  a domain with 'between: 1' allows at most one command before due work"
      #expect(ExplorationText(machine, report).lines.contains(hint) == isHinted, "\(title)")
    }
  }
}
