import Testing
import ViewModels

@testable import Console

@Suite("rows in every verb that takes a name")
struct RowWordTests {
  @Test(
    "a path of output is accepted if an output can begin with it, and else is a mistake with the nearest name",
    arguments: [
      ("login@fixed", "name", .muting, nil), ("login@fixed", "nme", .muting, "'nme'; did you mean 'name'?"),
      ("login@fixed", "name.foo", .muting, "'foo'; did you mean 'name'?"),
      ("login@fixed", "name[3]", .ignoring, "'name[3]'; did you mean 'name'?"),
      ("login@fixed", "login.name", .expanding, "'login'; "), ("login@fixed", "login", .muting, "'login'; "),
      ("login@fixed", "Login", .ignoring, "'Login'; "),
      ("login@fixed", "authenticate", .muting, "'authenticate'; "), ("login@fixed", "fail", .muting, nil),
      ("login@fixed", "fail", .ignoring, "'fail'; "), ("login@fixed", "home", .muting, "'home'; "),
      ("login-app@fixed", "home", .muting, nil), ("login-app@fixed", "home'2.zzzzz", .muting, "'zzzzz'; "),
      ("login@original", "view", .ignoring, nil),
      ("goods@fixed", "items[3].likes", .muting, nil), ("goods@fixed", "items.likes", .muting, nil),
      ("goods@fixed", "items[x].likes", .muting, "'items[x]'; did you mean 'items'?"),
      ("goods@fixed", "items[*].likes", .ignoring, nil),
      ("goods@fixed", "items.likes", .ignoring, "'items'; did you mean 'items[*]'?"),
      ("goods@fixed", "items[3].lkes", .expanding, "'lkes'; did you mean 'likes'?"),
    ] as [(String, String, OutputPathUse, String?)])
  func outputPaths(_ machine: String, _ path: String, _ use: OutputPathUse, _ told: String?) throws {
    let mistake = try Fixture.catalogue.machine(named: machine).mistake(inPaths: [path], for: use)?.sentence
    #expect((mistake == nil) == (told == nil) && mistake?.contains(told ?? "") ?? true, "\(mistake ?? "")")
  }

  private func codes(_ line: String, _ session: Session) -> String? {
    var session = session
    return session.run(line).mistake?.code
  }

  @Test("a row is named by its place, its identity, and the ordinal of its identity")
  func names() {
    let session = Basket.session("assign items[#a'2].note second", "assign items[#b].note between")
    var copy = session
    #expect(copy.shown("fields items[2].note") == [#"  items[2].note  "second"  String"#])
    #expect(copy.shown("fields items[#a'2].note") == [#"  items[#a'2].note  "second"  String"#])
    #expect(copy.shown("fields items[#a].note") == [#"  items[#a].note  ""  String"#])
    #expect(copy.shown("fields items[1].note") == [#"  items[1].note  "between"  String"#])
    #expect(codes("fields items[#a'3].note", session) == "E1022")
    // As it was written once.
    #expect(copy.shown("fields items[#a]'2.note") == [#"  items[#a]'2.note  "second"  String"#])
  }

  @Test(
    "each verb takes a row by its identity and says what happened to its place",
    arguments: [
      ("tap items[#a'2].add", "| items[2].entry new -> full"), ("send items[#a'2].add", "| items[2].entry new -> full"),
      ("send items[2].drop 3", "| items[2].count 0 -> -3"), ("set items[#a'2].note x", #"| items[2].note "" -> "x""#),
      ("paste items[#b].note x", #"| items[1].note "" -> "x""#),
      ("type items[#a].note x", #"| items[0].note "" -> "x""#),
      ("assign items[#a'2].count 5", "| items[2].count 0 -> 5"),
    ])
  func verbs(_ line: String, _ effect: String) {
    var session = Basket.session()
    let shown = session.shown(line)
    #expect(shown.contains(effect), "\(shown)")
    #expect(shown.first?.hasPrefix("> \(line.prefix { $0 != "]" })") ?? false, "the row is recorded as it was named")
  }

  @Test("'why' tells of a row's command, by its place and by its identity")
  func why() {
    var session = Basket.session("tap items[#a'2].add")
    #expect(session.shown("why items[0].add") == ["  items[0].add in new: enabled"])
    let impossible = "is impossible within all 16 states that moves with samples can reach, as services answer now"
    let full = session.shown("why items[#a'2].add")
    #expect(
      full.prefix(2) == [
        "  items[#a'2].add in full: refused: no transition in full", "    'tap items[#a'2].add' \(impossible)",
      ])
    #expect(full[2].hasPrefix("    not tried: ") && full[2].contains("items[N].note (no sample)"), "\(full)")
    #expect(
      session.shown("why items[9].add").prefix(2) == [
        "  items[9].add: refused: there is no such row, 'items' has 3", "    'tap items[9].add' \(impossible)",
      ])
    #expect(codes("why goods[9].add", session) == "E1026")
    #expect(
      session.shown("why items[0].note") == [
        "5: 'items[0].note' is a field, not a command; 'fields items[0].note' shows it"
      ])
    #expect(session.shown("why items[#a].ad") == ["5: unknown command 'items[#a].ad'; did you mean 'items[#a].add'?"])
    #expect(session.shown("why items[#c].add")[1] == "    'tap items[#c].add' \(impossible)")
    #expect(session.shown("why items[0].ad") == ["5: unknown command 'items[0].ad'; did you mean 'items[0].add'?"])
  }

  @Test("a search tries the rows that an expression names, and lists the others")
  func namedRows() {
    var goods = Session(catalogue: Fixture.catalogue)
    _ = goods.run("open goods@fixed")
    #expect(goods.shown("path items[7].like = executing") == ["  advance", "  advance", "  tap items[7].like"])
    #expect(
      goods.shown("explore 3 --no-races --never items[5].like = executing")[0]
        .hasPrefix("  broken \"never items[5].like = executing\""))
    #expect(
      goods.shown("explore 4 --no-races --leads-to 'items[5].like = executing' 'liking = 2' within 1ms")[0]
        .hasPrefix("  broken \"items[5].like = executing leads to liking = 2 within 1ms\""))
    let never = goods.shown("explore 3 --no-races --never items[5].like = executing and items[5].like = idle").joined()
    let others = "rows 1 to 4, 6 to 9, 11 to 18 of items (a domain with 'rows: .all' tries them)"
    #expect(never.contains("nothing found") && never.contains(others), "\(never)")
  }

  @Test("'commands' lists those of rows, next to each other in one line where they stand alike")
  func commands() {
    var session = Basket.session()
    let table = { (session: inout Session) in
      session.shown("commands").map { $0.split(separator: " ").joined(separator: " ") }
    }
    #expect(table(&session).contains("items[0..<3].add new enabled"))
    _ = session.run("tap items[1].add")
    let lines = table(&session)
    #expect(lines.contains("items[0].add new enabled") && lines.contains("items[2].add new enabled"))
    #expect(lines.contains("items[1].add full refused: no transition in full"))
    var goods = Session(catalogue: Fixture.catalogue)
    for line in ["open goods@fixed", "advance", "advance 5s"] { _ = goods.run(line) }
    #expect(table(&goods).contains("items[0..<20].like idle enabled"))
  }

  @Test("what only an alert's buttons call is a command where it leads somewhere without the alert")
  func alertButtons() {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open home@fixed")
    let names = session.shown("commands").map { $0.split(separator: " ")[0] }
    #expect(names == ["getDatas", "scroll", "leave"])
    #expect(session.run("why getDatas").mistake == nil)
  }

  @Test("an observed row is followed by its identity when the list is turned round, and by its place it is not")
  func observe() {
    var session = Basket.session("observe items[#b].note new", "observe items[0].count")
    let seen = { (line: String, session: inout Session) in session.shown(line).filter { $0.contains("notify") } }
    #expect(seen("set items[#b].note x", &session) == [#"  notify items[#b].note {kind: 1, new: "x"}"#])
    #expect(seen("tap items[0].add", &session) == ["  notify items[0].count {kind: 1, new: 1, old: 0}"])
    var turned = Basket.session("observe items[#a].count new", "observe items[2].count new")
    #expect(seen("tap items[0].add", &turned) == ["  notify items[#a].count {kind: 1, new: 1}"])
    _ = turned.run("send turn")
    // What stood first stands last now, behind the other of its identity.
    #expect(seen("assign items[2].count 7", &turned) == ["  notify items[2].count {kind: 1, new: 7}"])
    #expect(seen("assign items[#a].count 8", &turned) == ["  notify items[#a].count {kind: 1, new: 8}"])
  }

  @Test("'help' knows a row, its fields and its commands")
  func help() {
    var session = Basket.session()
    #expect(
      session.shown("help items[0].add") == [
        "  command", "    items[0].add in new, enabled", "    'tap items[0].add' uses it, 'why items[0].add' explains",
      ])
    #expect(
      session.shown("help items[#a'2].drop").last
        == "    'send items[#a'2].drop VALUE' uses it, 'why items[#a'2].drop' explains")
    #expect(session.shown("help items[#b].note") == ["  field", #"    items[#b].note  ""  String"#])
    #expect(session.shown("help items[1]").first == "  row")
    #expect(codes("help items[7]", session) == "E1027")
  }

  @Test("rows complete by their place, and by their identity once that is how they are typed")
  func completion() {
    let session = Basket.session()
    let texts = { (line: String) in session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text) }
    #expect(texts("why items[") == (0..<3).flatMap { ["items[\($0)].add", "items[\($0)].drop"] })
    #expect(texts("why items[#a") == ["items[#a].add", "items[#a].drop", "items[#a'2].add", "items[#a'2].drop"])
    #expect(
      texts("tap items[#") == [
        "items[#a]", "items[#a].add", "items[#b]", "items[#b].add", "items[#a'2]", "items[#a'2].add",
      ])
    #expect(texts("observe items[#b].no") == ["items[#b].note"])
    #expect(texts("assign items[#a'2].c") == ["items[#a'2].count"])
    #expect(texts("send items[#b].") == ["items[#b].add", "items[#b].drop"])
    #expect(texts("fields items[#a'2].i") == ["items[#a'2].id"])
    #expect(texts("help items[#b].a") == ["items[#b].add"])
    #expect(texts("set items[#b].") == ["items[#b].note"])
  }
}
