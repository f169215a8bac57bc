import Testing
import Traces

@testable import Transcripts

struct UpdateTests {
  /// The body of the transcript after an update, and the notes as `LINE: sentence`.
  private static func update(
    _ body: String, _ outputs: [[String]], acceptsLost: Bool = false
  ) throws -> (body: String, notes: [String]) {
    let update = try report(body, outputs).updated(acceptsLost: acceptsLost)
    let head = "%transcript 1\n%machine login@fixed 4f1c9e02a7d3\n%case case\n"
    return (String(update.text.dropFirst(head.count)), update.notes.map { "\($0.line): \($0.sentence)" })
  }

  @Test("a changed line keeps the matchers that still hold, field by field and inside values")
  func matchersSurvive() throws {
    let (body, notes) = try Self.update(
      """
      # of the case
      > tap login
      # of the line
      | +100ms request a {id: <uuid>, name:  "x", n: <int>}

      # of the next
      | push   <glob "home*">
      |? tip "t"
      # at the end
      > back

      """,
      [
        [],
        [
          #"+200ms request a {id: "550e8400-e29b-41d4-a716-446655440000", name: "y", n: 4.5}"#, "new line",
          "push home'2",
        ], [],
      ])
    #expect(
      body == """
        # of the case
        > tap login
        # of the line
        | +200ms request a {id: <uuid>, name: "y", n: 4.5}
        | new line

        # of the next
        | push   <glob "home*">
        |? tip "t"
        # at the end
        > back

        """)
    #expect(notes == ["5: block rewritten"])
  }

  static let updates: [(before: String, actual: [String], after: String)] = [
    ("> x\n# c\n", ["a", "b"], "> x\n| a\n| b\n# c\n"),
    ("> x\n| a\n", ["b", "c"], "> x\n| b\n| c\n"),
    ("> x\n|  title  likes\n", ["  title    likes"], "> x\n|  title  likes\n"),
    ("> x\n|   [0]  a    1\n", ["  [0]  abc  1"], "> x\n|   [0]  abc  1\n"),
    ("> x\n| refused a: <any>\n| b 1\n", ["refused a: not now please", "b 2"], "> x\n| refused a: <any>\n| b 2\n"),
    ("> x\n|/ a 1\n|/ b 1\n| c 1\n", ["b 1", "c 2"], "> x\n|/ a 1\n|/ b 1\n| c 2\n"),
    ("> x\n|/ a 1\n|/ b 1\n| c\n", ["b 2", "c"], "> x\n|/ a 1\n|/ b 2\n| c\n"),
    ("> x\n| a 1\n# never\n|! b\n| c\n", ["a 2", "c"], "> x\n| a 2\n# never\n|! b\n| c\n"),
    ("> x\n|& a\n|& b 1\n|& c\n", ["c", "b 2", "a", "d"], "> x\n|& a\n|& b 2\n|& c\n| d\n"),
    ("> x\n|* request\n| end\n", ["request a", "y", "request b", "end"], "> x\n|* request\n| y\n|* request\n| end\n"),
    ("> x\n|*\n| end 1\n", ["p", "q", "end 2"], "> x\n|*\n| end 2\n"),
    ("> x\n|? a 1\n| b\n", ["a 2", "b"], "> x\n|? a 2\n| b\n"),
    ("> x\n| a [\"p\", <string>, ...]\n", [#"a ["q", "r", "s"]"#], "> x\n| a [\"q\", <string>, ...]\n"),
    ("> x\n| a {p: <int>, q: 1, ...}\n", ["a {o: 0, p: 2, q: 3}"], "> x\n| a {p: <int>, q: 3, ...}\n"),
    ("> x\n| a .f(code: <int>, 1)\n", ["a .f(code: 5, 2)"], "> x\n| a .f(code: <int>, 2)\n"),
    ("> x\n| a <int as n> 1\n| b <=n>\n", ["a 7 2", "b 7"], "> x\n| a <int as n> 2\n| b <=n>\n"),
    ("> x\n| a <int as n>\n| b <=n>\n", ["a \"s\"", "b \"s\""], "> x\n| a \"s\"\n| b \"s\"\n"),
    ("> x\n| a\n# kept\n| b\n", ["c", "d"], "> x\n| c\n# kept\n| d\n"),
    ("> x\n| a 1 <any>\n", ["a 1"], "> x\n| a 1\n"),
    ("> x\n| a 1\n", ["+5ms a 1"], "> x\n| +5ms a 1\n"),
    ("> x\n| +5ms a <int>\n", ["a 1"], "> x\n| a <int>\n"),
    ("> x\n| <any> a 1\n", ["+9ms a 2"], "> x\n| <any> a 2\n"),
  ]

  @Test("an update changes what differs and nothing else", arguments: updates.indices)
  func update(_ index: Int) throws {
    let entry = Self.updates[index]
    let outputs = [["opened"], entry.actual]
    #expect(try Self.update("| opened\n" + entry.before, outputs).body == "| opened\n" + entry.after)
    #expect(try report("| opened\n" + entry.after, outputs).exitCode == .agreed)
  }

  @Test(
    "a line with nothing in its place is dropped only with consent, else the case stays as it is, with all its blocks")
  func lost() throws {
    let body = "> x\n| a\n# why\n| b\n> y\n| c 1\n"
    let outputs = [[], ["a"], ["c 2"]]
    let kept = try Self.update(body, outputs)
    #expect(kept.body == body)
    #expect(
      kept.notes == [
        "3: not updated: 'case': this would drop '| b' with nothing in its place; '--accept-lost' allows it"
      ])
    let refused = try report(body, outputs).updated()
    #expect(!refused.isComplete && !refused.isChanged && refused.refused == [3])
    let dropped = try Self.update(body, outputs, acceptsLost: true)
    #expect(dropped.body == "> x\n| a\n# why\n> y\n| c 2\n")
    #expect(dropped.notes == ["4: lost: | b", "4: block rewritten", "8: block rewritten"])
  }

  @Test("a comment that stays, though the lines below it go, is not shown as gone")
  func keptComment() throws {
    let update = try report("> x\n# one\n| a\n# two\n| b\n> y\n", [[], ["c"], []]).updated(acceptsLost: true)
    #expect(update.text.hasSuffix("> x\n# one\n| c\n# two\n> y\n"))
    let details = update.notes.flatMap(\.details)
    #expect(details == ["  > x", "    # one", "  - | a", "  + | c", "    # two", "  - | b"])
  }

  @Test("a case whose commands changed is rewritten whole or not at all, and what was refused is named with its reason")
  func changedCommands() throws {
    // The first command was to make a request whose number the second refers to; neither is made any more.
    let text = """
      %transcript 1
      %machine a@b
      %case one
      > x
      | a 1
      > y
      | request <int as n>
      > z
      |? late <=n>
      | c 1
      %case two
      > x
      | a 1

      """
    let replies: [CommandReply] = [.output(["a 2"]), .output(["never"]), .output(["c 2"])]
    let update = try Transcript.parse(text).replay(path: "f", with: ScriptedRunner(replies: replies)).updated()
    let notes = update.notes.map { "\($0.line): \($0.sentence)" }
    #expect(
      notes == [
        "3: not updated: 'one': nothing binds 'n'; bind it above with '<any as n>'", "12: block rewritten",
      ])
    #expect(update.refused == [3])
    #expect(update.text == String(text.dropLast("| a 1\n".count)) + "| a 2\n")
  }

  @Test("an update shows every block that it rewrites: the lines that go and those that come")
  func shown() throws {
    let body = (0..<5).map { "| same \($0)\n" }.joined() + "# why\n| a <int> 1\n| b\n> y\n| c \"1\"\n"
    let outputs = [(0..<5).map { "same \($0)" } + ["a 7 2", "b", "d"], ["c \"2\""]]
    let update = try report(body, outputs).updated()
    #expect(
      update.notes.map { ["\($0.line): \($0.sentence)"] + $0.details } == [
        [
          "3: block rewritten", "    … 4 lines stay", "    | same 4", "    # why", "  - | a <int> 1", "  + | a <int> 2",
          "    | b", "  + | d",
        ],
        ["12: block rewritten", "  > y", "  - | c \"1\"", "  + | c \"2\""],
      ])
  }

  @Test("what passes, is skipped, fails as expected or is in error is left alone")
  func untouched() throws {
    for body in ["|   a\n", "%skip x\n| b\n", "%xfail x\n| b\n"] {
      let update = try report(body, [["a"]]).updated(acceptsLost: true)
      #expect(!update.isChanged && update.isComplete && update.notes.isEmpty)
      #expect(update.text == (try transcript(body).print()))
    }
    let mistaken = ScriptedRunner(opening: ["b"], replies: [.mistake(column: 1, sentence: "no")])
    let update = try transcript("| a\n> x\n").replay(path: "f", with: mistaken).updated()
    #expect(!update.isChanged)
  }

  @Test("the mark of a case that passes is removed, and only that line")
  func unmarked() throws {
    let (body, notes) = try Self.update("%xfail slow\n| a\n> x\n| b\n", [["a"], ["b"]])
    #expect(body == "| a\n> x\n| b\n")
    #expect(notes == ["3: passes now: '%xfail slow' removed"])
    let two = try Self.update("%xfail slow\n| a\n%case two\n| c\n", [["a"], []]).body
    #expect(two.hasPrefix("| a\n%case two\n"), "\(two)")
  }

  @Test(
    "an update puts the hash of the machine into the header when every case of the file holds for it, and only then")
  func hash() throws {
    let changed = ScriptedRunner(outputs: [["a"]], hash: "0123456789ab")
    func updated(_ text: String, where isSelected: (TranscriptCase) -> Bool = { _ in true }) throws -> TranscriptUpdate
    {
      try Transcript.parse(text).replay(path: "f", with: changed, where: isSelected).updated()
    }
    let old = "%transcript 1\n%machine a@b 4f1c9e02a7d3\n"
    let new = "%transcript 1\n%machine a@b 0123456789ab\n"
    let same = try updated(old + "%case t\n| a\n")
    #expect(same.text == new + "%case t\n| a\n" && same.isChanged)
    #expect(same.notes.map(\.sentence) == ["header renewed: the machine's hash is now 0123456789ab"])
    let without = try updated("%transcript 1\n%machine a@b\n%case t\n| b\n")
    #expect(without.text == new + "%case t\n| a\n")
    #expect(try !updated(new + "%case t\n| a\n").isChanged)
    let one = try updated(old + "%case t\n| a\n%case u\n| a\n") { $0.title == "t" }
    #expect(!one.isChanged)
    let refused = try updated(old + "%case t\n| b\n%case u\n| a\n| z\n")
    #expect(refused.text == old + "%case t\n| a\n%case u\n| a\n| z\n")
  }

  @Test("an update that would not read any more is refused, and only for its case")
  func refused() throws {
    let text = """
      %transcript 1
      %machine a@b
      %case one
      %let user = "u"
      | name $user
      %case two
      | a
      %case three
      | name <string as n>
      > x
      |? b <=n>

      """
    let report = try Transcript.parse(text).replay(
      path: "f", with: ScriptedRunner(opening: ["name 5"]))
    let update = report.updated()
    #expect(
      update.notes.map { "\($0.line): \($0.sentence)" } == [
        "3: not updated: 'one': '$user' is never used; use it or remove the line", "6: block rewritten",
        "8: not updated: 'three': nothing binds 'n'; bind it above with '<any as n>'",
      ])
    #expect(update.text == text.split(separator: "| a\n").joined(separator: "| name 5\n"))
    #expect(!update.isComplete && update.isChanged)
  }
}
