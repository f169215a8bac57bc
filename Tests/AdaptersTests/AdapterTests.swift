import Foundation
import PtySupport
import Testing

/// Unchanged classes under the whole tool, in processes of their own.
@Suite("A class behind an adapter")
struct AdapterTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// What the console prints for some commands, without the commands.
  private func session(_ lines: String...) throws -> [String] {
    let run = try FixtureRun(["repl"], lines: lines, in: folder)
    #expect(run.errors == "", "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("> ") }
  }

  // MARK: The console

  @Test("edits, sleeps, requests and assignments are turns, and an undo makes the calls again")
  func search() throws {
    let lines = try session(
      "open search@class", "set query \"a\"", "advance", "set query \"ab\"", "timers", "advance", "undo", "advance",
      "fields")
    #expect(
      lines.dropFirst() == [
        #"| query "" -> "a""#, "| +300ms isLoading false -> true", #"| +300ms request search "a""#,
        #"| query "a" -> "ab""#, "  reply search  reply  due in 200ms", "  query         delay  due in 300ms",
        #"| +200ms reply search ok ["for a"]"#, #"| +200ms results [] -> ["for a"]"#,
        "| +200ms isLoading true -> false", "  undone: advance", #"| +200ms reply search ok ["for a"]"#,
        #"| +200ms results [] -> ["for a"]"#, "| +200ms isLoading true -> false",
        "  branch 1 is kept with its 4 commands; 'switch 1' returns to it", #"  query      "ab"       String"#,
        #"  results    ["for a"]  [String], computed"#, "  isLoading  false      Bool, computed",
        "  5 commands, 0 mistakes",
      ])
  }

  @Test("jobs that are held are fired by the name of the input that made them")
  func held() throws {
    let lines = try session(
      "open search@class", "hold set query \"a\"", "timers", "fire query", "timers", "settle")
    #expect(
      lines.dropFirst() == [
        #"| query "" -> "a""#, "  query  hop  due now", "  query  delay  due in 300ms", "  3 commands, 0 mistakes",
      ])
  }

  @Test("a cancelled task ends its sleep and its request")
  func cancelled() throws {
    let lines = try session(
      "open search@fixed", "set query \"a\"", "set query \"ab\"", "timers", "advance", "set query \"a\"", "requests")
    #expect(
      lines.dropFirst() == [
        #"| query "" -> "a""#, #"| query "a" -> "ab""#, "  query  delay  due in 300ms",
        "| +300ms isLoading false -> true", #"| +300ms request search "ab""#, #"| query "ab" -> "a""#,
        "| cancelled search", "| isLoading true -> false", "  no request is under way", "  4 commands, 0 mistakes",
      ])
  }

  @Test("an async method has a region; its error is of the class's own type, and a subject sends it")
  func login() throws {
    let lines = try session(
      "open login@class", "set name \"li\"", "tap login", "tap login", "reply authenticate fail \"no\"", "dismiss",
      "reply authenticate'2 ok", "tap login", "reply authenticate error \"down\"", "dismiss")
    #expect(
      lines.dropFirst(3) == [
        #"| name "" -> "li""#, "| login idle -> executing", "| isBusy false -> true", #"| request authenticate "li""#,
        "| login executing -> executing", #"| request authenticate'2 "li""#, "| isBusy true -> false",
        #"| login.failed "rejected(\"no\")""#, #"| alert "Not logged in" "rejected(\"no\")" ["OK"]"#,
        #"| broken "busy while a login is under way""#, "| alert closed", #"| greeting "" -> "hello li""#,
        #"| badges [] -> [{title: "hello li", count: 0}]"#, "| login executing -> succeeded",
        "| login succeeded -> executing", "| isBusy false -> true", #"| request authenticate "li""#,
        #"| failed "offline""#, "| isBusy true -> false", #"| login.failed "offline""#, "| login executing -> failed",
        #"| alert "Not logged in" "offline" ["OK"]"#, "| alert closed", "  9 commands, 0 mistakes, 1 broken property",
      ])
  }

  @Test("a request times out, and what the class may set alone cannot be assigned")
  func timeout() throws {
    let run = try FixtureRun(
      ["repl"],
      lines: ["open login@class", "service authenticate never", "tap login", "advance", "assign isBusy true"],
      in: folder)
    #expect(run.output.contains("| +2000ms reply authenticate error \"timed out\"\n"), "\(run.output)")
    #expect(run.output.contains("| +2000ms login executing -> failed\n"))
    #expect(run.errors.contains("error[E1012]: stdin:5:8: 'isBusy' is computed"), "\(run.errors)")
  }

  @Test("detached tasks, actors, groups, streams and clocks are played; the class is not observable")
  func shapes() throws {
    let lines = try session(
      "open shapes@class", "send detached", "send actorCall", "send group", "advance 30ms", "send stream",
      "advance 200ms", "send clock", "advance", "send updates \"new\"", "state", "fields seen")
    let seen = [
      #""detached""#, #""actor 1""#, #""group [3, 2, 1]""#, #""stream 0""#, #""stream 1""#, #""slept 0.25 seconds""#,
      #""update new""#,
    ]
    #expect(lines.contains("  object  alive"), "\(lines)")
    #expect(lines.contains { $0.contains("[\(seen.joined(separator: ", "))]") }, "\(lines)")
  }

  @Test("objects in a list are rows with a key, which keep what they are when they are moved; rows have rows")
  func rows() throws {
    let lines = try session(
      "open feed@class", "tap load", "tap items[#3].like", "tap turn", "advance", "set items[#7].note \"n\"",
      "tap items[#3].reply", "send items[#3].replies[#1].see", "tap items[1].like", "tap remove", "advance",
      "fields")
    let gone = lines.filter { $0.hasPrefix("| items ") }.last
    #expect(
      lines.filter { !$0.hasPrefix("| items ") }.dropFirst(2) == [
        "| items[1].like idle -> executing", "| items[1].canLike true -> false", "| request send 3",
        "| +100ms reply send ok 1", "| +100ms items[0].likes 0 -> 1", "| +100ms items[0].canLike false -> true",
        "| +100ms items[0].like executing -> succeeded", #"| items[1].note "" -> "n""#,
        #"| items[0].replies [] -> [{text: "1", isSeen: false, object: .alive}]"#,
        "| items[0].replies[0].isSeen false -> true", "| items[1].like idle -> executing",
        "| items[1].canLike true -> false", "| request send 7", "| +100ms reply send ok 1",
        "| +100ms items[0].likes 0 -> 1", "| +100ms items[0].canLike false -> true",
        "| +100ms items[0].like executing -> succeeded",
        #"  items  [{id: 7, note: "n", likes: 1, canLike: true, replies: [], object: .alive, like: .succeeded}]  [record]"#,
        "  10 commands, 0 mistakes",
      ])
    #expect(
      gone?.hasSuffix(
        #"-> [{id: 7, note: "n", likes: 0, canLike: false, replies: [], object: .alive, like: .executing}]"#) ?? false)
  }

  @Test("each row is held to the laws of its adapter; an undo finds the rows again")
  func lawsOfRows() throws {
    let lines = try session(
      "open feed@class", "tap load", "tap items[#3].like", "reply send ok 3", "undo", "reply send ok 2", "tap turn",
      "tap items[#3].like", "reply send ok 3")
    #expect(lines.filter { $0.hasPrefix("| broken") }.count == 2, "\(lines)")
    #expect(lines.contains("| items[0].likes 2 -> 3"), "\(lines)")
    #expect(lines.contains(#"| broken "items[0]: a row has at most two likes""#), "\(lines)")
  }

  @Test("a property that holds something shows an alert or pages, and what the user leaves is taken out of it")
  func alertsAndPages() throws {
    let lines = try session(
      "open shop@class", "tap buy", "tap open 4", "send buy", "advance", "dismiss", "screen", "back", "send open 5",
      "send buy", "reply pay fail", "dismiss", "back", "tap leave", "dismiss")
    #expect(
      lines.dropFirst(3) == [
        "| refused buy: disabled, canBuy is false", "| path [] -> [.detail(4)]", "| canBuy false -> true",
        "| push detail", "| buy idle -> executing", "| request pay 1", #"| +100ms reply pay ok "paid""#,
        #"| +100ms notice "" -> "paid""#, "| +100ms path [.detail(4)] -> [.detail(4), .receipt]",
        "| +100ms buy executing -> succeeded", #"| +100ms alert "Notice" "paid" ["OK"]"#, "| +100ms push receipt",
        "| alert closed", #"| notice "paid" -> """#, "  shop > detail > receipt", "  == receipt ==", "| pop receipt",
        "| path [.detail(4), .receipt] -> [.detail(4)]", "| path [.detail(4)] -> [.detail(5)]", "| pop detail",
        "| push detail", "| buy succeeded -> executing", "| request pay 1", #"| problem nil -> {text: "declined"}"#,
        "| buy executing -> succeeded", #"| alert "Not paid" "declined" ["OK"]"#, "| alert closed",
        #"| problem {text: "declined"} -> nil"#, "| pop detail", "| path [.detail(5)] -> []",
        "| canBuy true -> false", "| asksToLeave false -> true", #"| alert "Leave?" "" ["Stay"]"#, "| alert closed",
        #"| problem nil -> {text: "stayed"}"#, "| asksToLeave true -> false",
        #"| alert "Not paid" "stayed" ["OK"]"#, "  13 commands, 0 mistakes",
      ])
  }

  @Test("an actor is an object too: what it holds is read between its jobs")
  func actor() throws {
    let lines = try session("open counter@class", "send add", "send add", "advance")
    #expect(
      lines.dropFirst(2) == [
        "| add idle -> executing", "| add executing -> executing", "| +10ms count 0 -> 1", #"| +10ms log [] -> ["1"]"#,
        #"| +10ms log ["1"] -> ["1", "1"]"#, "| +10ms add executing -> succeeded",
        #"| +10ms broken "every call counts""#, "  3 commands, 0 mistakes, 1 broken property",
      ])
  }

  // MARK: Files, searches and comparisons

  @Test("what was recorded is replayed without a difference")
  func replay() throws {
    _ = try session(
      "open search@class", "set query \"a\"", "advance", "hold set query \"ab\"", "fire query", "settle", "advance",
      "save late.transcript")
    let run = try FixtureRun(["replay", "late.transcript"], in: folder)
    #expect(run.code == 0, "\(run.output)\(run.errors)")
  }

  @Test("a search finds the late answer of the class, with a shortest script")
  func explore() throws {
    let run = try FixtureRun(["explore", "search@class", "--domain", "any", "--depth", "6"], in: folder)
    #expect(
      run.code == 1 && run.output.hasPrefix("broken \"results belong to the query\" (queued on the main queue: query)"))
    #expect(
      run.output.contains(
        """
          open search@class
          service search manual
          set query $a
          advance
          set query $ab
          reply search ok
          advance
          reply search fail

        """), "\(run.output)\(run.errors)")
  }

  @Test("a search tries sleeps that end at one instant in every order; jobs of the main actor keep theirs")
  func races() throws {
    let run = try FixtureRun(["explore", "race@class", "--depth", "3"], in: folder)
    #expect(run.output.contains("broken \"the first task is first\""), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("the main actor keeps its order"), "\(run.output)")
    let fired = try FixtureRun(
      ["repl"], lines: ["open race@class", "hold send ordered", "fire ordered'2"], in: folder)
    #expect(
      (fired.output + fired.errors).contains("the main actor runs its jobs in the order in which they were enqueued"),
      "\(fired.output)\(fired.errors)")
  }

  @Test(
    "the orders that a search tries are those of brute force",
    arguments: [
      ("sleepers", [["a"], ["b"], ["c"]], true), ("jobs", [["a", "b", "c"]], true),
      ("mixed", [["a", "b"], ["c"]], false),
    ])
  func orders(input: String, lanes: [[String]], areFree: Bool) throws {
    // The sleeps of 'mixed' end at 50, 100 and 100 ms, so 'a' is first.
    let expected = Self.merges(of: lanes).filter { areFree || $0.hasPrefix("a") }
    let all = ["abc", "acb", "bac", "bca", "cab", "cba"]
    let lines =
      ["open instants@class", "hold send \(input)"] + all.map { "explore --never order = \"\($0)\"" }
    let run = try FixtureRun(["repl"], lines: lines, in: folder)
    #expect(run.errors == "", "\(run.errors)")
    let found = all.filter { run.output.contains("broken \"never order = \"\($0)\"\"") }
    #expect(found == expected.sorted(), "\(run.output)")
  }

  /// Every order of the elements that keeps the order in each lane.
  private static func merges(of lanes: [[String]]) -> [String] {
    let open = lanes.indices.filter { !lanes[$0].isEmpty }
    if open.isEmpty { return [""] }
    return open.flatMap { index in
      var rest = lanes
      let first = rest[index].removeFirst()
      return merges(of: rest).map { first + $0 }
    }
  }

  @Test("a loop that sleeps for ever is found, by the name of its input; the tickers of the corpus end and are not")
  func ticking() throws {
    let run = try FixtureRun(["explore", "shapes@class", "--states", "300"], in: folder)
    #expect(run.code == 1, "\(run.output)\(run.errors)")
    #expect(
      run.output.hasPrefix(
        """
        time alone never comes to rest: delay loop, 2 times:
          open shapes@class
          send loop
          # again and again:
          advance

        """), "\(run.output)\(run.errors)")
  }

  @Test("a search of the fixed class ends, and finds nothing")
  func complete() throws {
    let run = try FixtureRun(["explore", "search@fixed", "--no-races"], in: folder)
    #expect(run.code == 0 && run.output.contains("nothing found; complete"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("  states with equal visible values count as one"))
  }

  @Test(
    "a search says the same with several workers, which are copies of the process",
    arguments: [
      ["search@fixed", "--no-races"], ["search@class", "--states", "500"], ["late-answer@fixed", "--services", "any"],
      ["shapes@class", "--states", "400"], ["logout@broken", "--services", "any"], ["processes@class", "--depth", "9"],
      ["processes@trap", "--depth", "7"], ["processes@queue", "--depth", "8"],
    ])
  func workers(arguments: [String]) throws {
    let runs = try ["1", "3"].map { try FixtureRun(["explore"] + arguments + ["--jobs", $0], in: folder) }
    #expect(runs[0].output == runs[1].output && runs[0].code == runs[1].code, "\(runs[1].output)\(runs[1].errors)")
  }

  @Test("copies of the process expand states; one that traps leaves the trap to the process that reports it")
  func copies() throws {
    let run = try FixtureRun(["explore", "processes@class", "--depth", "9", "--jobs", "2"], in: folder)
    #expect(run.code == 1 && run.output.contains("broken \"no step is made five times\""), "\(run.output)\(run.errors)")
    let noted = try String(contentsOfFile: folder.path("processes"), encoding: .utf8)
    #expect(Set(noted.split(separator: "\n")).count > 2)
    let trapped = try FixtureRun(["explore", "processes@trap", "--depth", "7", "--jobs", "2"], in: folder)
    #expect(trapped.code == 1 && trapped.output.contains("your code trapped: one, two, three"), "\(trapped.output)")
  }

  /// The classes of the corpus, with the law that the broken one breaks.
  private static let corpus = [
    "double-tap": "one post at a time", "late-answer": "the result is that of the query",
    "refresh": "pages are in order", "initial-load": "what was typed stays", "paging": "no page is there twice",
    "logout": "nothing is shown after a logout", "retry": "it loads while a request is open",
    "cell": "the image is that of the row", "spinner": "nothing turns for ever", "token": "one token is fetched",
    "toggle": "what is shown is saved", "debounce": "one search at a time", "alerts": "every failure can be read",
    "lost-update": "every call counts", "ticker": "one loop runs", "optimistic": "what is shown is saved",
    "two-loads": "it turns while it loads", "validation": "the valid name is this one",
    "cleared": "no results without a query", "closed": "what is closed pushes nothing",
  ]

  @Test("a search finds each broken class of the corpus with at most six commands, and nothing in the fixed ones")
  func searchCorpus() throws {
    let names = Self.corpus.keys.sorted()
    // The broken ones are found without races; the fixed ones are searched with them.
    let lines = names.flatMap { name in
      [
        "open \(name)@broken", "explore 6 --services any --no-races --states 150", "open \(name)@fixed",
        "explore 6 --services any --states 150",
      ]
    }
    let run = try FixtureRun(["repl"], lines: lines, in: folder)
    #expect(run.errors == "", "\(run.errors)")
    let pieces = run.output.components(separatedBy: ": Of the corpus\n").dropFirst()
    try #require(pieces.count == 2 * names.count)
    for (index, piece) in pieces.enumerated() {
      let name = names[index / 2]
      if index.isMultiple(of: 2) {
        #expect(piece.hasPrefix("  broken \"\(Self.corpus[name] ?? "")\""), "\(name): \(piece)")
      } else {
        #expect(piece.contains("    \(name)@fixed: nothing found"), "\(name): \(piece)")
      }
    }
  }

  @Test("a class does the same in 20 fresh processes that load the machine")
  func freshProcesses() throws {
    let run = try FixtureRun(["flakes", "20"], in: folder)
    #expect(
      run.output.hasPrefix("classes in fresh processes, 20 runs each: 0 differ\nordinary tests, "), "\(run.output)")
  }

  @Test("the fixed class does what the chart does, and the other one does not")
  func compare() throws {
    let equal = try FixtureRun(["compare", "search@fixed", "search@chart"], in: folder)
    #expect(equal.code == 0, "\(equal.output)\(equal.errors)")
    let different = try FixtureRun(["compare", "search@class", "search@chart", "--states", "50"], in: folder)
    #expect(different.code == 1 && different.output.contains("isLoading true -> false"), "\(different.output)")
  }
}
