import Traces
import Turns

@testable import Transcripts

/// Answers the commands of every case in order with what it was given, whatever they say.
struct ScriptedRunner: CaseRunner {
  var opening: [String] = []
  var replies: [CommandReply] = []
  var names = NamedValues()
  var definitionHash = "4f1c9e02a7d3"
  var problem: OpeningProblem?
  /// What tells where it stands after so many commands from where it stood after so many.
  var changes: @Sendable (Int, Int) -> [String] = { _, _ in [] }
  /// The clock after so many commands.
  var clock: @Sendable (Int) -> Int = { $0 }

  func open(_ opening: CaseOpening) throws(OpeningProblem) -> OpenedCase<Int> {
    if let problem { throw problem }
    let entries = names.entries + opening.bindings.map { NamedValues.Entry($0.name, $0.value) }
    return OpenedCase(
      session: 0, lines: self.opening, names: NamedValues(entries), definitionHash: definitionHash)
  }

  func run(_ command: String, in session: inout Int) -> CommandReply {
    defer { session += 1 }
    return session < replies.count ? replies[session] : .output([])
  }

  func changes(in session: Int, since start: Int) -> [String] { changes(session, start) }

  /// What is said of a path that names nothing.
  var unknownPaths: [String: String] = [:]

  func unknownPath(among paths: OutputPaths, in session: Int) -> (path: String, sentence: String)? {
    (paths.expanded.paths + paths.muted.paths).lazy.compactMap { path in unknownPaths[path].map { (path, $0) } }.first
  }

  func end(of session: Int) -> CaseEnd { CaseEnd(milliseconds: clock(session)) }
}

extension ScriptedRunner {
  /// Answers with these outputs, the first being that of the opening.
  init(outputs: [[String]], names: NamedValues = NamedValues(), hash: String = "4f1c9e02a7d3") {
    self.init(
      opening: outputs.first ?? [], replies: outputs.dropFirst().map(CommandReply.output), names: names,
      definitionHash: hash)
  }
}

/// A transcript of one case with the header that the tests do not care about.
func transcript(_ body: String, title: String = "case", language: CommandLanguage? = nil) throws -> Transcript {
  try Transcript.parse(
    "%transcript 1\n%machine login@fixed 4f1c9e02a7d3\n%case \(title)\n" + body, language: language)
}

/// The report of a case whose blocks print these outputs, the first being that of the opening.
func report(_ body: String, _ outputs: [[String]], names: NamedValues = NamedValues()) throws -> ReplayReport {
  try transcript(body).replay(path: "login.transcript", with: ScriptedRunner(outputs: outputs, names: names))
}

/// The example of the format's description.
let exampleText = """
  %transcript 1
  %machine login@fixed 4f1c9e02a7d3
  # The server answers after a second; nothing touches the network.
  %case 密码错误后重试成功
  | login idle
  > service authenticate 1s
  > paste name "1aaaaaa!"
  | name "" -> "1aaaaaa!" -> "aaaaaa"
  > set password $wrong
  | password <secret> changed
  | loginEnabled false -> true
  > tap login
  | login idle -> validating -> executing
  | request authenticate {name: "aaaaaa", password: <secret>}
  > advance
  | +1000ms reply authenticate fail "用户名或密码错误"
  | +1000ms login executing -> failed
  | +1000ms fail "用户名或密码错误"
  | +1000ms alert "登录失败" "用户名或密码错误" ["确定"]
  > dismiss "确定"
  | alert closed
  | login failed -> idle
  > set password $right
  | password <secret> changed
  > tap login
  | login idle -> validating -> executing
  | request authenticate <any>
  > reply authenticate ok {session: "s-1"}
  | login executing -> succeeded
  |& success {session: <string as sid>}
  |& push home

  """

/// What the machine prints in the example, block by block.
let exampleOutputs = [
  ["login idle"], [], [#"name "" -> "1aaaaaa!" -> "aaaaaa""#],
  ["password <secret> changed", "loginEnabled false -> true"],
  ["login idle -> validating -> executing", #"request authenticate {name: "aaaaaa", password: <secret>}"#],
  [
    #"+1000ms reply authenticate fail "用户名或密码错误""#, "+1000ms login executing -> failed",
    #"+1000ms fail "用户名或密码错误""#, #"+1000ms alert "登录失败" "用户名或密码错误" ["确定"]"#,
  ],
  ["alert closed", "login failed -> idle"], ["password <secret> changed"],
  ["login idle -> validating -> executing", #"request authenticate {name: "aaaaaa", password: <secret>}"#],
  ["login executing -> succeeded", "push home", #"success {session: "s-1"}"#],
]

extension Recording {
  /// A whole transcript of one case.
  static func text(
    machine: String, hash: String? = nil, seed: UInt64? = nil, title: String, opening: [String],
    steps: [(command: String, output: [String])]
  ) -> String {
    let head = header(of: machine, hash: hash, seed: seed) + caseLines(title: title, opening: opening, isFirst: true)
    return steps.reduce(into: head) { $0 += step($1.command, output: $1.output) } + end(cases: 1)
  }
}
