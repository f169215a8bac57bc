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
  func transcript(of finding: Finding) -> String? {
    guard let check = Check(finding), check.isReadable(of: machine) else { return nil }
    let script = machine.lines(of: finding.script)
    guard !script.contains(nil) else { return nil }
    let title = ExplorationText.title(of: finding)
    var blocks: [[TranscriptLine]] = [
      [
        .directive(.transcript, "1"), .directive(.machine, "\(machine.title) \(machine.definitionHash)"),
        .directive(.case, title), .directive(.xfail, title),
      ]
    ]
    let commands = script.compactMap(\.self).map { [TranscriptLine(.command, $0)] }
    let stem = commands.count - finding.roundLength
    blocks += commands[..<stem]
    if finding.roundLength > 0 { blocks.append([.directive(.loop)]) }
    blocks += commands[stem...]
    blocks[blocks.count - 1] += check.linesOfLast
    // 'lint' accepts such a line only with a reason.
    let others = [
      TranscriptLine(.comment, "loose: the other lines may change"), TranscriptLine(.output(.anyNumber), ""),
    ]
    return Transcript.print(blocks.flatMap { $0 + others } + check.look)
  }

  /// What tells a machine that does it from one that was mended.
  private enum Check {
    /// The last command must not print such a line.
    case absent(String)
    /// The case must keep a law.
    case law(String)

    /// Nil where no line of a transcript would tell.
    init?(_ finding: Finding) {
      switch finding.kind {
      case .broken where finding.cause.isEmpty: self = .law(finding.name)
      case .unkept: self = .law(finding.name)
      case .broken: self = .absent("broken \(finding.name.quoted)")
      case .crash: self = .absent("crash:")
      case .limit: self = .absent("limit \(finding.name):")
      case .hang: self = .law("\(finding.name) leads to not \(finding.name)")
      case .unrest: self = .law(RunLaw.restText)
      case .alert, .trap, .lost, .reached: return nil
      }
    }

    /// Whether the language has a word for it: not so for what an expression cannot name.
    func isReadable(of machine: Machine) -> Bool {
      guard case .law(let law) = self else { return true }
      return (try? RunLaw(law, of: machine)) != nil
    }

    var linesOfLast: [TranscriptLine] {
      if case .absent(let line) = self { [TranscriptLine(.output(.never), line)] } else { [] }
    }

    var look: [TranscriptLine] {
      guard case .law(let law) = self else { return [] }
      return [TranscriptLine(.command, "show \(law.escaped)"), TranscriptLine(.output(.next), "true")]
    }
  }

  /// What its file is called: a number, and what of its name is ASCII.
  func fileName(of finding: Finding, number: Int) -> String {
    "\(machine.title)-\("\(number) \(finding.name)".asFileName).transcript"
  }

  /// Makes the folder before the search where it is not there; ends where it has findings of the machine already, which would
  /// be in the way.
  static func requireRoom(for machine: Machine, in folder: String) throws(FileError) {
    try makeFolder(at: folder)
    let prefix = "\(machine.title)-"
    for entry in try listFolder(folder) where entry.name.hasPrefix(prefix) && entry.name.hasSuffix(".transcript") {
      if entry.name.utf8.dropFirst(prefix.utf8.count).first?.isDigit ?? false {
        throw FileError("\(folder)/\(entry.name)", .alreadyExists)
      }
    }
  }

  /// Writes findings into a folder that is there, in their order, and tells what became of each.
  ///
  /// - Parameter isForPrograms: Whether standard output is.
  /// - Throws: that a file cannot be written; one of that name that is there is left alone.
  static func save(
    _ findings: [(machine: Machine, finding: Finding)], in folder: String, _ streams: Streams,
    beside isForPrograms: Bool
  ) throws(FileError) {
    for (index, found) in findings.enumerated() {
      let told = try FindingFiles(machine: found.machine).save(found.finding, number: index + 1, in: folder)
      try streams.tell("  \(told)", beside: isForPrograms)
    }
  }

  /// Writes a finding into a folder that is there, if a transcript can hold it.
  ///
  /// - Returns: What became of it.
  /// - Throws: that a file cannot be written; one of that name that is there is left alone.
  func save(_ finding: Finding, number: Int, in folder: String) throws(FileError) -> String {
    if finding.lacksScript {
      return "not saved: \(ExplorationText.title(of: finding)): no time was left to make its script"
    }
    guard let text = transcript(of: finding) else {
      return "not saved: \(ExplorationText.title(of: finding)): no transcript line can show that it is fixed"
    }
    let path = "\(folder)/\(fileName(of: finding, number: number))"
    try createFile(at: path, with: text, limits: TranscriptLimits().text)
    return "saved to \(path.shownPath)"
  }
}
