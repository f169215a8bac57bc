import Traces
import Turns

extension DifferencePrinter {
  /// Also the limit for subjects that only one version has.
  private static let mostCauses = 5
  private static let mostOwn = 6
  /// In columns.
  private static let width = 100

  /// At most five causes, then subjects that one version lacks, then counts.
  ///
  /// - Parameter differences: One for each case.
  package func causes(_ differences: [TraceDifference]) -> [String] {
    guard let first = differences.first else { return [] }
    let summed = DifferenceSummary(differences)
    let header = differences.count == 1 ? brief(first) : header(of: differences)
    let isAll = differences.allSatisfy(\.findings.isEmpty)
    let more = [rest(summed), isAll ? nil : "'--all' lists them"].compactMap(\.self).joined(separator: ": ")
    let closing = summary(differences) + (more.isEmpty ? "" : "; \(more)") + internals(differences)
    return header + report(summed, isOne: differences.count == 1) + ["", closing]
  }

  /// For two runs of one machine, below the given header. It mentions no option.
  package func causes(_ difference: TraceDifference, below header: [String]) -> [String] {
    let summed = DifferenceSummary([difference])
    return header + self.header(difference).dropFirst(2) + report(summed, isOne: true)
      + ["", summary(difference) + (rest(summed).map { "; \($0)" } ?? "")]
  }

  private func rest(_ summary: DifferenceSummary) -> String? {
    let more = summary.causes.count - Self.mostCauses
    return more > 0 ? more.counted("more cause") : nil
  }

  private func report(_ summary: DifferenceSummary, isOne: Bool) -> [String] {
    var lines: [String] = []
    let causes = summary.causes.prefix(Self.mostCauses).enumerated().flatMap { number, cause in
      self.cause(cause, number: number + 1, isOne: isOne)
    }
    if !causes.isEmpty { lines += [""] + causes }
    let own = DiffSide.allCases.compactMap { side in self.own(summary.own[side], of: side) }
    if causes.isEmpty, !own.isEmpty { lines.append("") }
    return lines + own
  }

  private func brief(_ difference: TraceDifference) -> [String] {
    let (runs, rest) = (runs(difference.headers), Array(header(difference).dropFirst(2)))
    guard rest.count > 1, rest[0].hasBytes(of: "different definitions"),
      rest[1].hasBytes(of: stimuli(difference))
    else { return runs + rest }
    return runs + ["\(rest[0]), \(rest[1])"] + rest.dropFirst(2)
  }

  private func header(of differences: [TraceDifference]) -> [String] {
    var headers = differences[0].headers
    headers.a.title = ""
    headers.b.title = ""
    let note = origins(headers).map { "  (\($0))" }.joined()
    var runs = runs(headers)
    runs[runs.count - 1] += note
    return runs
      + DiffSide.allCases.flatMap { side in
        differences.filter { !$0.isComplete[side] }.map {
          "case '\($0.headers[side].title.escapedForDisplay)' of \(side.rawValue) is truncated: anything after its last "
            + "step is not known"
        }
      }
  }

  /// `1  login  - idle -> executing  + idle`, then place, counts and consequences.
  private func cause(_ cause: DifferenceCause, number: Int, isOne: Bool) -> [String] {
    let head = "\(number)  " + what(cause.lead)
    let place = ([place(of: cause, isOne: isOne)] + extent(of: cause, isOne: isOne)).joined(separator: "; ")
    let whole = "\(head)  (\(place))"
    if whole.displayWidth <= Self.width { return [whole] }
    return [head, "   (\(place))"].map { $0.truncated(toWidth: Self.width) }
  }

  private func place(of cause: DifferenceCause, isOne: Bool) -> String {
    let title = isOne || cause.title.isEmpty ? "" : "case '\(cause.title.escapedForDisplay)', "
    if cause.lead.place == Sides(a: 0, b: 0) { return title + "opening" }
    return "\(title)step \(name(of: cause.lead.place)): \(stimulus(of: cause.lead))"
  }

  private func extent(of cause: DifferenceCause, isOne: Bool) -> [String] {
    var parts: [String] = []
    if cause.count > 1 {
      parts.append("×\(cause.count)" + (isOne || cause.caseCount == 1 ? "" : " in \(cause.caseCount) cases"))
    }
    if cause.companions > 0 { parts.append("\(cause.companions) more with it") }
    if cause.followers > 0 { parts.append("\(cause.followers) follow") }
    if cause.carriedSteps > 0 { parts.append("carried by \(cause.carriedSteps.counted("step"))") }
    return parts
  }

  package func what(_ finding: Divergence) -> String {
    switch finding.content {
    case .step(let side, _): "only \(side.rawValue) has the stimulus: " + stimulus(of: finding)
    case .absent(let side, let reason, _): "\(side.rawValue) cannot: \(reason.escapedForDisplay)"
    case .stimulus: "other stimuli: " + pair(finding.stimulus.map { $0.map(words) ?? "" })
    case .only(let side, let reaction): "\(timed(reaction)), only in \(side.rawValue)"
    case .changed(let reactions, let changes): changed(reactions, changes)
    case .shifted(let pairs):
      pairs.first.map { "\(text.line($0.a))  " + pair($0.map { time($0.offset) }) } ?? ""
    case .reordered(let reaction, let side, let neighbour):
      "\(timed(reaction)), before \(text.line(neighbour)) only in \(side.rawValue)"
    }
  }

  func stimulus(of finding: Divergence) -> String {
    (finding.stimulus.a ?? finding.stimulus.b).map(words) ?? "opening"
  }

  private func changed(_ reactions: Sides<Reaction>, _ changes: [ValueChange]) -> String {
    let head = text.head(reactions.a.subject)
    if let change = changes.first, !change.path.isEmpty, reactions.a.offset == reactions.b.offset {
      let owner = reactions.a.subject.name
      let texts = change.sides.map { $0.map { text.printer.text(of: $0, for: owner.text) } ?? "nothing" }
      let more = changes.count > 1 ? " and \((changes.count - 1).counted("more place"))" : ""
      return "\(head)\(path(change.path))  \(pair(texts))\(more)"
    }
    let isTimed = reactions.a.offset != reactions.b.offset
    return "\(head)  " + pair(reactions.map { (isTimed ? time($0.offset) + " " : "") + text.body($0) })
  }

  /// `- old  + new`, or one text if both look alike.
  private func pair(_ texts: Sides<String>) -> String {
    texts.a.hasBytes(of: texts.b) ? "\(texts.a) differs" : "- \(texts.a)  + \(texts.b)"
  }

  /// `only b has: request authenticate (3), push home`.
  private func own(_ lacks: [DifferenceSummary.Lack], of side: DiffSide) -> String? {
    guard !lacks.isEmpty else { return nil }
    let names = lacks.prefix(Self.mostOwn).map { lack in
      let name = lack.stimulus.map { "'\(words(of: $0.withoutValue))'" } ?? lack.subject.map(text.head) ?? ""
      return lack.count > 1 ? "\(name) (\(lack.count))" : name
    }
    let more = lacks.count - Self.mostOwn
    let rest = more > 0 ? " and \(more) more" : ""
    return "only \(side.rawValue) has: \(names.joined(separator: ", "))"
      .truncated(toWidth: Self.width - rest.displayWidth) + rest
  }

  private func summary(_ differences: [TraceDifference]) -> String {
    if differences.count == 1 { return summary(differences[0]) }
    return "\(counts(differences)): \(Verdict(over: differences).rawValue)"
  }

  /// `3 cases: 1 identical, 2 different (4 differences)`.
  func counts(_ differences: [TraceDifference]) -> String {
    let same = differences.count { $0.findings.isEmpty }
    let total = differences.reduce(0) { $0 + $1.counts.reduce(0) { $0 + $1.count } }
    return "\(differences.count.counted("case")): \(same) identical, \(differences.count - same) different "
      + "(\(total.counted("difference")))"
  }
}

extension Cause {
  fileprivate var withoutValue: Cause {
    var cause = self
    cause.value = nil
    return cause
  }
}
