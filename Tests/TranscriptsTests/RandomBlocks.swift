import SeededRandom
import Traces

@testable import Transcripts

/// Output lines and blocks that expect something like them.
struct RandomBlocks {
  var random: SplitMix64

  private static let values = [
    "1", "2", "-7", "4.5", "nil", "true", "nan", #""a""#, #""用户""#, #""<any>""#, "<secret>", "[1, 2]", #"["a", [1]]"#,
    #"{name: "a", id: 3}"#, "{}", ".failed(code: 401)", ".done", "[40] #4f1c9e02a7d3", "home'2", "items[3]", "…",
    "<ref 3>",
    #""550e8400-e29b-41d4-a716-446655440000""#, "->",
  ]
  private static let heads = ["name", "login", "request a", "push", "fail", "+100ms fail", "+1000ms login", "home.x"]
  private static let odd = [
    "crash: a <float> [ in \"x", "limit turns: {a <b>", "refused tap: it's not <enabled>", "", "[ ok ]",
  ]
  private static let matchers = [
    "<any>", "<int>", "<number>", "<string>", "<bool>", "<secret>", #"<glob "用*">"#, "{...}", "[...]",
  ]

  mutating func line() -> String {
    if random.chance(8) { return random.pick(Self.odd) }
    let values = (0..<random.below(3)).map { _ in random.pick(Self.values) }
    return ([random.pick(Self.heads)] + values).joined(separator: " ")
  }

  mutating func output() -> [String] { (0..<random.below(7)).map { _ in line() } }

  /// A changed copy of some output.
  mutating func changed(_ lines: [String]) -> [String] {
    lines.flatMap { line -> [String] in
      switch random.below(10) {
      case 0: return []
      case 1: return [line, self.line()]
      case 2: return [self.line()]
      case 3: return [LineFields(line).fields.dropLast().map(\.text).joined(separator: " ")]
      default: return [line]
      }
    }
  }

  /// Expected lines made from some output: marks, matchers, bindings, comments and separators among them.
  mutating func block(from lines: [String], binding name: String) -> String {
    var text = ""
    var isBound = false
    for line in lines {
      if random.chance(10) { text += "# about the next line\n" }
      if random.chance(6) { text += "\n" }
      if random.chance(8) {
        text += random.pick([
          "|*\n", "|* request\n", "|? never 1\n", "|* push …\n", "|! never\n", "|/ never 1\n|/ push\n",
        ])
      }
      let mark = random.pick(["|", "|", "|", "|", "|&", "|&", "|?", "|/"])
      var fields = LineFields(line).fields.map(\.text)
      if fields.count > 1, random.chance(35), !line.contains(":"), !line.contains("[") {
        fields[fields.count - 1] = random.pick(Self.matchers)
        if !isBound, random.chance(40) {
          fields[fields.count - 1] = "<any as \(name)>"
          isBound = true
        }
      }
      text += fields.isEmpty ? "\(mark)\n" : "\(mark) \(fields.joined(separator: " "))\n"
    }
    return text
  }
}
