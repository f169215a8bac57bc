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
      ("explore --no-races --service authenticate never --again login = succeeded", "no way to 'login = succeeded'"),
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
    #expect(session.shown("explore --no-races --order 'defined'") == whole, "nothing is due at one instant there")
    #expect(session.shown("explore --states '9000' --no-races") == whole)
    let given = session.shown("explore --no-races --values name=\"a --b\",$messy --values password=$right")
    #expect(given != whole && given.last?.contains("; complete: ") ?? false, "\(given)")
    let any = session.shown("explore --no-races --services any --never login = error")
    #expect(any.contains { $0.hasPrefix("    reply authenticate error") }, "\(any)")
    let few = session.shown("explore --states 3")
    #expect(few.last?.contains("stopped by --states 3: ") ?? false, "\(few)")
    let restarted = session.shown("explore 1 --restart any --no-races")
    #expect(restarted != session.shown("explore 1 --no-races"))
    #expect(restarted.last?.contains("; stopped by --depth 1: ") ?? false, "\(restarted)")
    let typed = session.shown("explore 2 --keyboard --never 'name = \"\"'")
    #expect(
      typed[0].hasPrefix("  broken \"never name = \"\"\", 9 times:"), "it holds where the search begins: \(typed)")
  }

  /// Lists whose machine declares searches, one of them wrongly.
  private var lists: Session {
    let machine = Machine(
      Basket.self, name: "basket", variant: "two", summary: "",
      domains: [
        "first-row": "--rows first --no-races", "wrong": "--rows first --between x", "late": "--service 'x never'",
      ])
    var session = Session(catalogue: Catalogue([machine]))
    _ = session.run("open basket")
    return session
  }

  @Test("what the machine declares under a name is given, and what stands beside it counts first")
  func domain() {
    var session = lists
    for (declared, spelled) in [
      ("--domain first-row", "--rows first --no-races"), ("--domain first-row --rows all", "--rows all --no-races"),
      ("--rows ends --domain 'first-row' --between 2", "--between 2"),
      ("--domain first-row --keyboard", "--rows first --no-races --keyboard"),
    ] {
      let lines = session.shown("explore 3 \(declared) --never step = 1")
      #expect(lines == session.shown("explore 3 \(spelled) --never step = 1"), "\(lines)")
    }
    #expect(session.shown("explore 3 --rows first --no-races") != session.shown("explore 3 --no-races"))
    let bounded = session.shown("explore --states 2")
    #expect(bounded.contains("    '--domain first-row' is a smaller search"), "\(bounded)")
    #expect(!session.shown("explore --states 2 --domain first-row").joined().contains("smaller"))
    #expect(!session.shown("explore 1").joined().contains("smaller"), "its end was asked for")
    #expect(texts("explore --domain ", session) == ["first-row", "wrong", "late"])
    #expect(texts("fuzz 3 --domain w", session) == ["wrong"])
  }

  @Test(
    "a domain that is not declared, and one that is declared wrongly, are told",
    arguments: [
      ("explore --domain first", "18: basket@two declares no domain 'first'; it declares 'first-row', 'wrong', 'late'"),
      (
        "fuzz --domain wrong",
        "15: the domain 'wrong' of basket@two is wrong in column 24 of '--rows first --between x': 'x' is not a count; "
      ),
      (
        "explore --no-races --domain late",
        "29: the domain 'late' of basket@two is wrong in column 12 of '--service 'x never'': unknown service 'x'"
      ),
    ])
  func wrongDomains(line: String, told: String) {
    var session = lists
    let lines = session.shown(line)
    #expect(lines[0].hasPrefix(told), "\(lines)")
  }

  @Test(
    "each domain of the gallery can be read",
    arguments: Gallery.machines.filter { !$0.domains.isEmpty }.map(\.title))
  func galleryDomains(_ title: String) throws {
    let machine = try Fixture.catalogue.machine(named: title)
    for domain in machine.domains {
      #expect(throws: Never.self) { try SearchRequest(declaredBy: domain, of: machine) }
    }
  }

  @Test("one session's searches leave it as it is")
  func leaves() {
    var session = filled
    let before = session.state
    for line in ["explore 3 --service authenticate never --observers reversed --restart first", "fuzz 7 --no-races"] {
      #expect(session.run(line).mistake == nil)
    }
    #expect(session.state == before)
  }

  @Test(
    "what is wrong has its place",
    arguments: [
      ("explore 3 --foo", "11: unknown option of a search '--foo'; "),
      ("explore --nevr login = error", "9: unknown option of a search '--nevr'; did you mean '--never'?"),
      ("explore --jobs 2", "9: '--jobs' is for the command line alone; 'signalbox explore' and "),
      ("explore --depth 2", "9: '--depth' is for the command line alone; write the most commands before the options"),
      ("fuzz --states 4", "6: unknown option of a search '--states'; "),
      ("explore x", "9: 'x' is not a count; "),
      ("explore --never", "16: '--never' lacks its value; write '--never EXPRESSION'"),
      ("explore --rows --no-races", "16: '--rows' lacks its value; write '--rows ROWS'"),
      ("explore --services no", "20: 'no' is no value of '--services'; write 'defined' or 'any'"),
      ("explore --between --no-races", "19: '--between' lacks its value; write '--between N'"),
      ("explore --between 0", "19: '0' is not a count; "),
      ("explore 2 --between 2 --no-races", "11: '--between' bounds what '--no-races' leaves out; "),
      ("explore --never logn = error", "17: unknown field, region or state 'logn'; did you mean 'login'?"),
      ("explore --never 'logn = error'", "18: unknown field, region or state 'logn'; did you mean 'login'?"),
      ("explore --never login == error", "24: '==' compares nothing here; write '='"),
      ("explore --values name=", "23: the domain of 'name' is empty; write a value"),
      ("explore --values password=\"x\"", "27: 'password' is secret; name one of its samples, as in '$right'"),
      ("explore --leads-to 'login = error'", "34: what it leads to is missing; write a second expression"),
      ("explore --project attempts --no-races", "19: 'attempts' has no '-' before it; "),
      ("explore --project -name --again tap login", "9: '--again' follows every step, but '--project' "),
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
    #expect(texts("explore 3 --r", session) == ["--restart", "--rows"])
    #expect(texts("fuzz --s", session) == ["--services", "--service"])
    #expect(texts("explore --services ", session) == ["defined", "any"])
    #expect(texts("explore --services any --ob", session) == ["--observers"])
    #expect(texts("explore --no-races --never logi", session) == texts("path logi", session))
    #expect(texts("explore --never 'login = exec", session) == ["executing"])
    #expect(texts("explore --again tap ", session) == texts("goto tap ", session) + ["*"])
    #expect(texts("explore --service ", session) == ["authenticate"])
    #expect(texts("explore --service authenticate er", session) == ["error"])
    #expect(texts("explore --no-races ", session).count == SearchOption.allCases.count)
  }

  @Test("what grows is told with what bounds it, which the verb takes")
  func growth() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open command@fixed")
    let lines = session.shown("explore 10 --no-races")
    let hint = "    '--project -found' leaves it out"
    #expect(lines.contains(hint), "\(lines)")
    let bounded = session.shown("explore --no-races --project -found")
    #expect(bounded.last?.contains("; complete: ") ?? false, "\(bounded)")
  }
}
