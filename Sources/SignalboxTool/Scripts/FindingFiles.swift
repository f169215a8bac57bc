import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// Saves findings as transcripts: each replays a script, asserts that the problem does not occur, and is `%xfail`
/// until the machine is fixed.
struct FindingFiles {
  let machine: Machine

  /// Nil if a command cannot be written, or if no transcript line could detect the fix.
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

  private enum Check {
    case absent(String)
    case law(String)

    /// Nil if no transcript line can detect the fix.
    init?(_ finding: Finding) {
      switch finding.kind {
      case .broken where finding.cause.isEmpty: self = .law(finding.name)
      case .unkept: self = .law(finding.name)
      case .broken: self = .absent("broken \(finding.name.quoted)")
      case .crash: self = .absent("crash:")
      case .limit: self = .absent("limit \(finding.name):")
      case .hang: self = .law("\(finding.name) leads to not \(finding.name)")
      case .unrest: self = .law(RunLaw.restText)
      case .alert, .trap, .lost, .reached, .object: return nil
      }
    }

    /// Whether the expression language can express it.
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

  /// Creates the folder before the search. Throws if it contains findings of the machine, because names would
  /// collide.
  static func requireRoom(for machine: Machine, in folder: String) throws(FileError) {
    try DiagramTranscript.require(machine, in: folder)
    try makeFolder(at: folder)
    let prefix = "\(machine.fileTitle)-"
    for entry in try listFolder(folder) where entry.name.hasPrefix(prefix) && entry.name.hasSuffix(".transcript") {
      if entry.name.utf8.dropFirst(prefix.utf8.count).first?.isDigit ?? false {
        throw FileError("\(folder)/\(entry.name)", .alreadyExists)
      }
    }
  }

  /// Prints the result for each finding.
  ///
  /// - Parameter isForPrograms: Whether a program reads standard output.
  /// - Throws: If a file cannot be written or already exists.
  static func save(
    _ findings: [(machine: Machine, finding: Finding)], in folder: String, _ streams: Streams,
    beside isForPrograms: Bool
  ) throws(FileError) {
    for (index, found) in findings.enumerated() {
      let told = try FindingFiles(machine: found.machine).save(found.finding, number: index + 1, in: folder)
      try streams.tell("  \(told)", beside: isForPrograms)
    }
  }

  /// Returns a message with the result.
  func save(_ finding: Finding, number: Int, in folder: String) throws(FileError) -> String {
    if finding.lacksScript {
      return "not saved: \(ExplorationText.title(of: finding)): no time was left to make its script"
    }
    guard let text = transcript(of: finding) else {
      return "not saved: \(ExplorationText.title(of: finding)): no transcript line can show that it is fixed"
    }
    let path = "\(folder)/\(machine.fileTitle)-\("\(number) \(finding.name)".asFileName).transcript"
    try createFile(at: path, with: DiagramTranscript(text, at: path).text, limits: TranscriptLimits().text)
    return "saved to \(path.shownPath)"
  }
}
