import ArgumentParser
import Console
import Files
import Terminal
import Traces
import Transcripts

struct RecordCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record a session, or a script's run, as a transcript.",
    discussion: """
      Every command is in the file before its output is shown. If a session is killed, the file has every completed \
      command; --resume continues it, or just ends it. An existing file is not changed without --resume or --force. \
      If CI is set, as for 'replay --update', nothing is recorded.

      --from makes the transcript of a trace, such as an app's recording, and compares its run with the trace.
      """)

  @Argument(help: "The transcript to write.", completion: .transcripts)
  var file: String

  @Argument(
    help: "A script or a transcript of one case to run; without it, you type the commands or send them through a pipe.",
    completion: .file())
  var script: String?

  @Option(help: "The machine to open; a script may open it itself.", completion: .machines)
  var machine: String?

  @Option(help: "A trace to run again; the machine is its own, or one with the same definition.", completion: .file())
  var from: String?

  @Flag(help: "Continue the last case of the file.")
  var resume = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    if ContinuousIntegration.isOn {
      throw ValidationError("'record' is refused where CI is set; record where you can check the result, or unset CI")
    }
    if resume, force { throw ValidationError("'--resume' keeps the file and '--force' replaces it; choose one") }
    if from != nil, resume || script != nil {
      throw ValidationError("'--from' makes a whole transcript; remove the script and '--resume'")
    }
    if resume, machine != nil {
      throw ValidationError("'--resume' continues with the machine of the file; remove '--machine'")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    if let from { return try TraceRecording(file: file, trace: from, machine: machine, replaces: force).write(tool) }
    let script = try script.map { argument in
      let (path, line) = CaseSelection.split(argument)
      return try Script(path: path, line: line)
    }
    let driver = try resume ? resumed(tool) : started(tool, script)
    do {
      if let script {
        for command in try script.onlyRun().allCommands(opensMachines: machine == nil) where !driver.hasQuit {
          if resume, let opened = command.openedMachine {
            try driver.open(opened, at: command.place)
          } else {
            try driver.takeFromFile(command.text, at: command.place)
          }
        }
      } else {
        try Conversation(color: .auto).run(driver, tool)
      }
    } catch {
      // Ends the recording properly.
      _ = try? driver.end()
      throw error
    }
    guard driver.hasRecorded else {
      throw Diagnostic(
        code: "E1105", sentence: "nothing was recorded, since no machine was opened; name one with '--machine'")
    }
    return try driver.finish()
  }

  private func started(_ tool: Tool, _ script: Script?) throws -> SessionDriver {
    if !force, (try? LineReader(path: file)) != nil { throw Diagnostic.alreadyRecorded(file) }
    let recorder = Recorder(path: file, opening: force ? .replacing : .new)
    let session = Session(catalogue: tool.catalogue, options: SessionOptions(budget: limits.budget, home: homeFolder))
    let driver = SessionDriver(session: session, streams: tool.streams, recorder: recorder)
    driver.recordsStrictly = true
    let run = try script?.onlyRun()
    if run?.opening?.bindings.isEmpty == false { throw Diagnostic.namesInRecording(path: script?.path) }
    let player = ScriptPlayer(catalogue: tool.catalogue, machine: try machine.map(tool.machine))
    if let run, let machine = try player.startingMachine(of: run, in: script?.path ?? "") {
      try driver.open(machine, for: run)
      if !run.title.isEmpty {
        try driver.takeFromFile("case \(run.title.quoted)", at: LinePlace(path: script?.path ?? "", line: 1))
      }
    } else if let machine = player.machine {
      try driver.open(machine, for: Script.Run(commands: []))
    }
    try driver.record(to: file)
    return driver
  }

  private func resumed(_ tool: Tool) throws -> SessionDriver {
    let resumption = try Resumption(path: file, budget: limits.budget, tool: tool)
    let driver = SessionDriver(session: resumption.session, streams: tool.streams, recorder: resumption.recorder)
    driver.recordsStrictly = true
    try driver.resumeRecording(to: file)
    return driver
  }
}

extension Diagnostic {
  static func alreadyRecorded(_ path: String) -> Diagnostic {
    Diagnostic(
      code: FileError(path, .alreadyExists).code, path: path,
      sentence: "already exists; choose another name, resume it with '--resume', or replace it with '--force'")
  }
}
