import ArgumentParser
import Console
import Files
import Statecharts
import Traces
import Transcripts

struct FmtCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Write transcripts in canonical form.",
    discussion: """
      Values are written as they are printed, spaces and empty lines that separate are single, and one empty line \
      precedes every case but the first. The meaning of a transcript, its comments and its matchers stay the same.
      """)

  @Argument(help: "Transcripts, or folders of transcripts (default: Transcripts).")
  var paths: [String] = []

  @Flag(help: "Write nothing; list the files that are not in canonical form, and exit with 1 if there are any.")
  var check = false

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var formatting = Formatting(checksOnly: check, tool: tool)
    for path in paths.isEmpty ? ["Transcripts"] : paths { try formatting.add(path) }
    try tool.streams.say(formatting.summary)
    return formatting.exitCode
  }
}

private struct Formatting {
  let checksOnly: Bool
  let tool: Tool
  private(set) var fileCount = 0
  private(set) var changedCount = 0
  private(set) var refusedCount = 0
  private(set) var exitCode = Transcripts.ExitCode.agreed

  var summary: String {
    let refused = refusedCount == 0 ? "" : ", \(refusedCount) refused"
    return "\(fileCount.counted("file")): \(changedCount) \(checksOnly ? "not in canonical form" : "written")\(refused)"
  }

  mutating func add(_ argument: String) throws {
    let paths: [String]
    do {
      paths = try TranscriptFiles(argument).paths
    } catch {
      return refuse(Diagnostic.all(of: error))
    }
    if paths.isEmpty {
      let sentence = "the folder holds no file whose name ends with '.transcript'"
      refuse([Diagnostic(code: "E1103", path: argument, sentence: sentence)])
    }
    for path in paths { try format(path) }
  }

  private mutating func format(_ path: String) throws {
    fileCount += 1
    let (text, formatted): (String, String)
    do {
      text = try InputProblems.readText(path)
      let transcript = try TranscriptFile.read(path, text: text, awaitsOutput: true).transcript
      do throws(TranscriptProblems) {
        formatted = try transcript.formatted()
      } catch {
        return refuse(error.diagnostics(path: path, source: text))
      }
      if formatted.hasBytes(of: text) { return }
      try require(formatted, toMeanAs: transcript, path)
      if !checksOnly { try tool.streams.replaceFile(at: path, with: formatted, limits: TranscriptLimits().text) }
    } catch {
      return refuse(Diagnostic.all(of: error))
    }
    changedCount += 1
    if checksOnly { return try tell(path, text, formatted) }
    try tool.streams.say("\(path.escapedForDisplay): written")
  }

  /// Parses the result, to check that its meaning is unchanged.
  private func require(_ text: String, toMeanAs transcript: Transcript, _ path: String) throws(Diagnostic) {
    let written = try? Transcript.parse(text, language: .console, awaitsOutput: true)
    guard written?.meaning != transcript.meaning else { return }
    throw Diagnostic(
      code: "E9003", path: path,
      sentence: "its canonical form would mean something else, so it stays as it is; please report this bug",
      exitCode: .internalError)
  }

  private mutating func tell(_ path: String, _ text: String, _ formatted: String) throws {
    exitCode = exitCode.combined(with: .differs)
    let before = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let after = formatted.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let line = zip(before, after).prefix { $0.elementsEqual($1) }.count + 1
    try tool.streams.say("\(path.escapedForDisplay):\(line): not in canonical form; '\(tool.executable) fmt' writes it")
  }

  private mutating func refuse(_ diagnostics: [Diagnostic]) {
    refusedCount += 1
    exitCode = exitCode.combined(with: tool.streams.report(diagnostics))
  }
}
