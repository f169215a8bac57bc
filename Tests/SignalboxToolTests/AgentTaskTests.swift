import Console
import Statecharts
import Testing
import Traces

@testable import SignalboxTool

/// Questions about the gallery, answered by a client that knows only requests and verdicts, as `AGENTS.md` tells them.
@Suite("Questions that an agent asks")
struct AgentTaskTests {
  enum Task: Sendable {
    /// The shortest script to a state.
    case reach(String, String, options: String = "--no-races", commands: Int)
    /// A state that is never reached.
    case never(String, String)
    /// A law of the machine, or one of the options, that breaks.
    case breaks(String, options: String = "--no-races", law: String? = nil, script: [String])
    /// A machine that keeps all laws.
    case keeps(String, options: String = "--no-races")
    /// A law that one variant breaks and the other keeps, with all its other laws.
    case fixes(String, String, law: String)
    /// Why a command is refused after others, and what makes it possible.
    case refused(String, after: [String], String, reason: String)
    case differ(String, String, script: [String])
    case same(String, String)
  }

  static let tasks: [(question: String, task: Task)] = [
    ("how does the login begin", .reach("login@fixed", "login = executing", commands: 3)),
    ("when can one tap", .reach("login@fixed", "loginEnabled", commands: 2)),
    ("how does one get in", .reach("login@fixed", "login = succeeded", commands: 4)),
    ("how does the login fail", .reach("login@fixed", "login = failed", commands: 4)),
    (
      "how does it end in red",
      .reach("login@fixed", "login = error", options: "--no-races --services any", commands: 5)
    ),
    ("how does one get in as it was written", .reach("login@original", "login = succeeded", commands: 3)),
    ("is there a spinner as it was written", .never("login@original", "login = executing")),
    ("shortest purchase", .reach("purchase@fixed", "purchase = executing", commands: 1)),
    ("shortest way to a card", .reach("purchase@fixed", "bankCard", commands: 6)),
    ("how does the list fill", .reach("follow@fixed", "userCount > 0", commands: 2)),
    ("when is the page busy", .reach("command@fixed", "isBusy", commands: 2)),
    ("when is the user's button valid", .reach("user@fixed", "loginBtnIsValid", commands: 2)),
    (
      "shortest script that pushes twice",
      .breaks(
        "login@original", options: "",
        script: ["set name $messy", "set password $right", "hold tap login", "tap login"])
    ),
    ("does a second tap buy twice", .breaks("purchase@original", script: ["tap buy", "tap buy"])),
    ("what does an early cancel break", .breaks("follow@original", script: ["tap cancel"])),
    (
      "does a sign-in have one outcome",
      .breaks("user@original", script: ["set user.name $known", "set user.pwd $right", "tap login"])
    ),
    (
      "is the button ever on",
      .breaks(
        "login@fixed", options: "--no-races --never loginEnabled", law: "never loginEnabled",
        script: ["set name $messy", "set password $right"])
    ),
    (
      "does it stay idle",
      .breaks(
        "login@fixed", options: "--no-races --always 'login = idle'", law: "always login = idle",
        script: ["set name $messy", "set password $right", "tap login"])
    ),
    ("is the fixed login right", .keeps("login@fixed")),
    ("is the fixed purchase right", .keeps("purchase@fixed")),
    ("is the fixed list right", .keeps("follow@fixed")),
    ("is the fixed sign-in right", .keeps("user@fixed")),
    ("can one always log in again", .keeps("login@fixed", options: "--no-races --again 'tap login'")),
    ("can one always buy again", .keeps("purchase@fixed", options: "--no-races --again 'tap buy'")),
    (
      "make this law hold without breaking the others",
      .fixes("purchase@original", "purchase@fixed", law: "a purchase has exactly one outcome")
    ),
    (
      "why can one not tap",
      .refused("login@fixed", after: [], "tap login", reason: "refused: disabled, loginEnabled is false")
    ),
    (
      "why does the spinner stay",
      .refused("purchase@fixed", after: ["tap buy"], "tap buy", reason: "refused: already executing")
    ),
    (
      "why does cancel do nothing",
      .refused("follow@fixed", after: [], "tap cancel", reason: "refused: no transition in idle")
    ),
    (
      "what did the fix of the login change",
      .differ(
        "login@original", "login@fixed", script: ["set name $messy", "set password $right", "tap login"])
    ),
    ("does the login differ from itself", .same("login@fixed", "login@fixed")),
  ]

  @Test("30 tasks take at most 10 calls of at most 2 KB, and replay agrees with the verdicts", arguments: tasks.indices)
  func answers(_ index: Int) throws {
    #expect(Self.tasks.count == 30)
    var client = Client()
    try client.answer(Self.tasks[index].task)
    #expect(client.calls <= 10 && client.longest <= 2_048, "\(client.calls) calls, \(client.longest) bytes")
  }
}

/// A client that asks one request after another.
private struct Client {
  private let server = Server(Session(catalogue: .gallery), root: ".")
  private(set) var calls = 0
  private(set) var longest = 0

  private mutating func ask(_ request: String, _ members: [Member]) throws -> Value {
    calls += 1
    let line = Value.record([Member("id", .int(calls)), Member("request", .string(request))] + members).json
    guard case .call(let call) = PlainProtocol().read(line) else {
      Issue.record("no request: \(line)")
      return .null
    }
    let answer = server.answer(call).json
    longest = max(longest, answer.utf8.count)
    #expect(!answer.contains("\"error\":"), "\(line): \(answer)")
    return try Value(json: answer)
  }

  mutating func answer(_ task: AgentTaskTests.Task) throws {
    switch task {
    case .reach(let machine, let target, let options, let commands):
      let verdict = try path(to: target, of: machine, options)
      #expect(verdict["is"] == "broken" && verdict["script"]?.count == commands, "\(verdict)")
      try replay(verdict, on: machine, law: "never \(target)")
    case .never(let machine, let target):
      #expect(try path(to: target, of: machine, "--no-races")["is"] == "holds")
    case .breaks(let machine, let options, let law, let script):
      let verdict = try explore(machine, options)
      #expect(verdict["script"] == .list(script.map(Value.string)), "\(verdict)")
      try replay(verdict, on: machine, law: law)
    case .keeps(let machine, let options):
      #expect(try explore(machine, options)["is"] == "holds")
    case .fixes(let original, let fixed, let law):
      let verdict = try explore(original, "--no-races")
      #expect(verdict["is"] == "broken" && verdict["claim"] == .string(law), "\(verdict)")
      try replay(verdict, on: original)
      #expect(try explore(fixed, "--no-races")["is"] == "holds")
    case .refused(let machine, let commands, let command, let reason): try why(machine, commands, command, reason)
    case .differ(let a, let b, let script):
      let answer = try ask("compare", [Member("a", .string(a)), Member("b", .string(b)), Member("steps", 40)])
      #expect(answer["verdict"]?["script"] == .list(script.map(Value.string)), "\(answer)")
      for machine in [a, b] { try replay(answer["verdict"] ?? .null, on: machine, says: "holds") }
    case .same(let a, let b):
      let answer = try ask("compare", [Member("a", .string(a)), Member("b", .string(b))])
      #expect(answer["verdict"]?["is"] == "holds", "\(answer)")
    }
  }

  private mutating func path(to target: String, of machine: String, _ options: String) throws -> Value {
    _ = try ask("open", [Member("machine", .string(machine))])
    let members = [Member("to", .string(target)), Member("options", .string(options)), Member("steps", 2_000)]
    return try ask("path", members)["verdict"] ?? .null
  }

  private mutating func explore(_ machine: String, _ options: String) throws -> Value {
    let members = [
      Member("machine", .string(machine)), Member("options", .string(options)), Member("steps", 300),
    ]
    let verdict = try ask("explore", members)["verdict"] ?? .null
    guard verdict["is"] == "stopped" else { return verdict }
    return try ask("explore", Array(members.dropLast()) + [Member("steps", 3_000)])["verdict"] ?? .null
  }

  private mutating func replay(
    _ verdict: Value, on machine: String, law: String? = nil, says expected: Value = "broken"
  ) throws {
    let members = [Member("machine", .string(machine)), Member("script", verdict["script"] ?? .null)]
    let answer = try ask("replay", members + (law.map { [Member("law", .string($0))] } ?? []))
    #expect(answer["verdict"]?["is"] == expected, "\(answer)")
  }

  /// What makes the command possible does.
  private mutating func why(_ machine: String, _ commands: [String], _ command: String, _ reason: String) throws {
    _ = try ask("open", [Member("machine", .string(machine))])
    for command in commands { _ = try ask("do", [Member("command", .string(command))]) }
    let lines = try ask("why", [Member("of", .string(command))])["lines"]
    #expect(lines?.json.contains(reason) ?? false, "\(lines ?? .null)")
    let path = try ask("path", [Member("to", .string(command)), Member("steps", 500)])
    guard case .list(let commands)? = path["commands"] else {
      Issue.record("nothing makes it possible: \(path)")
      return
    }
    for command in commands { _ = try ask("do", [Member("command", command)]) }
    let done = try ask("do", [Member("command", .string(command))])
    #expect(!(done["lines"]?.json.contains("refused") ?? true), "\(done)")
  }
}

extension Value {
  fileprivate var count: Int { if case .list(let values) = self { values.count } else { 0 } }
}
