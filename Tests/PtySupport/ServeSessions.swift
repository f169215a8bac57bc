import Foundation
import SeededRandom
import Traces
import Turns

/// Random sessions of `signalbox serve`, and whether its answers are what the schema says.
///
/// The gate runs some of them, the soak more.
package struct ServeSessions {
  /// Lists the machines; the answer is what `init` wants.
  package static let list = #"{"id":0,"request":"list"}"# + "\n"

  private let machines: [String]
  private var commands: [[String]]
  private let schema: JSONSchema

  package init(list answer: String) throws {
    machines = try Value(json: answer)["machines"]?.elements.compactMap { $0["machine"]?.text } ?? []
    guard !machines.isEmpty else { throw PtyFailure("no machines in \(answer)") }
    commands = machines.map { _ in [] }
    schema = try JSONSchema(
      "serve.schema.json",
      besides: ["trace.schema.json", "search.schema.json", "diff.schema.json", "replay.schema.json"])
  }

  // MARK: Requests

  /// Asks for the moves of every machine where it opens, and a second later; the answers are what `learn` wants.
  package var questions: String {
    machines.map { machine in
      """
      {"request":"open","machine":"\(machine)"}
      {"request":"moves"}
      {"request":"do","command":"advance 1s"}
      {"request":"moves"}

      """
    }.joined()
  }

  package mutating func learn(_ answers: String) throws {
    let lines = answers.split(separator: "\n")
    guard lines.count == 4 * machines.count else { throw PtyFailure("\(lines.count) answers to the questions") }
    for (index, line) in lines.enumerated() where index % 2 == 1 {
      for move in try Value(json: String(line))["moves"]?.elements ?? [] {
        guard let command = move["command"]?.text else { continue }
        let values = move["values"]?.elements.compactMap(\.text) ?? []
        commands[index / 4] += values.isEmpty ? [command] : values.map { "\(command) \($0)" }
      }
    }
  }

  private static let looks = [
    "screen", "state", "fields", "commands", "properties", "requests", "timers", "trace", "suggest", "branches",
    "cases",
    "coverage", "diagram", "help", "blame login", "undo", "redo", "settle", "advance", "advance 750ms", "restart",
    "quit", "record x.transcript", "review x", "source x", "save", "open", "xyzzy",
    "set name \"\u{E9}\u{1F600}\"", "set password geheim", "tap login; advance; screen", "jump 1", "switch #1", "",
  ]

  private static let targets = [
    "tap login", "login = executing", "executing", "uncovered", "nothing at all", "time > 3s", "( ) x",
  ]

  /// The lines of a session.
  package func session(_ random: inout SplitMix64) -> [String] {
    let place = random.below(machines.count)
    var lines = [line("open", ["machine": .string(machines[place])], 0)]
    for id in 1...(2 + random.below(3)) { lines.append(request(place, id, &random)) }
    return lines
  }

  private func line(_ request: String, _ members: KeyValuePairs<String, Value>, _ id: Int) -> String {
    let head: [Member] = [Member("v", 1), Member("id", .int(id)), Member("request", .string(request))]
    return Value.record(head + members.map { Member($0.key, $0.value) }).json
  }

  private func request(_ place: Int, _ id: Int, _ random: inout SplitMix64) -> String {
    let command = random.pick(commands[place].isEmpty ? ["advance"] : commands[place])
    let at: Value = .string("@\(random.below(6))")
    let target: Value = .string(random.chance(50) ? command : random.pick(Self.targets))
    // Steps of long lists are slow.
    let searches = !machines[place].hasPrefix("home")
    switch random.below(searches ? 100 : 80) {
    case 0..<45: return line("do", ["command": .string(command)], id)
    case 45..<55: return line("do", ["command": .string(random.pick(Self.looks))], id)
    case 55..<60: return line("do", ["command": .string(command), "at": at], id)
    case 60..<68: return line("state", random.chance(50) ? [:] : ["at": at], id)
    case 68..<73: return line("moves", random.chance(50) ? [:] : ["at": at], id)
    case 73..<77: return line("undo", random.chance(50) ? [:] : ["to": at], id)
    case 77..<80:
      return line("state", ["more": .string("~\(1 + random.below(9))"), "from": .int(random.below(2) * 500)], id)
    case 80..<82: return line("why", ["of": target], id)
    case 82..<84: return line("path", ["to": target, "steps": 60], id)
    case 84..<87: return line("explore", ["steps": .int(1 + random.below(60))], id)
    case 87..<88: return line("compare", ["b": .string(random.pick(machines)), "steps": 40], id)
    case 88..<92: return line("diff", ["a": at, "b": .string("@\(random.below(6))")], id)
    case 92..<95:
      let script: Value = .list([.string(command), .string("advance")])
      return line("replay", ["machine": .string(machines[place]), "script": script], id)
    case 95..<96: return line("replay", ["file": .string("../\(id)")], id)
    case 96..<97: return line("save", ["file": "s.transcript", "force": true], id)
    case 97..<98: return line("cancel", ["target": .int(random.below(9))], id)
    case 98..<99: return line("list", [:], id)
    default: return line(random.pick(["opne", "do", "explore"]), ["comand": .string("x")], id)
    }
  }

  /// A line of a session with some of its bytes changed; it is still one line.
  package func mutated(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(random.pick(session(&random)).utf8)
    for _ in 0...random.below(4) where !bytes.isEmpty {
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + 1 + random.below(12))
      switch random.below(5) {
      case 0: bytes[start] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
      case 3: bytes.insert(random.pick(Array("{}[]\",:\\#0-".utf8)), at: start)
      default: bytes = Array(bytes[..<start])
      }
    }
    return bytes.map { $0 == 0x0A ? 0x20 : $0 }
  }

  // MARK: Answers

  /// In what the answers to so many lines are not what they should be.
  ///
  /// - Parameter hides: Whether no answer may hold the password that was typed.
  package func faults(in output: String, to count: Int, hides: Bool = true) throws -> [String] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var known: Set<Substring> = []
    var faults = lines.count == count ? [] : ["\(lines.count) answers to \(count) requests"]
    for line in lines where faults.count < 5 && known.insert(line).inserted {
      faults += try schema.faults(in: line).map { "\($0): \(line.prefix(600))" }.prefix(2)
      if hides, line.contains("geheim") { faults.append("a secret: \(line)") }
    }
    return faults
  }
}

extension Value {
  fileprivate var elements: [Value] { if case .list(let values) = self { values } else { [] } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
