import Console
import Files
import Traces
import Transcripts

/// A transcript with the files that it uses.
struct TranscriptFile {
  let path: String
  let transcript: Transcript
  let used: [UsedCommands]

  /// - Parameters:
  ///   - awaitsOutput: Whether a case may stand without any output.
  ///   - isGoneOnWith: Whether a recording may lack its `%end`.
  /// - Throws: the problems of the file, or of one that it uses.
  init(path: String, awaitsOutput: Bool = false, isGoneOnWith: Bool = false) throws(InputProblems) {
    try self.init(
      path: path, text: InputProblems.readText(path), awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
  }

  init(
    path: String, text: String, awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(InputProblems) {
    self.path = path
    do {
      transcript = try Transcript.parse(
        text, verbs: Verb.names, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
    } catch {
      throw InputProblems(diagnostics: error.diagnostics(path: path, source: text))
    }
    var used: [UsedCommands] = []
    for file in transcript.uses { used.append(try Self.commands(of: file, usedBy: path)) }
    self.used = used
  }

  /// The cases that a selection names.
  ///
  /// - Throws: that its line is in no case.
  func cases(_ selection: CaseSelection) throws(InputProblems) -> [TranscriptCase] {
    let lineCase = selection.line.flatMap(transcript.caseIndex)
    if let line = selection.line {
      try CaseSelection.require(line, atMost: transcript.lines.count, in: path)
      if lineCase == nil { throw InputProblems(diagnostics: [.noCase(path: path)]) }
    }
    return transcript.cases.indices.filter { index in
      if selection.line != nil, lineCase != index { return false }
      guard let title = selection.title else { return true }
      return transcript.cases[index].title.utf8.elementsEqual(title.utf8)
    }.map { transcript.cases[$0] }
  }

  private static func commands(of file: UsedFile, usedBy path: String) throws(InputProblems) -> UsedCommands {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    let text: String
    do {
      let limits = TranscriptLimits().text
      text = try readText(file.path, under: folder, limit: limits.fileBytes, lineLimit: limits.lineBytes)
    } catch {
      var diagnostic = Diagnostic(error)
      diagnostic.sentence = "'%use \(file.path)': \(error.message)"
      diagnostic.path = path
      diagnostic.place = SourcePlace(line: file.line, column: 1)
      throw InputProblems(diagnostics: [diagnostic])
    }
    do {
      return try UsedCommands.parse(Array(text.utf8), path: file.path, verbs: Verb.names)
    } catch {
      throw InputProblems(diagnostics: error.diagnostics(path: file.path, source: text))
    }
  }
}

/// Which cases of a file are meant: all, those of a title, the one in which a line stands.
struct CaseSelection {
  var title: String?
  var line: Int?

  /// Splits `PATH:LINE`.
  static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (argument, nil) }
    let digits = argument.utf8[argument.utf8.index(after: colon)...]
    let isNumber = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, let line = Int(Substring(digits)) else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }

  /// Refuses a line that a file does not have.
  static func require(_ line: Int, atMost count: Int, in path: String) throws(InputProblems) {
    guard line > count else { return }
    let sentence = "line \(line) is beyond its end, since it has \(count.counted("line")); choose a line of it"
    throw InputProblems(diagnostics: [Diagnostic(code: "E1103", path: path, sentence: sentence)])
  }

  /// Refuses a line of what has no cases, such as `a folder`.
  static func requireNone(_ line: Int?, of noun: String, in path: String) throws(InputProblems) {
    guard line != nil else { return }
    let sentence = "a line chooses a transcript's case, and this is \(noun); leave it out"
    throw InputProblems(diagnostics: [Diagnostic(code: "E1103", path: path, sentence: sentence)])
  }
}

/// Why a file cannot be taken: everything that was found in it.
struct InputProblems: Error {
  var diagnostics: [Diagnostic]

  var exitCode: ExitCode { ExitCode.gravest(diagnostics.map(\.exitCode)) }

  static func readText(_ path: String) throws(InputProblems) -> String {
    do {
      let limits = TranscriptLimits().text
      return try Files.readText(path, limit: limits.fileBytes, lineLimit: limits.lineBytes)
    } catch {
      throw InputProblems(diagnostics: [Diagnostic(error)])
    }
  }
}
