import ArgumentParser
import Console
import Exploration
import Terminal
import Transcripts
import ViewModels

/// Walks through a machine at random.
struct FuzzCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Walk through a machine at random; find what breaks, with a script that is shrunk to its core.",
    discussion: """
      For machines with more states than 'explore' can see. Each walk makes the moves that 'explore' would try, rather those \
      that it seldom made; a wait may also end before anything is due. Of a script that breaks something, commands are left \
      out and values and times made simpler, as long as the same thing breaks in the same way. One seed gives one run. Exit \
      codes: 0 with --accept-bound when nothing was found, 1 something was found, 3 nothing was found, for walks never see \
      everything.
      """)

  @Argument(
    help: ArgumentHelp("The machine: NAME or NAME@VARIANT.", valueName: "machine@variant"), completion: .machines)
  var machine: String

  @Option(parsing: .unconditional, help: ArgumentHelp("Which walks are made: a number from 0 on.", valueName: "n"))
  var seed: UInt64 = FuzzExtent().seed

  @Option(parsing: .unconditional, help: ArgumentHelp("How many walks are made.", valueName: "n"))
  var walks = FuzzExtent().walks

  @Option(parsing: .unconditional, help: ArgumentHelp("The most commands of a walk.", valueName: "n"))
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
    try findings.requireRoom(for: machine)
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
