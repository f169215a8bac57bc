import Console
import Files
import Traces
import Transcripts

/// A transcript, if it begins with `%transcript`, else a bare list: one command per line, `#` begins a comment.
struct Script {
  struct Command {
    var text: String
    var place: LinePlace

    /// A replacement machine skips such commands.
    var opensMachine: Bool { openedMachine != nil }

    /// The machine that it opens.
    var openedMachine: String? {
      guard text.utf8.starts(with: "open ".utf8) else { return nil }
      let name = text.dropFirst("open ".count)
      return String(name.first == "\"" && name.last == "\"" ? name.dropFirst().dropLast() : name)
    }
  }

  /// Commands that run on one fresh machine.
  struct Run {
    var title = ""
    /// Nil if a command opens a machine.
    var opening: CaseOpening?
    /// The commands of each used file.
    var used: [[Command]] = []
    var commands: [Command]

    /// The commands of the used files, then its own.
    ///
    /// - Parameter opensMachines: False to skip its 'open', because another machine is open.
    func allCommands(opensMachines: Bool = true) -> [Command] {
      used.joined() + commands.filter { opensMachines || !$0.opensMachine }
    }

    /// Used files first; without `open`, because a machine is already open.
    var onOpenMachine: [Command] { (used.joined() + commands).filter { !$0.opensMachine } }
  }

  let path: String
  let isTranscript: Bool
  let runs: [Run]
  private let transcript: Transcript?

  /// - Parameters:
  ///   - text: The content; nil to read the file.
  ///   - allowsLineInList: Whether a bare list may have a line.
  init(path: String, text: String? = nil, line: Int? = nil, allowsLineInList: Bool = false) throws(InputProblems) {
    let text = if let text { text } else { try InputProblems.readText(path) }
    self.path = path
    isTranscript = text.utf8.starts(with: "%transcript".utf8)
    guard isTranscript else {
      if !allowsLineInList { try CaseSelection.requireNone(line, of: "a bare list", in: path) }
      if let line { try CaseSelection.require(line, atMost: text.lineCount, in: path) }
      runs = [Run(commands: Self.commands(in: text, of: path))]
      transcript = nil
      return
    }
    let file = try TranscriptFile.read(path, text: text)
    transcript = file.transcript
    runs = try file.cases(CaseSelection(), of: NamedTranscript(path: path, line: line)).cases.map {
      Self.run($0, of: file)
    }
    guard !runs.isEmpty else {
      throw InputProblems(diagnostics: [.noCase(path: path)])
    }
  }

  /// Throws if there are several cases.
  func onlyRun() throws(InputProblems) -> Run {
    guard let run = runs.first, runs.count == 1 else {
      let sentence = "holds \(runs.count) cases, but one is needed; choose it with 'PATH:LINE'"
      throw InputProblems(diagnostics: [Diagnostic(code: "E1104", path: path, sentence: sentence)])
    }
    return run
  }

  /// The expectation lines of a command, verbatim; empty in a bare list.
  func expectedLines(ofCommandAt line: Int) -> [String] {
    guard let transcript, let step = transcript.cases.lazy.flatMap(\.steps).first(where: { $0.line == line }) else {
      return []
    }
    return step.block.expectations.map { expectation in
      let line = transcript.lines[expectation.index]
      return line.kind.prefix + line.rest
    }
  }

  private static func commands(in text: String, of path: String) -> [Command] {
    var commands: [Command] = []
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.first == UInt8(ascii: "#") || line.allSatisfy({ $0 == 0x20 }) { continue }
      commands.append(Command(text: String(Substring(line)), place: LinePlace(path: path, line: index + 1)))
    }
    return commands
  }

  static func run(_ transcriptCase: TranscriptCase, of file: TranscriptFile) -> Run {
    Run(
      title: transcriptCase.title,
      opening: file.transcript.opening(of: transcriptCase),
      used: file.used.map { used in used.steps.map { command($0, in: used.path) } },
      commands: transcriptCase.steps.map { command($0, in: file.path) })
  }

  private static func command(_ step: TranscriptStep, in path: String) -> Command {
    Command(text: step.command, place: LinePlace(path: path, line: step.line, step: step))
  }
}

extension String {
  fileprivate var lineCount: Int {
    let feeds = utf8.count { $0 == 0x0A }
    return utf8.last == 0x0A || isEmpty ? feeds : feeds + 1
  }
}

extension TranscriptFile {
  /// - Parameter text: The content; nil to read the file.
  static func read(
    _ path: String, text: String? = nil, awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(InputProblems) -> TranscriptFile {
    let text = if let text { text } else { try InputProblems.readText(path) }
    do throws(TranscriptFile.Problem) {
      return try TranscriptFile(
        path: path, text: text, language: .console, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
    } catch {
      throw InputProblems(error, path: path)
    }
  }
}

/// All problems of an unusable file.
struct InputProblems: Error {
  var diagnostics: [Diagnostic]

  init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  fileprivate init(_ problem: TranscriptFile.Problem, path: String) {
    diagnostics = problem.diagnostics(path: path)
  }

  static func readText(_ path: String) throws(InputProblems) -> String {
    let text: String
    do throws(TranscriptFile.Problem) {
      text = try TranscriptFile.readText(path)
    } catch {
      throw InputProblems(error, path: path)
    }
    guard !text.utf8.starts(with: "{\"trace\":".utf8) else { throw InputProblems(diagnostics: [.trace(path: path)]) }
    return text
  }
}

extension Diagnostic {
  fileprivate static func trace(path: String) -> Diagnostic {
    Diagnostic(
      code: "E1113", path: path,
      sentence: "this is a trace, not commands; 'signalbox diff' and 'signalbox trace' read it")
  }
}

extension TranscriptFile.Problem {
  fileprivate func diagnostics(path: String) -> [Diagnostic] {
    switch self {
    case .unreadable(let error): return [Diagnostic(error)]
    case .unusable(let error, let file):
      var diagnostic = Diagnostic(error)
      diagnostic.sentence = "'%use \(file.path)': \(error.message)"
      diagnostic.path = path
      diagnostic.place = SourcePlace(line: file.line, column: 1)
      return [diagnostic]
    case .malformed(let problems, let path, let text): return problems.diagnostics(path: path, source: text)
    }
  }
}
