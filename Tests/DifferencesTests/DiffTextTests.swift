import Differences
import SeededRandom
import Testing
import Traces
import Turns

@Suite("the text of a difference")
struct DiffTextTests {
  private func typed(_ old: Value, _ new: Value, at time: Int = 0) -> Turn {
    DiffFixture.user("paste", "name", value: "x", at: time, .set(field: "name", old: old, new: new))
  }

  /// The text without the three lines of the header.
  private func body(_ a: [Turn], _ b: [Turn]) -> String {
    let text = DiffFixture.text(DiffFixture.trace(a), DiffFixture.trace(b))
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).joined(separator: "\n")
  }

  @Test("a changed value shows both chains, and where it agrees again")
  func changedValue() {
    let last = typed("aa", "cc")
    #expect(
      body(
        [typed("", "aa"), DiffFixture.user("tap", "login"), last],
        [
          typed("", "ab"), DiffFixture.user("tap", "login"), typed("ab", "cc"),
        ]) == """

          step 1  paste name "x"
            ~ name  - "" -> "aa"
                    + "" -> "ab"
              name: 1 later step carries it, re-converges at step 3

          1 difference in 1 step (1 value): breaking
          """)
  }

  @Test("a field that moves alike from apart is carried to the end")
  func carried() {
    func ticks(from start: Int) -> [Turn] {
      (0..<3).map {
        let value = Value.int(start + $0)
        return DiffFixture.user(
          "tap", "plus", .set(field: "count", old: $0 == 0 ? 0 : value, new: .int(start + $0 + 1)))
      }
    }
    #expect(
      body(ticks(from: 0), ticks(from: 10)) == """

        step 1  tap plus
          ~ count  - 0 -> 1
                   + 0 -> 11
            count: 2 later steps carry it, never re-converges

        1 difference in 1 step (1 value): breaking
        """)
  }

  @Test("an inserted step is one finding with what it did")
  func insertedStep() {
    let tap = DiffFixture.user("tap", "login", .refused(name: "login", reason: "disabled"))
    let base = [typed("", "aa"), DiffFixture.user("dismiss", "alert", .alertClosed)]
    #expect(
      DiffFixture.text(DiffFixture.trace(base), DiffFixture.trace([base[0], tap, base[1]])) == """
        - a  login@fixed
        + b  login@fixed
        different stimuli: 2 (a), 3 (b)

        step 2 (b)  tap login
          + the step, only in b
          +   refused login: disabled

        in all
          refused login  1, only in b

        1 difference in 1 step (1 stimulus): additive
        """)
  }

  @Test("a removed step breaks, and what it set stays different")
  func removedStep() {
    let base = [typed("", "aa"), DiffFixture.user("dismiss", "alert", .alertClosed)]
    #expect(
      DiffFixture.text(DiffFixture.trace(base), DiffFixture.trace([base[1]])) == """
        - a  login@fixed
        + b  login@fixed
        different stimuli: 2 (a), 1 (b)

        step 1 (a)  paste name "x"
          - the step, only in a
          -   name "" -> "aa"
            name: 1 later step carries it, never re-converges

        1 difference in 1 step (1 stimulus): breaking
        """)
  }

  @Test("a stimulus with another value is one step, and said")
  func changedStimulus() {
    #expect(
      DiffFixture.text(
        DiffFixture.trace([DiffFixture.user("paste", "name", value: "x")]),
        DiffFixture.trace([DiffFixture.user("paste", "name", value: "y")])) == """
          - a  login@fixed
          + b  login@fixed
          different stimuli: 1 (a), 1 (b)

          step 1  paste name "x"
            ~ stimulus  - paste name "x"
                        + paste name "y"

          1 difference in 1 step (1 stimulus): breaking
          """)
  }

  @Test("a request that only b makes is an addition")
  func addedRequest() {
    let request = Effect.requested(service: "track", input: ["event": "tap"])
    #expect(
      body([DiffFixture.user("tap", "login")], [DiffFixture.user("tap", "login", request)]) == """

        step 1  tap login
          + request track {event: "tap"}

        in all
          request track  1, only in b

        1 difference in 1 step (1 request): additive
        """)
  }

  @Test("a payload that changed is shown by path")
  func changedRequest() {
    func login(_ name: Value, _ password: Value) -> Turn {
      let input: Value = ["name": name, "password": .secret(password), "tags": ["a", "b", "c"]]
      return DiffFixture.user("tap", "login", .requested(service: "authenticate", input: input))
    }
    #expect(
      body([login("aaaaaa", "one")], [login("bbbbbb", "two")]) == """

        step 1  tap login
          ~ request authenticate.name  - "aaaaaa"
                                       + "bbbbbb"
          ~ request authenticate.password  <secret> differs

        1 difference in 1 step (1 request): breaking
        """)
  }

  @Test("equal reactions that change places at one instant are reordered")
  func reordered() {
    let success = Effect.output(subject: "success", value: "s-1")
    let push = Effect.pushed(page: "home")
    #expect(
      body([DiffFixture.user("tap", "login", success, push)], [DiffFixture.user("tap", "login", push, success)]) == """

        step 1  tap login
          ^ push home  before success "s-1" in b, after it in a

        1 difference in 1 step (1 order): breaking
        """)
  }

  @Test("reactions that only come later are one shift, folded over the steps that repeat it")
  func timing() {
    func session(_ delay: Int) -> [Turn] {
      (0..<3).flatMap { _ in
        [
          DiffFixture.user("tap", "login"),
          DiffFixture.reply(
            at: delay, .replied(service: "authenticate", outcome: .ok, value: .null),
            .output(subject: "success", value: true)),
        ]
      }
    }
    #expect(
      body(session(1_000), session(1_500)) == """

        step 1  tap login
          @ +1000ms -> +1500ms  reply authenticate ok nil
                                success true
            ×3, also in step 2; 3

        3 differences in 3 steps (3 timing): timing only
        """)
  }

  @Test("a refusal with another reason is a refusal, not a value")
  func refusal() {
    #expect(
      body(
        [DiffFixture.user("tap", "login", .refused(name: "login", reason: "disabled"))],
        [DiffFixture.user("tap", "login", .refused(name: "login", reason: "covered by an alert"))]) == """

          step 1  tap login
            ~ refused login.reason  - "disabled"
                                    + "covered by an alert"

          1 difference in 1 step (1 refusal): breaking
          """)
  }

  @Test("a secret that differs is said, and never shown")
  func secret() {
    func typed(_ password: String) -> [Turn] {
      [
        DiffFixture.user(
          "set", "password", .set(field: "password", old: .secret(""), new: .secret(.string(password)))),
        DiffFixture.user("set", "password", value: .secret(.string(password))),
      ]
    }
    let text = DiffFixture.text(DiffFixture.trace(typed("hunter2")), DiffFixture.trace(typed("hunter3")))
    #expect(!text.contains("hunter"))
    #expect(
      text == """
        - a  login@fixed
        + b  login@fixed
        different stimuli: 2 (a), 2 (b)

        step 1  set password
          ~ password  <secret> differs
            password: 1 later step carries it, never re-converges

        step 2  set password <secret>
          ~ stimulus  set password <secret> differs

        2 differences in 2 steps (1 stimulus, 1 value): breaking
        """)
    #expect(DiffFixture.text(DiffFixture.trace(typed("x")), DiffFixture.trace(typed("x"))).contains("identical"))
  }

  @Test("a text in another normalisation is different, and the note says why")
  func normalisation() {
    #expect(
      body([typed("", "caf\u{E9}")], [typed("", "cafe\u{301}")]) == """

        step 1  paste name "x"
          ~ name  - "" -> "caf\u{E9}"
                  + "" -> "cafe\u{301}"
            note: the same text, composed differently: U+00E9 (a), U+0065 U+0301 (b)

        1 difference in 1 step (1 value): breaking
        """)
  }

  @Test("characters that cannot be seen are named")
  func invisible() {
    #expect(
      body([typed("", "ab")], [typed("", "a\u{200B}b")]) == """

        step 1  paste name "x"
          ~ name  - "" -> "ab"
                  + "" -> "a\\u{200B}b"
            note: only characters that cannot be seen differ: none (a), U+200B (b)

        1 difference in 1 step (1 value): breaking
        """)
  }

  @Test("a list differs by element: changed, taken out and put in")
  func lists() {
    func items(_ values: [Value]) -> [Turn] {
      [DiffFixture.user("tap", "load", .set(field: "items", old: [], new: .list(values)))]
    }
    let a: [Value] = [["id": 1, "total": "10"], ["id": 2, "total": "20"], ["id": 3, "total": "30"], 5]
    let b: [Value] = [["id": 1, "total": "11"], ["id": 2, "total": "20"], 4, 5, 6]
    #expect(
      body(items(a), items(b)) == """

        step 1  tap load
          ~ items[0].total  - "10"
                            + "11"
          ~ items[2]  - {id: 3, total: "30"}
                      + 4
          ~ items[4]  + 6

        1 difference in 1 step (1 value): breaking
        """)
  }

  @Test("the words of an alert are text")
  func alertWords() {
    func failed(_ title: String) -> [Turn] {
      [DiffFixture.user("tap", "login", .alertShown(title: title, message: "用户名或密码错误", buttons: ["确定"]))]
    }
    #expect(
      body(failed("登录失败"), failed("登陆失败")) == """

        step 1  tap login
          ~ alert.title  - "登录失败"
                         + "登陆失败"

        1 difference in 1 step (1 text): breaking
        """)
  }

  @Test("what the headers differ in comes first, and initial values are the opening's")
  func headers() {
    let a = DiffFixture.trace([], definition: "aa", case: "one", fields: [Member("name", "")])
    var b = DiffFixture.trace([], of: "user@fixed", definition: "bb", case: "two", fields: [Member("name", .null)])
    b.end = nil
    #expect(
      DiffFixture.text(a, b) == """
        - a  login@fixed  aa
        + b  user@fixed   bb
        different definitions
        different cases: "one" (a), "two" (b)
        same stimuli: 0
        b is truncated: anything after its last step is not known

        step 0  opening
          ~ name  - ""
                  + nil

        1 difference in 1 step (1 value): breaking
        """)
  }

  @Test("names from a trace cannot move the cursor")
  func hostileNames() {
    let text = body([], [DiffFixture.user("tap\u{1B}[2J", "a\nb", .crashed("x\u{202E}y"))])
    #expect(!text.unicodeScalars.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
    #expect(text.contains("step 1 (b)  tap\\u{1B}[2J a\\nb"))
  }

  @Test("where the alignment was coarse is said before the steps")
  func coarse() {
    var random = SplitMix64(seed: 3)
    let noise = (0..<2).map { _ in
      DiffFixture.trace((0..<3_000).map { _ in DiffFixture.user("tap", "b\(random.below(4))") })
    }
    let lines = DifferencePrinter().lines(TraceDifference(from: noise[0], to: noise[1]))
    #expect(lines[2] == "different stimuli: 3000 (a), 3000 (b)")
    #expect(lines[3].hasPrefix("aligned coarsely: steps 1-"))
    #expect(lines[3].hasSuffix("(b); more steps may match"))
  }

  @Test("an application that is opened once more begins a step")
  func openedAgain() {
    func session(_ page: String) -> [Turn] {
      [
        DiffFixture.user("tap", "leave"),
        Turn(time: 10, cause: Cause(.open, "open"), effects: [.pushed(page: Name(page))]),
      ]
    }
    #expect(
      body(session("login"), session("home")) == """

        step 2  restart
          ~ push  - login
                  + home

        in all
          push home   1, only in b
          push login  1, only in a

        1 difference in 1 step (1 transition): breaking
        """)
  }
}
