import Traces
import Transcripts
import ViewModels

/// The transcript entries of a case; each is one write.
struct CaseEntries {
  let run: CaseRun

  var header: String {
    Recording.header(of: run.machine.title.text, hash: run.machine.definitionHash, seed: run.seed)
  }

  func opening(isFirst: Bool) -> String {
    Recording.caseLines(
      title: run.title, names: run.givenNames.filter { $0.owner == nil }, paths: run.paths, opening: run.openingLines,
      isFirst: isFirst)
  }

  /// A transcript with this case alone. Reruns the commands: linear in the path.
  func file<Stop>(notes: [String] = [], _ pace: Pace<Stop>) throws(Stop) -> String {
    let entries = try all(isFirst: true, pace)
    return header + entries.joined() + Recording.end(cases: 1, notes: notes)
  }

  /// Reruns the commands: linear in the path.
  func all<Stop>(isFirst: Bool, _ pace: Pace<Stop>) throws(Stop) -> [String] {
    [opening(isFirst: isFirst)] + looks(at: 0) + (try commands(after: 0, pace))
  }

  /// Reruns the commands after a depth.
  func commands<Stop>(after depth: Int, _ pace: Pace<Stop>) throws(Stop) -> [String] {
    var entries: [String] = []
    try run.replayOutput(after: depth, pace) { command, lines in
      entries.append(Recording.step(command.text, output: lines))
      entries += looks(at: command.node)
    }
    return entries
  }

  private func looks(at node: Int) -> [String] {
    run.tree.keptLooks(at: node).map { Recording.step($0.command, output: $0.lines) }
  }
}

extension CaseRun {
  var entryCount: Int {
    1 + tree.depth + tree.keptCount
  }

  var isUntouched: Bool { entryCount == 1 }

  /// One sentence for each secret that has a name only in this session.
  var unnamedSecrets: [String] {
    var unused = Dictionary(grouping: givenNames.filter { $0.owner != nil }) { Name("$\($0.name)") }
    guard !unused.isEmpty else { return [] }
    let words = tree.path(to: tree.position).flatMap { tree.command(of: $0).split(separator: " ") }
    let used = words.map(String.init).flatMap { unused.removeValue(forKey: Name($0)) ?? [] }
    return used.map { entry in
      "$\(entry.name) of '\(entry.owner ?? "")' has no lasting name; declare it as a sample, or name it with "
        + "'%let \(entry.name) = ...' below '%case'"
    }
  }
}
