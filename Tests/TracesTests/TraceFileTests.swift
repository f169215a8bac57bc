import SeededRandom
import Testing
import Turns

@testable import Traces

@Suite("The trace file")
struct TraceFileTests {
  static let login = Trace(
    header: Trace.Header(
      machine: "login@fixed", definition: "4f1c9e02a7d3", title: "密码错误后重试成功", phase: [RegionState("login", "idle")],
      fields: [Member("loginEnabled", false), Member("name", ""), Member("password", .secret(""))]),
    turns: [
      Turn(
        time: 0, cause: Cause(.user, "paste", on: "name", value: "1aaaaaa!"),
        effects: [
          .set(field: "name", old: "", new: "1aaaaaa!"), .set(field: "loginEnabled", old: false, new: false),
          .set(field: "name", old: "1aaaaaa!", new: "aaaaaa"),
        ]),
      Turn(time: 0, cause: Cause(.hop, "nothing")),
      Turn(
        time: 0, cause: Cause(.user, "tap", on: "login"),
        effects: [
          .moved(region: "login", from: "idle", to: "validating"),
          .moved(region: "login", from: "validating", to: "executing"),
          .requested(service: "authenticate", input: ["name": "aaaaaa", "password": .secret("b")]),
        ]),
      Turn(
        time: 1_000, cause: Cause(.reply, "fail", on: "authenticate", value: "用户名或密码错误"),
        effects: [
          .replied(service: "authenticate", outcome: .fail, value: "用户名或密码错误"),
          .moved(region: "login", from: "executing", to: "failed"), .output(subject: "fail", value: "用户名或密码错误"),
        ]),
      Turn(
        time: 1_000, cause: Cause(.user, "tap", on: "buy"),
        effects: [.refused(name: "buy", reason: "no transition in failed")]),
      Turn(time: 1_000, cause: Cause(.user, "advance")),
    ], end: Trace.End(phase: [RegionState("login", "failed")], time: 1_000))

  static let loginText = ##"""
    {"trace":1,"machine":"login@fixed","definition":"4f1c9e02a7d3","case":"密码错误后重试成功","phase":{"login":"idle"},"fields":{"loginEnabled":false,"name":"","password":{"#secret":1}}}
    {"by":"user","event":"paste","on":"name","value":"1aaaaaa!","set":{"name":["1aaaaaa!","aaaaaa"]}}
    {"by":"user","event":"tap","on":"login","to":{"login":["validating","executing"]},"requests":[{"start":"authenticate","input":{"name":"aaaaaa","password":{"#secret":1}}}]}
    {"by":"reply","event":"fail","on":"authenticate","dt":1000,"value":"用户名或密码错误","to":{"login":["failed"]},"outputs":[{"fail":"用户名或密码错误"}],"requests":[{"end":"authenticate"}]}
    {"by":"user","event":"tap","on":"buy","refused":"no transition in failed"}
    {"by":"user","event":"advance"}
    {"end":true,"phase":{"login":"failed"},"ms":1000,"lines":6,"fingerprint":"57e1d7804074872b00e88741d4f00fa9"}

    """##

  /// One turn with every effect, in the order in which reading gives them.
  static let everything: [Effect] = [
    .timerFired(name: "tick"), .replied(service: "a", outcome: .ok, value: 1),
    .replied(service: "b", outcome: .error, value: .null),
    .set(field: "name", old: "", new: "x"), .set(field: "list", old: .null, new: [1]),
    .set(field: "list", old: [1], new: []),
    .set(field: "#odd", old: .null, new: 1), .set(field: "password", old: .secret(.null), new: .secret(1)),
    .set(field: "password", old: .secret(1), new: .secret(2)), .moved(region: "login", from: "idle", to: "b"),
    .moved(region: "other", from: "", to: "c"), .output(subject: "done", value: .null), .pushed(page: "home"),
    .output(subject: "push", value: "home"), .output(subject: "#x", value: 1), .output(subject: "alert", value: .null),
    .popped(page: "home"), .alertShown(title: "t", message: "m", buttons: ["ok"]), .alertClosed, .hudShown("h"),
    .hudClosed,
    .tipShown("t"), .tipClosed, .requested(service: "a", input: ["x": 1]), .requested(service: "a'2", input: .null),
    .cancelled(service: "a"), .late(service: "a", outcome: .fail, value: "v"),
    .late(service: "a", outcome: .ok, value: .null),
    .timerStarted(name: "tick", delay: 2_000), .stored(key: "phone", value: "138"), .stored(key: "phone", value: .null),
    .logged("+empty completed", nil), .logged("a next", 1), .logged("", .null),
    .notified(field: "user.name", change: [Member("old", "a"), Member("new", "b")]),
    .refused(name: "login", reason: "busy"),
    .refused(name: "tap", reason: "covered"), .broken(property: "never two"),
    .tie(chosen: "reply", over: ["timer", "hop"]),
    .limit(name: "microsteps", detail: "a b"), .crashed("index out of range"),
  ]

  @Test("a login is written as FORMATS shows it")
  func example() {
    #expect(TraceFile.encode(Self.login) == Self.loginText)
  }

  @Test("what is read writes the same bytes and folds without contradiction")
  func rereads() throws {
    let trace = try TraceFile.decode(Array(Self.loginText.utf8))
    #expect(trace.turns.count == 5)
    #expect(
      trace.turns[0].effects == [
        .set(field: "name", old: "", new: "1aaaaaa!"), .set(field: "name", old: "1aaaaaa!", new: "aaaaaa"),
      ])
    #expect(trace.turns[2].time == 1_000)
    #expect(trace.turns[2].effects.first == .replied(service: "authenticate", outcome: .fail, value: "用户名或密码错误"))
    #expect(TraceFile.encode(trace) == Self.loginText)
    #expect(trace.mismatches() == [])
    #expect(Self.login.mismatches() == [])
  }

  @Test("every effect comes back from its line")
  func everyEffect() throws {
    let header = Trace.Header(
      machine: "m", definition: "d", phase: [RegionState("login", "idle")],
      fields: [Member("name", ""), Member("password", .secret(.null))])
    let causes = [
      Cause(.user, "reply", on: "a", value: .null, isHeld: true), Cause(.timer, "tick"),
      Cause(.reply, "ok", on: "a", value: 1),
      Cause(.delay, "later"), Cause(.hop, "hop", on: "login"),
    ]
    for cause in causes {
      let turn = Turn(time: 7, cause: cause, effects: Self.everything)
      let end = Trace.End(phase: [RegionState("login", "b"), RegionState("other", "c")], time: 8)
      let trace = Trace(header: header, turns: [turn], end: end)
      let text = TraceFile.encode(trace)
      #expect(try TraceFile.decode(Array(text.utf8)) == trace)
      #expect(trace.mismatches() == [])
    }
  }

  @Test("the turn with every effect has one of each kind")
  func everyKind() {
    #expect(Set(Self.everything.map { Reaction(of: $0).subject.kind }) == Set(Effect.Kind.allCases))
  }

  @Test("opening lines come from nowhere")
  func opening() throws {
    let opened = Turn(
      time: 0, cause: Cause(.open, "open"),
      effects: [.moved(region: "login", from: "", to: "idle"), .moved(region: "login", from: "idle", to: "ready")])
    let trace = Trace(
      header: Trace.Header(machine: "m", definition: "d"), turns: [opened],
      end: Trace.End(phase: [RegionState("login", "ready")], time: 0))
    #expect(try TraceFile.decode(Array(TraceFile.encode(trace).utf8)) == trace)
  }

  @Test("cut at any byte, a file is an error, and never complete")
  func truncation() throws {
    let bytes = Array(Self.loginText.utf8)
    let headerEnd = bytes.firstIndex(of: 0x0A) ?? 0
    for count in 0..<bytes.count {
      let cut = Array(bytes[..<count])
      let error = #expect(throws: TraceError.self) { try TraceFile.decode(cut) }
      #expect(error?.reason == .truncated)
      guard count > headerEnd else { continue }
      let trace = try TraceFile.decode(cut, allowsTruncation: true)
      #expect(trace.end == nil)
      #expect(Self.loginText.hasPrefix(TraceFile.encode(trace)))
    }
  }

  @Test("a flipped bit is an error, wherever it is")
  func flips() {
    let bytes = Array(Self.loginText.utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << UInt8(bit)
        #expect(throws: TraceError.self, "byte \(index), bit \(bit)") { try TraceFile.decode(flipped) }
      }
    }
  }

  @Test("an end line that tells of other lines is told, with its place")
  func seal() {
    let lines = Self.loginText.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let cases: [(lines: [String], error: String)] = [
      (
        lines.enumerated().filter { $0.offset != 5 }.map(\.element),
        "6:58: the end line states 6 lines above it, and there are 5; record the trace again"
      ),
      (
        lines.enumerated().map { $0.offset == 4 ? $0.element.replacing("buy", with: "bye") : $0.element },
        "7:74: the lines were changed after the recording; record the trace again"
      ),
      (
        lines.prefix(6) + [lines[6].replacing("1000", with: "1001"), ""],
        "7:74: the lines were changed after the recording; record the trace again"
      ),
      (
        lines.prefix(6) + [#"{"end":true,"phase":{"login":"failed"},"ms":1000}"#, ""],
        "7:1: the key 'lines' is missing; add it"
      ),
    ]
    for (changed, expected) in cases {
      let text = changed.joined(separator: "\n")
      for allowsTruncation in [false, true] {
        let error = #expect(throws: TraceError.self) {
          try TraceFile.decode(Array(text.utf8), allowsTruncation: allowsTruncation)
        }
        #expect(error?.description == expected)
      }
    }
  }

  @Test("a changed byte gives an error or a trace, never a trap")
  func mutations() {
    var random = SplitMix64(seed: 5)
    let everything = Trace(
      header: Self.login.header, turns: [Turn(time: 0, cause: Cause(.user, "tap"), effects: Self.everything)],
      end: Self.login.end)
    for text in [Self.loginText, TraceFile.encode(everything)] {
      for _ in 0..<3_000 {
        var bytes = Array(text.utf8)
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
        do {
          let trace = try TraceFile.decode(bytes, allowsTruncation: true)
          _ = trace.mismatches()
        } catch {
          #expect(error.line >= 1 && error.column >= 1)
          #expect(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
      }
    }
  }

  @Test("each integer at the edges of every type gives an error or a trace, never a trap")
  func integerEdges() {
    let edges = [
      "0", "-1", "-128", "127", "128", "255", "-32768", "32767", "65535", "-2147483648", "2147483647", "4294967295",
      "-9223372036854775808", "9223372036854775807", "9223372036854775808", "18446744073709551615", "1e400",
    ]
    let everything = Trace(
      header: Self.login.header,
      turns: [1, 2].map { Turn(time: $0, cause: Cause(.user, "tap", value: 7), effects: Self.everything) })
    let login = Trace(header: Self.login.header, turns: Self.login.turns)
    // Without an end line, which refuses whatever was changed above it.
    for text in [TraceFile.encode(login), TraceFile.encode(everything)] {
      let bytes = Array(text.utf8)
      let places = Self.integers(of: bytes)
      #expect(places.count > 1)
      for place in places {
        for edge in edges {
          var changed = bytes
          changed.replaceSubrange(place, with: edge.utf8)
          let trace = try? TraceFile.decode(changed, allowsTruncation: true)
          if edge == "1e400" { #expect(trace == nil) }
          guard let trace else { continue }
          _ = trace.mismatches()
          let again = try? TraceFile.decode(Array(TraceFile.encode(trace).utf8), allowsTruncation: true)
          #expect(again?.turns.map(\.time) == trace.turns.map(\.time))
        }
      }
    }
  }

  /// Where the whole numbers are that are in no text.
  private static func integers(of bytes: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var isInText = false
    var index = 0
    while index < bytes.count {
      let start = index
      while !isInText, index < bytes.count, (0x30...0x39).contains(bytes[index]) || bytes[index] == UInt8(ascii: "-") {
        index += 1
      }
      if index > start {
        places.append(start..<index)
        continue
      }
      if bytes[index] == UInt8(ascii: "\\") { index += 1 }
      if bytes[index] == UInt8(ascii: "\"") { isInText.toggle() }
      index += 1
    }
    return places
  }

  @Test(
    "a mistake is told with line and column",
    arguments: [
      ("{}", 1, "1:1: this is not a trace; its first line must begin with '{\"trace\":1'"),
      (#"{"trace":2}"#, 1, "1:10: version 2 of the trace is unknown; this program reads version 1"),
      (#"{"trace":1}"#, 1, "1:1: the key 'machine' is missing; add it"),
      (#"{"by":"user"}"#, 2, "2:1: the key 'event' is missing; add it"),
      (
        #"{"by":"robot","event":"x"}"#, 2,
        #"2:7: the value of 'by' is not one of "open", "user", "reply", "timer", "delay", "hop"; correct it"#
      ),
      (
        #"{"by":"user","event":"x","dt":-1}"#, 2,
        "2:31: the time of this turn is not between 0 and the largest number; correct its 'dt'"
      ),
      (#"{"by":"user","event":"登","dt":"1"}"#, 2, "2:31: the value of 'dt' is not an integer; correct it"),
      (#"{"by":"user","event":"x","new":1}"#, 2, "2:32: the key 'new' is unknown in this version; remove it"),
      (#"{"by":"user","event":"x","set":{"name":"a"}}"#, 2, "2:32: the value of 'name' is not an array; correct it"),
      (
        #"{"by":"user","event":"x","requests":[{"end":"a"}]}"#, 2,
        "2:37: the value of 'requests' is not ended by this turn; correct it"
      ),
      (#"{"by":"user","event":"x"}"# + "\r", 2, "2:26: this line ends with CR LF; save the trace with LF alone"),
      ("[]", 2, "2:1: the value of 'this line' is not an object; correct it"),
      ("", 2, "2:1: expected a JSON value, found the end"),
      (#"{"by":"user","by":"user"}"#, 2, "2:14: the key 'by' is duplicated; remove one"),
      (#"{"end":true,"phase":{},"ms":0}"#, 9, "8:1: nothing may follow the end line; remove this line"),
    ])
  func mistakes(_ line: String, _ place: Int, _ expected: String) {
    var lines = Self.loginText.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    if place <= lines.count { lines[place - 1] = line } else { lines.append(line) }
    let error = #expect(throws: TraceError.self) {
      try TraceFile.decode(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
    #expect(error?.description == expected)
  }

  @Test("folding finds what contradicts itself")
  func folding() {
    var trace = Self.login
    trace.turns[0].effects[0] = .set(field: "name", old: "b", new: "1aaaaaa!")
    trace.turns[2].effects[0] = .moved(region: "login", from: "failed", to: "validating")
    trace.turns[4].time = 5
    trace.end = Trace.End(phase: [RegionState("login", "idle"), RegionState("home", "idle")], time: 4)
    #expect(
      trace.mismatches(finalFields: [Member("name", "c"), Member("password", .secret("new")), Member("age", 1)]).map(
        \.description) == [
          #"turn 1: the field 'name' changes from "b", but folding gives """#,
          "turn 3: the region 'login' leaves 'failed', but folding gives 'idle'",
          "turn 5: the time goes back from 1000 ms to 5 ms",
          "end: the time goes back from 1000 ms to 4 ms",
          "end: the region 'login' ends in 'idle', but folding gives 'failed'",
          "end: the region 'home' ends in 'idle', but folding gives no state",
          #"end: the field 'name' ends as "c", but folding gives "aaaaaa""#,
          "end: the field 'age' ends as 1, but folding gives nothing",
        ])
  }

  @Test("a decoded trace prints the lines of the run")
  func lines() throws {
    let decoded = try TraceFile.decode(Array(TraceFile.encode(Self.login).utf8))
    let live = OutputPrinter().output(of: Self.login.turns, since: 0)
    #expect(OutputPrinter().output(of: decoded.turns, since: 0) == live)
  }

  @Test("a trace can be shown with cat")
  func inert() {
    let hostile = "\u{1B}]0;x\u{7}\u{202E}\u{9B}31m\u{2028}"
    let turn = Turn(
      time: 0, cause: Cause(.user, hostile, on: hostile, value: .string(hostile)),
      effects: [.stored(key: Name(hostile), value: [hostile == "" ? 0 : .string(hostile)])])
    let text = TraceFile.encode(
      Trace(header: Trace.Header(machine: Name(hostile), definition: hostile, title: hostile), turns: [turn]))
    #expect(text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A })
  }
}
