import Foundation
import Testing
import Traces

@testable import Transcripts

struct FailureTextTests {
  private static func text(_ body: String, _ outputs: [[String]]) throws -> String {
    FailureText(executable: "signalbox").lines(of: [try report(body, outputs)]).joined(separator: "\n")
  }

  @Test("a changed line shows expected and actual with a caret under the first different field")
  func changed() throws {
    let body = """
      > tap login
      | login idle -> executing
      > advance
      | +1000ms reply a fail "x"
      | +1000ms alert "登录失败" "用户名" ["确定"]
      | +1000ms push home
      > dismiss
      | alert closed
      > back
      | b

      """
    let outputs = [
      [], ["login idle -> executing"],
      [#"+1000ms reply a fail "x""#, #"+1000ms alert "登录失败" "密码" ["确定"]"#, "+1000ms push home"], ["c"], [],
    ]
    #expect(
      try Self.text(body, outputs) == """
        login.transcript:6: failed: case
          same machine, different behaviour
          > advance
            | +1000ms reply a fail "x"
          - | +1000ms alert "登录失败" "用户名" ["确定"]
          + | +1000ms alert "登录失败" "密码" ["确定"]
                                       ^
            | +1000ms push home
          review: signalbox replay --review login.transcript:6
          open:   signalbox repl login.transcript:6
        login.transcript:10: differs too: case
          > dismiss
          - | alert closed
              missing
          + | c
          review: signalbox replay --review login.transcript:10
          open:   signalbox repl login.transcript:10
        login.transcript:12: differs too: case
          > back
          - | b
              missing
          review: signalbox replay --review login.transcript:12
          open:   signalbox repl login.transcript:12
        """)
  }

  @Test("the caret stands under the innermost difference of a value")
  func innermost() throws {
    let text = try Self.text(
      #"| request a {name: "用户", list: [1, <int>, .failed(code: 3)], id: <any>}"# + "\n",
      [[#"request a {name: "用户", list: [1, 2, .failed(code: 4)], id: 7}"#]])
    #expect(
      text == """
        login.transcript:3: failed: case
          same machine, different behaviour
          - | request a {name: "用户", list: [1, <int>, .failed(code: 3)], id: <any>}
          + | request a {name: "用户", list: [1, 2, .failed(code: 4)], id: 7}
                                                                  ^
          review: signalbox replay --review login.transcript:3
          open:   signalbox repl login.transcript:3
        """)
  }

  @Test("texts that look the same are said to be composed differently")
  func composition() throws {
    let text = try Self.text("| name \"\" -> \"é\"\n", [["name \"\" -> \"e\u{301}\""]])
    #expect(
      text.contains("                 ^ these look the same but are composed differently (NFC and NFD)\n"))
  }

  static let whereabouts: [(body: String, outputs: [[String]], note: String)] = [
    ("| +100ms a\n", [["+250ms a"]], "      ^ due 150 ms later"),
    ("| +100ms a b\n| +100ms c\n", [["+50ms c", "+300ms a b"]], "      due 50 ms earlier"),
    ("| push home\n| a\n| b\n", [["a", "b", "push home"]], "      in another order"),
    ("> x\n| push home\n| a\n> y\n| b\n", [[], ["a"], ["b", "push home"]], "      now in command 2"),
    (
      "> x\n| +9ms reply load ok 1\n| a\n> y\n| b\n", [[], ["a"], ["cancelled load", "b"]],
      "      cancelled in command 2"
    ),
    ("> x\n| home a\n| home reply load ok 1\n", [[], ["home a", "home cancelled load"]], "      cancelled"),
    ("| z\n> x\n| a\n", [[], ["a", "z"]], "      now in command 1"),
    ("| z\n| y\n", [["y"]], "      missing"),
  ]

  @Test("a missing line says what became of it", arguments: whereabouts.indices)
  func missing(_ index: Int) throws {
    let entry = Self.whereabouts[index]
    let text = try Self.text(entry.body, entry.outputs)
    #expect(text.contains("\n" + entry.note + "\n"))
  }

  @Test("matching lines far from a difference are counted, not shown")
  func elided() throws {
    let body = (0..<9).map { "| a\($0)\n" }.joined()
    let text = try Self.text(body, [(0..<9).map { "a\($0)" } + ["::error::x\u{1B}[0m"]])
    #expect(
      text == """
        login.transcript:3: failed: case
          same machine, different behaviour
            … 7 lines match
            | a7
            | a8
          + | ::error::x\\u{1B}[0m
          review: signalbox replay --review login.transcript:3
          open:   signalbox repl login.transcript:3
        """)
  }

  @Test("failures of one cause are shown once, with the places of the others")
  func grouped() throws {
    let text = """
      %transcript 1
      %machine a@b 000000000000
      %case one
      | x 1
      %case two
      > y
      | x 1
      %case three
      | x 2

      """
    let document = try Transcript.parse(text)
    let runner = ScriptedRunner(opening: ["x 3"], replies: [.output(["x 3"])])
    let first = document.replay(path: "a b.transcript", with: runner) { $0.title != "two" }
    let second = try Transcript.parse(text).replay(
      path: "it's", with: ScriptedRunner(opening: [], replies: [.output(["x 3"])])
    ) {
      $0.title == "two"
    }
    #expect(
      FailureText(executable: "box").lines(of: [first, second]).joined(separator: "\n") == """
        a b.transcript:3: failed: one
          the machine changed: recorded with 000000000000, now 4f1c9e02a7d3
          - | x 1
          + | x 3
                ^
          review: box replay --review 'a b.transcript:3'
          open:   box repl 'a b.transcript:3'
          the same in 1 more place: it's:6
        a b.transcript:8: failed: three
          the machine changed: recorded with 000000000000, now 4f1c9e02a7d3
          - | x 2
          + | x 3
                ^
          review: box replay --review 'a b.transcript:8'
          open:   box repl 'a b.transcript:8'
        """)
    #expect("it's".asShellWord == #"'it'\''s'"#)
  }

  @Test("after 100 cases in error the others are only counted; failures are shown")
  func manyErrors() {
    let errors = (1...103).map {
      LocatedFailure(kind: .error, path: "f", line: $0, sentence: "error: no", details: ["  in the case: \($0)"])
    }
    let failed = LocatedFailure(kind: .failed, path: "f", line: 200, sentence: "failed: last", details: [])
    let lines = (errors + [failed]).groupedLines
    #expect(
      lines.suffix(4) == [
        "f:100: error: no", "  in the case: 100", "f:200: failed: last", "further cases in error, not shown: 3",
      ])
    #expect(lines.count == 202 && errors.prefix(100).groupedLines.count == 200)
  }

  @Test("what is gone when a difference is accepted is counted below it, and every other is shown")
  func followers() throws {
    let body = "> x\n| login idle -> busy\n> y\n| login busy -> idle\n> z\n| a 1\n"
    let text = try Self.text(body, [[], ["login idle -> failed"], ["login failed -> idle"], ["a 2"]])
    #expect(
      text == """
        login.transcript:4: failed: case
          same machine, different behaviour
          > x
          - | login idle -> busy
          + | login idle -> failed
                            ^
          1 later command no longer differs when this is accepted: line 6
          review: signalbox replay --review login.transcript:4
          open:   signalbox repl login.transcript:4
        login.transcript:8: differs too: case
          > z
          - | a 1
          + | a 2
                ^
          review: signalbox replay --review login.transcript:8
          open:   signalbox repl login.transcript:8
        """)
  }

  @Test("of very many differences in one case the first twenty are shown, and the others told by their lines")
  func veryMany() throws {
    let body = (0..<33).map { "> x\n| a\($0) 1\n" }.joined()
    let text = try Self.text(body, [[]] + (0..<33).map { ["a\($0) 2"] })
    #expect(text.components(separatedBy: "differs too").count == 20)
    #expect(
      text.hasSuffix(
        "\nlogin.transcript:44: 13 more of this case: case\n  at line 44, 46, 48, 50, 52, 54, 56, 58, 60, 62 and 3 more"
      ))
  }

  @Test("a case that passes against its expectation is told")
  func unexpectedPass() throws {
    #expect(
      try Self.text("%xfail #9\n| a\n", [["a"]]) == """
        login.transcript:3: passed unexpectedly: case
          '%xfail #9' expects a failure; remove that line
        """)
  }
}
