import Differences
import Exploration
import Statecharts
import Traces

extension BaseComparison {
  /// The lines for people: what only one has, what differs machine by machine, and a line for each that does not.
  var lines: [String] {
    let head = ["- a  \(base.title)", "+ b  this tool"]
    let lacks = DiffSide.allCases.flatMap { side in only[side].map { "only \(side.rawValue) has: machine \($0)" } }
    let loud = results.filter { !$0.isQuiet }.flatMap { [""] + $0.lines }
    let quiet = results.filter(\.isQuiet).map { "\($0.machines.titles.b)  \($0.closing)" }
    return head + lacks + (quiet.isEmpty ? [] : [""] + quiet) + loud + ["", closing]
  }

  /// The last line: what was compared, and what came of it.
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

  /// A comment on a change.
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

  /// One object per line, as `ComparisonJSON` writes them machine by machine; the first names the base, and the last is the
  /// verdict over all.
  var json: [String] {
    let version = Value.int(DifferenceJSON.version)
    let head: Value = ["base": .string(base.title), "v": version, "commit": base.commit.map(Value.string) ?? .null]
    let lacks = DiffSide.allCases.flatMap { side in
      only[side].map { ["machine": .string($0), "v": version, "only": .string(side.rawValue)] as Value }
    }
    return ([head] + lacks).map(\.json) + results.flatMap { ComparisonJSON($0).lines }
      + [DifferenceJSON.verdict(verdict, classes, internals: internalCount).json]
  }
}
