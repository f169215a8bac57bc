import Console
import Statecharts
import Traces
import Transcripts
import Worker

extension PlayedRun {
  var wire: Value {
    ["trace": .string(TraceFile.encode(trace)), "commands": .list(commands.map(\.wire))]
  }

  init(wire: Value, of tool: String) throws(Wire.Problem) {
    trace = try Self.trace(of: wire.member("trace").text)
    commands = try wire.member("commands").elements.map { (command) throws(Wire.Problem) in
      try Command(wire: command, of: tool)
    }
  }

  /// As decoded from another version.
  var stored: PlayedRun {
    get throws(Wire.Problem) {
      PlayedRun(trace: try Self.trace(of: TraceFile.encode(trace)), commands: commands)
    }
  }

  private static func trace(of text: String) throws(Wire.Problem) -> Trace {
    do throws(TraceError) {
      return try TraceFile.decode(Array(text.utf8))
    } catch {
      throw Wire.Problem(sentence: "its trace cannot be read: \(error)")
    }
  }
}

extension PlayedRun.Command {
  fileprivate var wire: Value {
    if mistake == nil, stop == nil, end == nil, stimuli == nil { return .null }
    return [
      "mistake": mistake?.wire ?? .null, "stop": stop?.wire ?? .null, "end": end.map { .string($0.rawValue) } ?? .null,
      "stimuli": stimuli.map { [.int($0.lowerBound), .int($0.upperBound)] } ?? .null,
    ]
  }

  fileprivate init(wire: Value, of tool: String) throws(Wire.Problem) {
    guard let wire = wire.ifAny else {
      self.init()
      return
    }
    let (mistake, stop) = (try wire.member("mistake").ifAny, try wire.member("stop").ifAny)
    self.init(
      mistake: try mistake.map { (value) throws(Wire.Problem) in try Diagnostic(wire: value, of: "") },
      stop: try stop.map { (value) throws(Wire.Problem) in try Diagnostic(wire: value, of: tool) })
    if let word = try wire.member("end").ifAny {
      guard let end = PlayedRun.End(rawValue: try word.text) else { throw word.wrong("the end of a script") }
      self.end = end
    }
    guard let bounds = try wire.member("stimuli").ifAny?.elements(2...2, of: "two integers") else { return }
    let (lower, upper) = (try bounds[0].number, try bounds[1].number)
    guard lower >= 0, lower <= upper else { throw wire.wrong("a range of stimuli") }
    stimuli = lower..<upper
  }
}

extension CommandBudget {
  var wire: Value { [.int(turns), .int(output), .int(memory)] }

  init(wire: Value) throws(Wire.Problem) {
    let parts = try wire.elements(3...3, of: "a budget")
    self.init()
    (turns, output, memory) = (try parts[0].number, try parts[1].number, try parts[2].number)
  }
}

struct RemoteScripts: ScriptSide {
  let machine: String
  let tool: OtherTool
  let budget: CommandBudget

  func play(_ script: Script, line: Int?, counting: [Set<Int>]) throws -> [PlayedRun] {
    let question = [
      Member("machine", .string(machine)), Member("script", .string(script.path)),
      Member("line", line.map(Value.int) ?? .null),
      Member("counting", .list(counting.map { .list($0.sorted().map(Value.int)) })), Member("budget", budget.wire),
    ]
    return try tool.ask(.play, question) { (answer) throws(Wire.Problem) in
      try answer.member("runs").elements(script.runs.count...script.runs.count, of: "a run for each case")
        .map { (run) throws(Wire.Problem) in try PlayedRun(wire: run, of: tool.title) }
    }
  }
}

/// Encodes traces as files, so that both versions hide the same secrets.
struct StoredScripts: ScriptSide {
  let scripts: LocalScripts
  var machine: String { scripts.machine }

  func play(_ script: Script, line: Int?, counting: [Set<Int>]) throws -> [PlayedRun] {
    try scripts.play(script, line: line, counting: counting).map { try $0.stored }
  }
}
