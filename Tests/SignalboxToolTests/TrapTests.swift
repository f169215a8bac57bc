import Foundation
import PtySupport
import Testing

/// Code of view models that traps, never returns or takes memory without end is a crash of the model.
@Suite("traps", .serialized)
struct TrapTests {
  /// A build with optimisation has neither Swift's message nor its place.
  #if DEBUG
    private static let unwrap =
      "your code trapped: Unexpectedly found nil while unwrapping an Optional value "
      + "(trapping_fixture/TrappingFixture.swift:50)"
    private static let index = "your code trapped: Index out of range (Swift/Array.swift:"
  #else
    private static let unwrap = "your code trapped: "
    private static let index = "your code trapped: "
  #endif

  private static let transcript = """
    %transcript 1
    %machine queue@traps
    %case fine
    | work ready
    > tap add
    | count 0 -> 1
    | told 1
    %case traps
    | work ready
    > tap add
    |*
    > tap show
    | count 1 -> 2
    %case after
    | work ready
    > tap show

    """

  private func ran(_ arguments: [String], in folder: ScratchFolder? = nil) throws -> ToolRun {
    try ToolRun(arguments, in: folder ?? ScratchFolder(), tool: "trapping-fixture")
  }

  private func suite() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.transcript, to: "a.transcript")
    return folder
  }

  @Test("a search prints the shortest script to each trap, and its other findings")
  func explore() throws {
    let run = try ran(["explore", "queue"])
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output.contains("broken \"two is never told\" (tap add):\n  open queue@traps\n  tap add\n  tap add\n"),
      "\(run.output)")
    #expect(run.output.contains("crash: " + Self.unwrap), "\(run.output)")
    #expect(run.output.contains(" (tap show):\n  open queue@traps\n  tap add\n  tap show\n"), "\(run.output)")
    #expect(run.output.contains("crash: " + Self.index), "\(run.output)")
    #expect(
      run.output.contains(" (tap remove), 2 times:\n  open queue@traps\n  tap add\n  tap add\n  tap remove\n"),
      "\(run.output)")
    #expect(
      run.output.hasSuffix("  queue@traps: 3 findings; complete: all 7 states, 12 steps, 4 commands deep\n"),
      "\(run.output)")
  }

  @Test(
    "a stack overflow, a closure that never returns, memory without end and 'exit' are found too",
    arguments: [
      ("recursion@deep", "your code trapped: the stack overflowed"),
      ("loop@endless", "your code did not return within 2 s"),
      ("greedy@endless", "your code took more than 256 MB of memory in one step"),
      ("leaving@ends", "your code trapped: it called 'exit', which ends the program"),
    ])
  func endless(machine: String, reason: String) throws {
    let run = try ran(["explore", machine])
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output
        == "crash: \(reason) (tap go), 2 times:\n  open \(machine)\n  tap go\n\n"
        + "  \(machine): 1 finding; complete: all 4 states, 4 steps, 2 commands deep\n")
  }

  @Test("walks find traps and shrink them")
  func fuzz() throws {
    let run = try ran(["fuzz", "queue", "--walks", "20", "--steps", "20"])
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("  open queue@traps\n  tap add\n  tap add\n  tap remove\n"), "\(run.output)")
    #expect(run.output.contains("  open queue@traps\n  tap add\n  tap show\n"), "\(run.output)")
  }

  @Test(
    "a replay names the file, the line and the case, counts it as failed, and runs the others",
    arguments: [true, false])
  func replay(once: Bool) throws {
    let run = try ran(["replay", "a.transcript"] + (once ? ["--once"] : []), in: suite())
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output.contains("a.transcript:12: failed: traps\n  > tap show\n  - | count 1 -> 2\n      missing\n"),
      "\(run.output)")
    #expect(run.output.contains("  + | crash: your code trapped: "), "\(run.output)")
    #expect(run.output.hasSuffix("\n3 cases in 1 file: 2 passed, 1 failed\n"), "\(run.output)")
  }

  @Test("a trap that a transcript expects passes, as every crash that was kept")
  func kept() throws {
    let folder = try ScratchFolder()
    let kept = Self.transcript.replacing("| count 1 -> 2", with: "| crash: \(Self.unwrap)")
    try folder.write(kept, to: "a.transcript")
    #if DEBUG
      let run = try ran(["replay", "a.transcript"], in: folder)
      #expect(run.code == 0 && run.output == "3 cases in 1 file: 3 passed\n", "\(run.output)")
      let mutated = try ran(["mutate", "queue", "a.transcript"], in: folder)
      #expect(mutated.code == 0 && mutated.errors.isEmpty, "\(mutated.errors)")
      #expect(mutated.output.contains("the mutant: crash: \(Self.index)"), "\(mutated.output)")
      #expect(
        mutated.output.contains("  open queue@traps\n  tap add\n  tap add\n  tap remove\n"), "\(mutated.output)")
    #endif
    let swept = try ran(["sweep", "a.transcript"], in: folder)
    #expect(swept.code == 1)
    #expect(swept.output.contains("a.transcript:8: traps (queue@traps)\n  as recorded: crash: your code trapped: "))
  }

  @Test("two machines that trap in the same places do not differ")
  func compare() throws {
    let run = try ran(["compare", "queue", "queue"])
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasSuffix("no difference: all 7 pairs of states, 12 steps, 4 commands deep\n"), "\(run.output)")
  }

  @Test("coverage and scripts continue behind a trap")
  func others() throws {
    let coverage = try ran(["coverage", "a.transcript"], in: suite())
    #expect(coverage.code == 0 && coverage.output.contains("\nqueue@traps  1/1     2/3 "), "\(coverage.output)")
    let script = try ran(["run", "a.transcript"], in: suite())
    #expect(script.code == 1 && script.output.contains("| crash: " + Self.unwrap), "\(script.output)")
    #expect(script.output.hasSuffix("  3 runs: 4 commands, 0 mistakes, 1 crash\n"), "\(script.output)")
  }

  @Test("a session from a pipe keeps what was driven")
  func piped() throws {
    let run = try ToolRun(
      ["queue"], lines: ["tap add", "tap show", "undo", "tap add"], in: ScratchFolder(), tool: "trapping-fixture")
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("> tap show\n| crash: " + Self.unwrap), "\(run.output)")
    #expect(run.output.contains("  undone: tap show\n> tap add\n| count 1 -> 2\n| told 2\n"), "\(run.output)")
  }

  @Test("a session from a pipe is saved before and after a trap, each line once")
  func saved() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(
      ["queue"],
      lines: ["tap add", "save before.transcript", "tap show", "undo", "tap add", "save after.transcript"], in: folder,
      tool: "trapping-fixture")
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.ranges(of: "> tap add\n").count == 2, "\(run.output)")
    #expect(run.output.contains("  undone: tap show\n> tap add\n| count 1 -> 2\n| told 2\n"), "\(run.output)")
    #expect(
      try String(contentsOfFile: folder.path("before.transcript"), encoding: .utf8).contains(
        "> tap add\n| count 0 -> 1\n| told 1\n"))
    #expect(
      try String(contentsOfFile: folder.path("after.transcript"), encoding: .utf8).contains(
        "> tap add\n| count 0 -> 1\n| told 1\n> tap add\n| count 1 -> 2\n| told 2\n"))
  }

  @Test("a definition that traps is an error of the definition")
  func definition() throws {
    let lint = try ran(["lint", "undefined"])
    #expect(lint.code == 1 && lint.output.contains("your code trapped: "), "\(lint.output)\(lint.errors)")
    let run = try ran(["explore", "undefined"])
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("while the definition was made, your code trapped: "), "\(run.output)")
  }

  @Test("code that cannot be stopped ends the tool with its own code")
  func stuck() throws {
    let run = try ran(["explore", "stuck"])
    #expect(run.code == 70 && run.errors.contains("error[E9004]: "), "\(run.errors)")
  }

  @Test("the console prints the trap and shows the prompt again")
  func console() throws {
    let home = try ScratchFolder()
    var environment = PtySession.environment(home: home.path)
    environment["NO_COLOR"] = "1"
    let pty = try PtySession(
      BuiltProduct.path("trapping-fixture"), ["queue"], environment: environment, columns: 200)
    try pty.expect("1 queue@traps 0ms> ")
    try pty.send("tap add\r")
    try pty.expect("2 queue@traps 0ms> ")
    try pty.send("tap show\r")
    try pty.expect("crash: " + Self.unwrap)
    try pty.expect("3 queue@traps 0ms> ")
    try pty.send("undo\r")
    try pty.expect("undone: tap show")
    try pty.expect("2 queue@traps 0ms> ")
    try pty.send("save \(home.path("a.transcript"))\r")
    try pty.expect("saved")
  }
}
