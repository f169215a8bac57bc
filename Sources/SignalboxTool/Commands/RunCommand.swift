import ArgumentParser
import Console
import DiagramFiles
import Traces
import Transcripts
import ViewModels

struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run scripts and print what happens; only properties are checked.",
    discussion: """
      A file that begins with '%transcript' is a transcript. Any other file is a script: one command on each line, \
      comments that begin with '#' in the first column, and an 'open' line unless --machine is given.
      """)

  @Argument(help: "Scripts or transcripts; PATH:LINE is the case that contains the line.", completion: .file())
  var scripts: [String]

  @Option(help: "The machine to run instead of the script's own.", completion: .machines)
  var machine: String?

  @Flag(help: "Write one JSON object per line, as 'serve' answers.")
  var json = false

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try machine.map(tool.machine)
    var code = Transcripts.ExitCode.agreed
    var (runCount, counts) = (0, SessionCounts())
    for argument in scripts {
      if let diagram = DiagramReference(argument), !DiagramReference.isPage(diagram.path) {
        throw Diagnostic.usage("'\(argument)' is a diagram and no script; a script opens it with 'open \(argument)'")
      }
      let (path, line) = CaseSelection.split(argument)
      let script = try Script(path: path, line: line)
      for run in script.runs {
        if json {
          code = code.combined(with: try printAnswers(run, of: script, on: machine, tool))
          continue
        }
        let driver = try show(run, of: script, on: machine, tool)
        code = code.combined(with: try driver.end())
        runCount += 1
        counts += driver.counts
      }
    }
    if !json { try tool.streams.say("  \(runCount.counted("run")): \(counts.summary)") }
    return code
  }

  private func printAnswers(
    _ run: Script.Run, of script: Script, on machine: Machine?, _ tool: Tool
  ) throws -> Transcripts.ExitCode {
    let options = SessionOptions(isTranscript: script.isTranscript, budget: limits.budget)
    let printer = ServePrinter(Session(catalogue: tool.catalogue, options: options), tool)
    let player = ScriptPlayer(catalogue: tool.catalogue, machine: machine)
    if let machine = try player.startingMachine(of: run, in: script.path) {
      try printer.take(.opening(machine, for: run.opening))
    }
    for command in run.allCommands(opensMachines: machine == nil) {
      try printer.take(.doing(lineOfFile: command.text))
    }
    return printer.exitCode
  }

  private func show(
    _ run: Script.Run, of script: Script, on machine: Machine?, _ tool: Tool
  ) throws -> SessionDriver {
    let player = ScriptPlayer(catalogue: tool.catalogue, machine: machine)
    let options = SessionOptions(isTranscript: script.isTranscript, budget: limits.budget)
    let driver = SessionDriver(session: Session(catalogue: tool.catalogue, options: options), streams: tool.streams)
    if script.isTranscript { try tool.streams.say(TranscriptLine.directive(.case, run.title.escapedForDisplay).text) }
    if let machine = try player.startingMachine(of: run, in: script.path) { try driver.open(machine, for: run) }
    for command in run.allCommands(opensMachines: machine == nil) where !driver.hasQuit {
      try driver.takeFromFileAndGoOn(command.text, at: command.place)
    }
    return driver
  }
}
