import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// Keeps what a search found as transcripts: each replays what its script does, and holds that it does not happen. It is
/// expected to fail until the machine is mended; then it passes, and `%xfail` goes.
struct FindingFiles {
  let machine: Machine

  /// Returns a finding as a transcript; nil when a command of its script cannot be written down, or when no line of a
  /// transcript would tell that it is mended.
  func transcript(of finding: Exploration.Finding) -> String? {
    guard let absent = absentLine(finding) else { return nil }
    let script = machine.lines(of: finding.script)
    guard !script.contains(nil), !script.isEmpty else { return nil }
    let commands = script.compactMap(\.self)
    let title = ExplorationText.title(of: finding)
    let anything = TranscriptLine(.output(.anyNumber), "")
    var lines: [TranscriptLine] = [
      .directive(.transcript, "1"), .directive(.machine, "\(machine.title) \(machine.definitionHash)"),
      .directive(.case, title), .directive(.xfail, title), anything,
    ]
    for command in commands.dropLast() { lines += [TranscriptLine(.command, command), anything] }
    lines += [TranscriptLine(.command, commands.last ?? ""), TranscriptLine(.output(.never), absent), anything]
    return Transcript.print(lines)
  }

  /// What the last command must not print.
  private func absentLine(_ finding: Exploration.Finding) -> String? {
    switch finding.kind {
    case .broken where !finding.isAdHoc: "broken \(finding.name.quoted)"
    case .crash: "crash"
    case .limit: "limit"
    case .broken, .alert, .trap, .hang, .unrest, .unkept, .lost, .reached: nil
    }
  }

  /// What its file is called: a number, and what of its name is ASCII.
  func fileName(of finding: Exploration.Finding, number: Int) -> String {
    "\(machine.title)-\("\(number) \(finding.name)".asFileName).transcript"
  }

  /// Writes findings into a folder that is there, in their order, and tells what became of each.
  ///
  /// - Throws: that a file cannot be written; one of that name that is there is left alone.
  static func save(
    _ findings: [(machine: Machine, finding: Exploration.Finding)], in folder: String, _ streams: Streams
  ) throws(FileError) {
    for (index, found) in findings.enumerated() {
      try streams.say("  \(FindingFiles(machine: found.machine).save(found.finding, number: index + 1, in: folder))")
    }
  }

  /// Writes a finding into a folder that is there, if a transcript can hold it.
  ///
  /// - Returns: What became of it.
  /// - Throws: that a file cannot be written; one of that name that is there is left alone.
  func save(_ finding: Exploration.Finding, number: Int, in folder: String) throws(FileError) -> String {
    if finding.lacksScript {
      return "not saved: \(ExplorationText.title(of: finding)): no time was left to make its script"
    }
    guard let text = transcript(of: finding) else {
      return "not saved: \(ExplorationText.title(of: finding)): no line of a transcript would tell that it is mended"
    }
    let path = "\(folder)/\(fileName(of: finding, number: number))"
    try createFile(at: path, with: text, limits: TranscriptLimits().text)
    return "saved to \(path.shownPath)"
  }
}

extension Exploration.Finding {
  /// Whether the law was given with the search: no turn tells of it.
  fileprivate var isAdHoc: Bool { kind == .broken && cause.isEmpty }
}
