import Console
import Differences
import Exploration
import Statecharts
import ViewModels

extension ServeRequest.Parameter {
  fileprivate static let steps = Self(
    "steps", .count, "At most this many steps; \(ServeTask.steps) otherwise.")
  fileprivate static let depth = Self("depth", .count, "At most this many commands in a script.")

  fileprivate static func options(_ verb: String) -> Self {
    Self("options", .text, "Options of the console's '\(verb)', such as '--never EXPRESSION' or '--services any'.")
  }
}

extension ServeRequest {
  static let why = ServeRequest(
    name: "why", work: .search,
    parameters: [Parameter("of", .text, "A command such as 'tap login', or a law in quotes.", isRequired: true), .at],
    summary:
      "Says why a command is possible or refused, with a shortest script that makes it possible; or whether a law holds."
  ) { task in
    var session = try task.view()
    let command = "why \(task.arguments.text("of") ?? "")"
    let reply = session.run(command)
    if let mistake = reply.mistake {
      guard reply.wasInterrupted else { throw ServeError(mistake, of: command, in: "of") }
      return [
        Member("at", .string(session.handle)), Member("lines", []),
        ServeVerdict(claim: command, outcome: .stopped(SearchBound.interrupted.value)).member,
      ]
    }
    let lines = reply.lines.map { line -> Value in
      switch line {
      case .recorded(let text), .talk(let text): .string(text)
      }
    }
    return [Member("at", .string(session.handle)), Member("lines", .list(lines))]
  }

  static let path = ServeRequest(
    name: "path", work: .search,
    parameters: [
      Parameter(
        "to", .text, "A state ('login = executing'), an expression, 'tap CONTROL', a transition or 'uncovered'.",
        isRequired: true), .at, .options("path"), .steps,
    ],
    summary:
      "Finds a shortest script to a state. The claim is that it is never reached: 'broken' has the script from 'open', 'commands' those from here."
  ) { task in
    let session = try task.view()
    let target = task.arguments.text("to") ?? ""
    let request = try task.searchRequest(SearchOption.ofTargets)
    let claim = "never \(session.disclosed(target, of: "path"))"
    let found: Session.Way?
    do throws(Mistake) {
      found = try session.path(to: target, request)
    } catch {
      throw ServeError(error, of: "path", in: "to")
    }
    let verdict: ServeVerdict
    var commands: [Member] = []
    switch found {
    case .found(let script, _)?:
      verdict = ServeVerdict(claim: claim, outcome: .broken(script: session.path + script))
      commands = [Member("commands", .list(script.map(Value.string)))]
    case .none(let sentence, let report)?:
      verdict = ServeVerdict(
        claim: claim, outcome: report?.bound.map { .stopped($0.value) } ?? .holds, untried: report?.untried)
      commands = [Member("lines", [.string(sentence)])]
    case nil:
      verdict = ServeVerdict(claim: claim, outcome: .stopped(SearchBound.interrupted.value))
    }
    return [Member("at", .string(session.handle)), verdict.member] + commands
  }

  static let explore = ServeRequest(
    name: "explore", work: .search,
    parameters: [
      Parameter("machine", .text, "A machine to search from its opening; the open one from here otherwise."), .at,
      .depth, .options("explore"), .steps,
    ],
    summary:
      "Searches everything that can be done, for broken laws, crashes, hangs and what '--never' and '--always' name; each finding has a shortest script."
  ) { task in
    var session = try task.view()
    if let name = task.arguments.text("machine") {
      let machine = try task.server.catalogue.soundMachine(named: name)
      session = Session(catalogue: task.server.catalogue, options: session.options)
      session.watch = task.run.watch
      if let mistake = session.open(machine).mistake { throw mistake }
    }
    guard let machine = session.machine else {
      throw ServeError(
        code: "E1404", place: ServePlace(in: "explore"), message: "no machine is open; name one by 'machine'",
        help: ["open", "list"])
    }
    let report: SearchReport
    do {
      report = try session.searched(
        try task.searchRequest(SearchOption.allCases), depth: task.arguments.count("depth"))
    } catch let mistake as Mistake {
      throw ServeError(mistake, of: "explore", in: "options")
    }
    let findings = zip(report.findings, report.counts).map { Value.record($0.members(of: machine, count: $1)) }
    return [
      Member("at", .string(session.handle)), Member("machine", .string(machine.title.text)),
      ServeVerdict(report, of: machine, after: session.path).member, Member("states", .int(report.states)),
      Member("steps", .int(report.steps)), Member("depth", .int(report.completeDepth)),
      Member("frontier", .int(report.frontier)), Member("findings", .list(findings)),
    ]
  }

  static let compare = ServeRequest(
    name: "compare", work: .search,
    parameters: [
      Parameter("a", .text, "The machine to compare with; the open one otherwise."),
      Parameter("b", .text, "The other machine: NAME@VARIANT.", isRequired: true),
      .depth, .steps,
    ],
    summary: "Searches for what two machines do differently, from their opening; each difference has a shortest script."
  ) { task in
    let catalogue = task.server.catalogue
    let a = task.arguments.text("a")
    let open = try a == nil ? task.view().machine : nil
    let machines = Sides(
      a: try open ?? catalogue.soundMachine(named: a ?? ""),
      b: try catalogue.soundMachine(named: task.arguments.text("b") ?? ""))
    var options = ComparisonOptions(depth: task.arguments.count("depth").map { max(1, $0) })
    options.steps = task.steps
    options.stepsBehind = min(options.stepsBehind, task.steps)
    let comparison = try MachineComparison(machines, under: task.server.root)
    let report = comparison.report(options) { _ in task.run.bound }
    let compared = comparison.facts
    let result = ComparisonResult(
      machines: compared, definitions: compared.definitions, files: [], report: report, mostCauses: 20)
    return [
      Member("machines", [.string(machines.a.title.text), .string(machines.b.title.text)]),
      ServeVerdict(report, of: compared).member, Member("pairs", .int(report.pairs)),
      Member("steps", .int(report.steps)), Member("depth", .int(report.completeDepth)),
      Member("causes", .list(ComparisonJSON(result: result).causes)),
    ]
  }
}

extension ServeTask {
  fileprivate func searchRequest(_ options: [SearchOption]) throws -> SearchRequest {
    var request: SearchRequest
    do throws(Mistake) {
      request = try SearchRequest(parsing: arguments.text("options") ?? "", of: options)
    } catch {
      throw ServeError(error, of: "explore", in: "options")
    }
    request.steps = steps
    return request
  }
}
