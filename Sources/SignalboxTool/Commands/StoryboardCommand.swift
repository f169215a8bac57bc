import ArgumentParser
import Console
import Diagrams
import Exploration
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

struct StoryboardCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "storyboard",
    abstract:
      "Draw each screen that a machine can show as a page for a browser, or those of two versions side by side.",
    discussion: """
      It searches as 'explore' does. States with the same screen are one screen, shown with a shortest script; what can \
      be used leads to the screen that results. With a second machine, each script runs on both, and screens that \
      differ come first. The page loads nothing and names what was not searched; it shows at most \
      \(Storyboard.screenLimit) screens. Exit codes: 0 everything was searched, 3 a bound was reached first.
      """)

  @Argument(help: .machine, completion: .machines)
  var machine: String

  @Argument(
    help: ArgumentHelp("A second machine; each script runs on both.", valueName: "other"), completion: .machines)
  var other: String?

  @OptionGroup var extent: ExtentOptions

  @Option(name: .shortAndLong, help: "The file to write (default: standard output).", completion: .file())
  var output: String?

  @OptionGroup var jobs: JobOptions
  @OptionGroup var scene: SceneOptions
  @OptionGroup var bounds: BoundOptions

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let machines = try [machine, other].compactMap(\.self).map { try tool.machine(named: $0) }
    if let faceless = machines.first(where: { $0.controls.isEmpty }) {
      throw Diagnostic.usage("'\(faceless.title)' has no screen; 'diagram' draws its chart")
    }
    if let output { try requirePlace(at: output) }
    let clock = extent.time.clock
    let bounded = try machines.map { try options(for: $0, clock) }
    let progress = ProgressLine(inPipes: true)
    progress?.begin()
    let searches = Interrupt.catching {
      zip(machines, bounded).map { ScreenSearch($0, $1, watchedBy: progress.watch()) }
    }
    progress?.end(ofSteps: searches.reduce(0) { $0 + $1.report.steps })
    try tool.endIfInterrupted()
    try write(StoryboardMaker(searches).storyboard, searches.flatMap(\.untried), tool)
    let isComplete = searches.allSatisfy { $0.report.isComplete && $0.count == $0.screens.count }
    return isComplete || bounds.acceptBound ? .agreed : .inconclusive
  }

  private func options(for machine: Machine, _ clock: SearchClock) throws -> SearchOptions {
    var options = try extent.options(of: scene.request, for: machine)
    options.workers = jobs.count
    options.interruption = { clock.bound }
    // The time is for the search; the scripts to what it found are made after it.
    options.isOver = { Interrupt.isRequested }
    return options
  }

  private func write(_ board: Storyboard, _ untried: [String], _ tool: Tool) throws {
    let text = board.lines.map { $0 + "\n" }.joined()
    guard text.utf8.count <= Storyboard.byteLimit else {
      throw Diagnostic(
        code: "E1221",
        sentence:
          "the page would be larger than \(Storyboard.byteLimit) bytes; search less, with '--depth' or '--states'",
        exitCode: .inconclusive)
    }
    guard let output else { return try tool.streams.write(text) }
    try tool.streams.replaceFile(at: output, with: text)
    try tool.streams.say(
      ["\(output.escapedForDisplay): \(board.machines.map(\.extent).joined(separator: "; "))"] + untried)
  }
}
