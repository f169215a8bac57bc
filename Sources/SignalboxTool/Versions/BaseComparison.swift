import Console
import Differences
import Exploration
import Statecharts
import Terminal
import Traces
import Transcripts
import ViewModels

struct BaseComparison {
  let base: BaseTool
  private(set) var only: Sides<[String]>
  private(set) var results: [ComparisonResult] = []
  private(set) var refusals: [[Diagnostic]] = []
  private(set) var left = 0
  private(set) var transcripts = 0

  struct Way {
    let options: ComparisonOptions
    let budget: CommandBudget
    let folder: String?
    let result: (ComparedMachines, [RunComparison.Result], ComparisonReport) -> ComparisonResult
  }

  init(_ base: BaseTool, _ operands: BaseOperands, _ tool: Tool, _ way: Way) throws {
    self.base = base
    let titles = Sides(a: try base.tool.machines(), b: tool.catalogue.machines.map(\.title.text))
    for name in operands.names where !(titles.a + titles.b).contains(where: { Self.isNamed(name, $0) }) {
      _ = try tool.machine(named: name)
    }
    let chosen = titles.map { titles in
      titles.filter { title in operands.names.isEmpty || operands.names.contains { Self.isNamed($0, title) } }
    }
    only = Sides(a: Self.missing(in: chosen.b, of: chosen.a), b: Self.missing(in: chosen.a, of: chosen.b))
    let both = Self.missing(in: only.b, of: chosen.b)
    let scripts = try operands.scripts(tool.catalogue)
    refusals = scripts.refusals
    for (position, title) in both.enumerated() {
      if Interrupt.isRequested {
        left = both.count - position
        break
      }
      let own = try tool.machine(named: title)
      let files = try files(scripts.paths[title] ?? [], on: own, tool, way)
      try refusing { try $0.results.append($0.compared(own, files, way, tool.catalogue)) }
    }
  }

  private func compared(
    _ own: Machine, _ files: [RunComparison.Result], _ way: Way, _ catalogue: Catalogue
  ) throws -> ComparisonResult {
    let side = try RemoteSide(own.title.text, of: base.tool, way.options.domain)
    var search = try ProductSearch(side, LocalSide(own, way.options.domain), way.options)
    let report = try ProgressLine.ofComparison { try search.finish($0) }
    let facts = ComparedMachines.Facts(
      title: "\(own.title) at \(base.title)", definitionHash: side.definitionHash, parts: side.parts)
    var result = way.result(ComparedMachines(base: facts, own: own), files, report)
    if let folder = way.folder {
      let tellers = Sides(
        a: ScriptFile(RemoteTeller(machine: own, tool: base.tool)), b: ScriptFile(machine: own, catalogue: catalogue))
      try result.save(in: folder, by: tellers)
    }
    return result
  }

  private mutating func files(
    _ paths: [String], on own: Machine, _ tool: Tool, _ way: Way
  ) throws -> [RunComparison.Result] {
    let sides = Sides<any ScriptSide>(
      a: RemoteScripts(machine: own.title.text, tool: base.tool, budget: way.budget),
      b: StoredScripts(scripts: LocalScripts(own, tool.catalogue, way.budget)))
    var results: [RunComparison.Result] = []
    for path in paths where !Interrupt.isRequested {
      try refusing {
        results.append(try RunComparison(sides, tool).differences(of: path, by: way.options.policy))
        $0.transcripts += 1
      }
    }
    return results.filter { result in result.differences.contains { !$0.findings.isEmpty } }
  }

  /// Bad input of one machine or transcript does not stop the others.
  private mutating func refusing(_ compare: (inout Self) throws -> Void) throws {
    do {
      try compare(&self)
    } catch {
      let diagnostics = Diagnostic.all(of: error)
      guard diagnostics.allSatisfy({ $0.exitCode == .badInput || $0.exitCode == .inconclusive }) else { throw error }
      refusals.append(diagnostics)
    }
  }

  private static func isNamed(_ name: String, _ title: String) -> Bool {
    Name(title) == name || title.utf8.starts(with: "\(name)@".utf8)
  }

  private static func missing(in titles: [String], of others: [String]) -> [String] {
    others.filter { other in !titles.contains(Name(other)) }
  }

  /// Nil if nothing was found but the search was incomplete. A removed machine is breaking.
  var verdict: Verdict? {
    let gone = only.a.isEmpty ? [] : [Verdict.breaking]
    let new = only.b.isEmpty ? [] : [Verdict.additive]
    let verdict = (results.compactMap(\.verdict) + gone + new).reduce(Verdict.identical) { $0.combined(with: $1) }
    let isOpen = left > 0 || !refusals.isEmpty || results.contains { $0.verdict == nil }
    return verdict == .identical && isOpen ? nil : verdict
  }

  var internalCount: Int { results.reduce(0) { $0 + $1.internalCount } }

  var classes: [DifferenceClass] { results.flatMap(\.classes) }
}

extension ComparisonResult {
  var isQuiet: Bool { definitions.changes.isEmpty && files.isEmpty && report.isEqual }
}

extension BaseComparison {
  var lines: [String] {
    let head = ["- a  \(base.title)", "+ b  this tool"]
    let lacks = DiffSide.allCases.flatMap { side in only[side].map { "only \(side.rawValue) has: machine \($0)" } }
    let loud = results.filter { !$0.isQuiet }.flatMap { [""] + $0.lines }
    let quiet = results.filter(\.isQuiet).map { "\($0.machines.titles.b)  \($0.closing)" }
    return head + lacks + (quiet.isEmpty ? [] : [""] + quiet) + loud + ["", closing]
  }

  var closing: String {
    let verdicts = Verdict.allCases.reversed().compactMap { verdict -> String? in
      let count = results.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let unknown = results.count { $0.verdict == nil }
    let counts = [
      (unknown, "with no difference found"), (only.a.count, "only in a"), (only.b.count, "only in b"),
      (refusals.count, "not to be compared"), (left, "not compared"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let parts = (verdicts + counts).joined(separator: ", ")
    let played = transcripts == 0 ? "" : " and \(transcripts.counted("transcript"))"
    return "\(results.count.counted("machine"))\(played) compared with \(base.title)"
      + (parts.isEmpty ? "" : ": \(parts)")
  }

  var markdown: [String] {
    let title =
      "## \(DifferenceMarkdown.code(base.title)) → this version: "
      + (verdict?.rawValue ?? "no difference found")
    let lacks = DiffSide.allCases.flatMap { side in
      only[side].map { "* \(DifferenceMarkdown.code($0)) is only in \(side == .a ? "the base" : "this version")" }
    }
    let loud = results.filter { !$0.isQuiet }.flatMap { [""] + ComparisonMarkdown($0).lines }
    let quiet = results.filter(\.isQuiet).map { "\($0.machines.titles.b)  \($0.closing)" }
    let rest =
      quiet.isEmpty
      ? [] : DifferenceMarkdown.details("\(quiet.count.counted("machine")) without a difference", quiet)
    return [title] + (lacks.isEmpty ? [] : [""] + lacks) + loud + rest + ["", closing]
  }

  /// One object per line: the base, each machine's `ComparisonJSON`, the overall verdict.
  var json: [String] {
    let version = Value.int(DifferenceJSON.version)
    let head: Value = ["base": .string(base.title), "v": version, "commit": base.commit.map(Value.string) ?? .null]
    let lacks = DiffSide.allCases.flatMap { side in
      only[side].map { ["machine": .string($0), "v": version, "only": .string(side.rawValue)] as Value }
    }
    return ([head] + lacks).map(\.json) + results.flatMap { ComparisonJSON(result: $0).lines }
      + [DifferenceJSON.verdict(verdict, classes, internals: internalCount).json]
  }
}
