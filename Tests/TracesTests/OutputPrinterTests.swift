import Testing
import Traces
import Turns

@Suite("Output lines")
struct OutputPrinterTests {
  private func lines(_ turns: [Turn], since start: Int = 0, _ printer: OutputPrinter = OutputPrinter()) -> [String] {
    printer.output(of: turns, since: start).lines.map(\.description)
  }

  private func user(_ effects: [Effect]) -> Turn {
    Turn(time: 0, cause: Cause(.user, "tap", on: "login"), effects: effects)
  }

  @Test("a login prints as FORMATS shows it")
  func login() {
    let paste = Turn(
      time: 0, cause: Cause(.user, "paste", on: "name", value: "1aaaaaa!"),
      effects: [
        .set(field: "name", old: "", new: "1aaaaaa!"), .set(field: "loginEnabled", old: false, new: false),
        .set(field: "name", old: "1aaaaaa!", new: "aaaaaa"), .set(field: "loginEnabled", old: false, new: true),
        .set(field: "password", old: .secret(""), new: .secret("b")),
      ])
    #expect(
      lines([paste]) == [
        #"name "" -> "1aaaaaa!" -> "aaaaaa""#, "loginEnabled false -> true", "password <secret> changed",
      ])
    let tap = user([
      .moved(region: "login", from: "idle", to: "validating"),
      .moved(region: "login", from: "validating", to: "executing"),
      .requested(service: "authenticate", input: ["name": "aaaaaa", "password": .secret("b")]),
    ])
    #expect(
      lines([tap]) == [
        "login idle -> validating -> executing", #"request authenticate {name: "aaaaaa", password: <secret>}"#,
      ])
    let reply = Turn(
      time: 1_500, cause: Cause(.reply, "fail", on: "authenticate", value: "用户名或密码错误"),
      effects: [
        .replied(service: "authenticate", outcome: .fail, value: "用户名或密码错误"),
        .moved(region: "login", from: "executing", to: "failed"), .output(subject: "fail", value: "用户名或密码错误"),
        .alertShown(title: "登录失败", message: "用户名或密码错误", buttons: ["确定"]),
      ])
    #expect(
      lines([reply], since: 500) == [
        #"+1000ms reply authenticate fail "用户名或密码错误""#, "+1000ms login executing -> failed",
        #"+1000ms fail "用户名或密码错误""#, #"+1000ms alert "登录失败" "用户名或密码错误" ["确定"]"#,
      ])
  }

  @Test(
    "every effect has its line",
    arguments: [
      (.output(subject: "done", value: .null), "done"),
      (.output(subject: "success", value: ["a": 1]), "success {a: 1}"),
      (.requested(service: "load'2", input: .null), "request load'2"),
      (.replied(service: "load", outcome: .ok, value: .null), "reply load ok"),
      (.cancelled(service: "load"), "cancelled load"),
      (.late(service: "load", outcome: .error, value: "x"), #"late load error "x""#),
      (.timerStarted(name: "tick", delay: 2_000), "timer tick 2000ms"), (.timerFired(name: "tick"), "timer tick"),
      (.pushed(page: "home"), "push home"), (.popped(page: "home"), "pop home"), (.alertClosed, "alert closed"),
      (.hudShown("加载中"), #"hud "加载中""#), (.hudClosed, "hud closed"), (.tipShown("t"), #"tip "t""#),
      (.tipClosed, "tip closed"),
      (.stored(key: "phone", value: .null), "store phone nil"),
      (.logged("网络请求", nil), #"log "网络请求""#), (.logged("a next", .null), #"log "a next" nil"#),
      (
        .notified(field: "user.name", change: [Member("old", "a"), Member("new", "b")]),
        #"notify user.name {old: "a", new: "b"}"#
      ),
      (.refused(name: "buy", reason: "no transition in failed"), "refused buy: no transition in failed"),
      (.broken(property: "never two pages"), #"broken "never two pages""#),
      (.limit(name: "microsteps", detail: "a, b, a"), "limit microsteps: a, b, a"),
      (.crashed("index 3 is out of range"), "crash: index 3 is out of range"),
      (.tie(chosen: "reply", over: ["timer", "hop"]), "tie reply over timer, hop"),
      (.moved(region: "login", from: "", to: "idle"), "login idle"),
      (.set(field: "n", old: .null, new: 1), "n nil -> 1"),
    ] as [(Effect, String)])
  func effects(_ effect: Effect, _ expected: String) {
    #expect(lines([Turn(time: 0, cause: Cause(.hop, "hop"), effects: [effect])]) == [expected])
  }

  @Test("a typed reply is said by its command")
  func typedReply() {
    let effects: [Effect] = [
      .replied(service: "load", outcome: .ok, value: 1), .moved(region: "r", from: "a", to: "b"),
    ]
    #expect(
      lines([Turn(time: 0, cause: Cause(.user, "reply", on: "load", value: 1), effects: effects)]) == ["r a -> b"])
    #expect(lines([user(effects)]) == ["reply load ok 1", "r a -> b"])
  }

  @Test("equal assignments print nothing, a value that returns prints")
  func equalAssignments() {
    #expect(
      lines([user([.set(field: "a", old: 1, new: 1), .set(field: "p", old: .secret(1), new: .secret(1))])]) == [])
    #expect(lines([user([.set(field: "a", old: 1, new: 2), .set(field: "a", old: 2, new: 1)])]) == ["a 1 -> 2 -> 1"])
    #expect(lines([user([.set(field: "a", old: "é", new: "e\u{301}")])]) == ["a \"é\" -> \"e\u{301}\""])
  }

  @Test("beyond four values a chain is its first, its last and its count, unless expanded")
  func longChains() {
    let three = (0..<3).map { Effect.set(field: "n", old: .int($0), new: .int($0 + 1)) }
    let eleven = (0..<11).map { Effect.set(field: "n", old: .int($0), new: .int($0 + 1)) }
    #expect(lines([user(three)]) == ["n 0 -> 1 -> 2 -> 3"])
    #expect(lines([user(eleven)]) == ["n 0 -> … -> 11 (11 changes)"])
    let expanded = OutputPrinter(paths: OutputPaths(expanded: PathSelection(["n"])))
    #expect(lines([user(eleven)], expanded) == ["n " + (0...11).map(String.init).joined(separator: " -> ")])
  }

  @Test("each turn has its own chains, and a region that jumps begins a new one")
  func turns() {
    let first = user([.set(field: "n", old: 0, new: 1), .moved(region: "r", from: "a", to: "b")])
    let second = user([.set(field: "n", old: 1, new: 2), .moved(region: "r", from: "b", to: "c")])
    #expect(lines([first, second]) == ["n 0 -> 1", "r a -> b", "n 1 -> 2", "r b -> c"])
    let jump = user([.moved(region: "r", from: "a", to: "b"), .moved(region: "r", from: "x", to: "y")])
    #expect(lines([jump]) == ["r a -> b", "r x -> y"])
  }

  @Test("the same field of more than eight rows at one instant is one line")
  func rows() {
    func change(_ row: Int, _ old: Value, _ new: Value) -> Effect {
      .set(field: "items[\(row)].total", old: old, new: new)
    }
    let forty = (0..<40).map { change($0, .string("\($0 + 10)"), .string("\($0 + 11)")) }
    let rows = (0..<40).map { Value.list([.int($0), .string("\($0 + 10)"), .string("\($0 + 11)")]) }
    let digest = MaskedDigest(of: .list(rows)).short
    let both = [user([.hudClosed] + forty.prefix(20)), user(forty.suffix(20) + [.hudClosed])]
    let folded = #"items[0..<40].total "10" … "49" -> "11" … "50" #"# + digest
    #expect(lines(both) == ["hud closed", folded, "hud closed"])
    #expect(lines([user(Array(forty.prefix(8)))]).count == 8)
    let expanded = OutputPrinter(paths: OutputPaths(expanded: PathSelection(["items.total"])))
    #expect(lines([user(forty)], expanded).count == 40)
    let gaps = (0..<9).map { change($0 * 2, .null, .int($0)) }
    #expect(lines([user(gaps)])[0].hasPrefix("items[9 of 0..<17].total nil -> 0 … 8 #"))
    let secrets = (0..<9).map { change($0, .secret(0), .secret(1)) }
    #expect(lines([user(secrets)]) == ["items[0..<9].total <secret> changed"])
  }

  @Test("a flicker in one of many rows is seen: rows that changed differently stand apart")
  func flicker() {
    func change(_ row: Int, _ old: Value, _ new: Value) -> Effect {
      .set(field: "items[\(row)].total", old: old, new: new)
    }
    let others = (0..<12).filter { $0 != 5 }.map { change($0, 1, 2) }
    // Row 5 comes back to what it was, though the others changed once.
    let once = lines([user(others + [change(5, 1, 2), change(5, 2, 1)])])
    #expect(once.count == 2 && once[0].hasPrefix("items[11 of 0..<12].total 1 -> 2 #"))
    #expect(once.last == "items[5].total 1 -> 2 -> 1")
    // As often as the others, but back to what it was.
    let twice = (0..<12).filter { $0 != 5 }.flatMap { [change($0, 1, 2), change($0, 2, 3)] }
    #expect(lines([user(twice + [change(5, 1, 2), change(5, 2, 1)])]).count == 2)
    // Beyond four values a chain is its first, its last and its count, for many rows as for one.
    let often = (0..<9).flatMap { row in (0..<5).map { change(row, .int($0), .int($0 + 1)) } }
    #expect(lines([user(often)])[0].hasPrefix("items[0..<9].total 0 -> … -> 5 (5 changes) #"))
    // In two groups of many rows each is one line.
    let halves = (0..<20).flatMap { $0 < 10 ? [change($0, 1, 2)] : [change($0, 1, 2), change($0, 2, 1)] }
    #expect(
      lines([user(halves)]).map { String($0.prefix(22)) } == ["items[0..<10].total 1 ", "items[10..<20].total 1"])
  }

  @Test("rows of different instants and a row at the largest index do not disturb folding")
  func rowLimits() {
    let spread = (0..<9).map {
      Turn(time: $0, cause: Cause(.hop, ""), effects: [.set(field: "items[\($0)].n", old: 0, new: 1)])
    }
    #expect(lines(spread).count == 9)
    let high = (0..<9).map { Effect.set(field: "items[\(Int.max - $0)].n", old: 0, new: 1) }
    #expect(lines([user(high)]).count == 1)
  }

  @Test("muted paths are counted, not printed")
  func muting() {
    let printer = OutputPrinter(paths: OutputPaths(muted: PathSelection(["items.total", "tick"])))
    let turn = user([
      .set(field: "items[3].total", old: 0, new: 1), .set(field: "items[3].name", old: 0, new: 1),
      .output(subject: "tick", value: .null), .notified(field: "items[3].total", change: []), .pushed(page: "tick"),
    ])
    let output = printer.output(of: [turn], since: 0)
    #expect(output.lines.map(\.text) == ["items[3].name 0 -> 1", "push tick"])
    #expect(output.mutedCount == 3)
  }

  @Test(
    "a path selects itself and what is below",
    arguments: [
      ("items", "items[3].total", true), ("items.total", "items[3].total", true), ("items[3]", "items[3].total", true),
      ("items[3]", "items[4].total", false), ("items.total", "items[3].totals", false), ("item", "items", false),
      ("items[3].total", "items", false), ("total", "items[3].total", false), ("", "items", false),
      ("items[#a.b]", "items[#a.b].x", true),
    ])
  func paths(_ pattern: String, _ path: String, _ expected: Bool) {
    #expect(PathSelection([pattern]).contains(path) == expected)
  }

  @Test("a repeated path counts once")
  func repeatedPaths() {
    var selection = PathSelection(["a", "b.c", "a"])
    for _ in 1...10_000 { selection.add("b.c") }
    #expect(selection.paths == ["a", "b.c"] && selection == PathSelection(["a", "b.c"]))
  }

  @Test("names that are added one by one mean what they mean together")
  func addedNames() {
    let entries = (0..<200).map {
      NamedValues.Entry("n\($0 % 150)", of: $0 % 3 == 0 ? nil : "f\($0 % 7)", .int($0 % 90))
    }
    var added = NamedValues()
    for entry in entries { added.add([entry]) }
    let whole = NamedValues(entries)
    #expect(added.entries == entries)
    for number in 0..<200 {
      for name in ["n\(number)", "f\(number % 7).n\(number)"] {
        #expect(added.value(named: name) == whole.value(named: name) && added.isName(name) == whole.isName(name))
      }
      for owner in ["f\(number % 7)", "other"] {
        #expect(added.reference(to: .int(number), of: owner) == whole.reference(to: .int(number), of: owner))
      }
    }
  }

  @Test("long samples print by name where they belong, short ones as they are, and what the file names by its name")
  func samples() {
    let names = NamedValues([
      .init("good", of: "phone", [1, 3, 8]), .init("bad", of: "phone", "13"), .init("sid", "s-1"),
    ])
    let turn = user([
      .set(field: "phone", old: "13", new: [1, 3, 8]), .set(field: "other", old: "", new: [1, 3, 8]),
      .replied(service: "authenticate'2", outcome: .ok, value: ["session": "s-1"]),
    ])
    #expect(
      lines([turn], OutputPrinter(names: names)) == [
        #"phone "13" -> $good"#, #"other "" -> [1, 3, 8]"#, "reply authenticate'2 ok {session: $sid}",
      ])
  }

  @Test("whatever the names and values are, a line is one line without control characters")
  func printable() {
    let hostile = "a\u{1B}[2J\n\u{202E}##[error]"
    let effects: [Effect] = [
      .set(field: Name(hostile), old: .null, new: .string(hostile)),
      .moved(region: Name(hostile), from: hostile, to: hostile),
      .output(subject: Name(hostile), value: .string(hostile)), .refused(name: Name(hostile), reason: hostile),
      .crashed(hostile),
      .limit(name: Name(hostile), detail: hostile), .broken(property: Name(hostile)),
      .tie(chosen: Name(hostile), over: [Name(hostile)]),
      .alertShown(title: hostile, message: hostile, buttons: [hostile]),
      .stored(key: Name(hostile), value: .record([Member(hostile, 1)])),
    ]
    for line in lines([user(effects)]) {
      #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }
  }
}
