import ArgumentParser
import Console
import Files
import Traces
import Transcripts
import ViewModels

/// Writes the new names of a machine into its transcripts.
struct MigrateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Rename states, events, fields, controls, services and subjects in transcripts.",
    discussion: """
      A name that is of one thing in a file is renamed by OLD=NEW; one of several by field:OLD=NEW, state:, event:, \
      control:, service:, subject:, or any: for all of them. Texts in quotes, comments and titles stay as they are. A file \
      is written only when the edit is the renaming and nothing else, and the file holds for the machine with the new names.
      """)

  @Option(
    name: .customLong("rename"),
    help: ArgumentHelp("A new name for an old one; may be given several times.", valueName: "old=new"))
  var renames: [String] = []

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "A variant that still has the old names; its output, renamed, must equal the new output.",
      valueName: "machine@variant"))
  var old: String?

  @Flag(help: "Write nothing; show what would be written.")
  var check = false

  @Argument(help: "Transcripts, or folders with them.")
  var paths: [String]

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    guard !renames.isEmpty else { throw ValidationError("nothing is to be renamed; add '--rename OLD=NEW'") }
    do throws(RenamingProblem) {
      for text in renames { _ = try Renaming(parsing: text) }
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var migrating = Migrating(
      renamings: try renames.map { try Renaming(parsing: $0) },
      runner: ConsoleRunner(catalogue: tool.catalogue, budget: limits.budget),
      oldRunner: try old.map(tool.machine).map {
        ConsoleRunner(catalogue: tool.catalogue, replacement: $0, budget: limits.budget)
      }, checksOnly: check, tool: tool)
    for path in paths { try migrating.add(path) }
    return try migrating.finish()
  }
}

/// What `migrate` did so far.
private struct Migrating {
  let renamings: [Renaming]
  let runner: ConsoleRunner
  /// Runs what the machine was; nil where there is none any more.
  let oldRunner: ConsoleRunner?
  let checksOnly: Bool
  let tool: Tool
  private var useCounts: [Int]
  private var fileCount = 0
  private var writtenCount = 0
  private var refusedCount = 0
  private var exitCode = Transcripts.ExitCode.agreed

  init(renamings: [Renaming], runner: ConsoleRunner, oldRunner: ConsoleRunner?, checksOnly: Bool, tool: Tool) {
    self.renamings = renamings
    self.runner = runner
    self.oldRunner = oldRunner
    self.checksOnly = checksOnly
    self.tool = tool
    useCounts = renamings.map { _ in 0 }
  }

  mutating func add(_ argument: String) throws {
    let paths: [String]
    do {
      paths = try TranscriptFiles.paths(of: argument)
    } catch {
      return refuse(Diagnostic.all(of: error))
    }
    for path in paths {
      fileCount += 1
      do {
        try migrate(path)
      } catch let problem as RenamingProblem {
        let place = problem.line.map { SourcePlace(line: $0, column: 1) }
        refuse([Diagnostic(code: "E1133", path: path, place: place, sentence: problem.sentence)])
      } catch  where error is FileError || error is InputProblems {
        refuse(Diagnostic.all(of: error))
      }
    }
  }

  /// Says which names were nowhere, and counts.
  mutating func finish() throws -> Transcripts.ExitCode {
    for (renaming, count) in zip(renamings, useCounts) where count == 0 && refusedCount == 0 {
      let what = renaming.role?.rawValue ?? "name"
      refuse([
        Diagnostic(code: "E1134", sentence: "no \(what) is called '\(renaming.old)' in these files; check the name")
      ])
    }
    let refused = refusedCount == 0 ? "" : ", \(refusedCount) refused"
    let written = checksOnly ? "to be written" : "written"
    try tool.streams.say("\(fileCount.counted("file")): \(writtenCount) \(written)\(refused)")
    return exitCode
  }

  private mutating func migrate(_ path: String) throws {
    let file = try TranscriptFile.read(path)
    var migration = try Migration(file.transcript, path: path, renamings)
    for (place, renaming) in migration.renamings.enumerated() {
      useCounts[place] += file.transcript.useCount(of: renaming)
    }
    guard migration.isChanged else { return }
    let text = FailureText(executable: tool.executable, tellsWayOn: false)
    let report = migration.prove(used: file.used, with: runner, text: text)
    guard report.exitCode == .agreed else {
      refusedCount += 1
      exitCode = exitCode.combined(with: report.exitCode)
      try tool.streams.say("\(path.escapedForDisplay): not written: with the new names it does not hold, as told below")
      return try tool.streams.say(report.cases.flatMap { text.failures(of: $0, in: report) }.groupedLines)
    }
    if let oldRunner { try migration.compare(report, used: file.used, withOld: oldRunner) }
    guard !checksOnly else {
      writtenCount += 1
      return try tool.streams.say("\(path.escapedForDisplay): to be written")
    }
    tool.streams.warnOfLeftovers(beside: path)
    try replaceFile(at: path, with: migration.document.print(), limits: TranscriptLimits().text)
    writtenCount += 1
    try tool.streams.say("\(path.escapedForDisplay): written")
  }

  private mutating func refuse(_ diagnostics: [Diagnostic]) {
    refusedCount += 1
    exitCode = exitCode.combined(with: tool.streams.report(diagnostics))
  }
}
