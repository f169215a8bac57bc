import ArgumentParser
import Console
import Exploration
import Terminal
import Transcripts
import ViewModels

struct FuzzCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Walk through a machine at random; find what breaks, with a shortened script.",
    discussion: """
      For machines with more states than 'explore' can search. Each walk makes the moves of 'explore', rarely made \
      ones more often; time may also stop before anything is due. The script of a finding is shortened, and its \
      values and times are simplified, as long as the same thing breaks in the same way. The same seed gives the \
      same run. Exit codes: 1 something was found; 3 nothing was found, because walks never see everything, or 0 \
      with --accept-bound.
      """)

  @Argument(help: .machine, completion: .machines)
  var machine: String

  @Option(parsing: .unconditional, help: ArgumentHelp("Selects the walks: a number from 0 up.", valueName: "n"))
  var seed: UInt64 = FuzzExtent().seed

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of walks.", valueName: "n"))
  var walks = FuzzExtent().walks

  @Option(parsing: .unconditional, help: ArgumentHelp("At most this many commands in a walk.", valueName: "n"))
  var steps = FuzzExtent().steps

  @OptionGroup var time: TimeOptions

  @Flag(help: "Write one JSON object.")
  var json = false

  @OptionGroup var findings: FindingsOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var scene: SceneOptions
  @OptionGroup var bounds: BoundOptions

  func validate() throws { try BoundOptions.check(["--walks": walks, "--steps": steps]) }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machine = try tool.machine(named: machine)
    if let folder = findings.save { try FindingFiles.requireRoom(for: machine, in: folder) }
    var extent = FuzzExtent()
    (extent.seed, extent.walks, extent.steps) = (seed, walks, steps)
    let (options, clock) = (try scene.request.searchOptions(for: machine), time.clock)
    var fuzz = Fuzz(machine, options, extent)
    let progress = ProgressLine()
    progress?.begin()
    Interrupt.catching { fuzz.run({ clock.bound }, telling: { progress?.show(.walks($0)) }) }
    progress?.end()
    let report = fuzz.report
    if json {
      try tool.streams.say(SearchJSON(machine, report, seed: seed).text)
    } else {
      try tool.streams.report(FuzzText(machine, report, seed: seed).lines, usesColor: colors.isUsed)
    }
    try findings.save(report.found.map { (machine, $0.finding) }, tool.streams, beside: json)
    try tool.endIfInterrupted()
    if !report.found.isEmpty { return .differs }
    return bounds.acceptBound ? .agreed : .inconclusive
  }
}
