import Foundation
import PtySupport
import Testing

/// What a class or an adapter does wrong: each is an error or a finding, and nothing hangs.
@Suite("What leaves the simulation")
struct EscapeTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// What the console says of machine `escapes@class`, mistakes too.
  private func escape(_ lines: [String]) throws -> String {
    let run = try FixtureRun(["repl"], lines: ["open escapes@class"] + lines, in: folder)
    return run.output + run.errors
  }

  @Test("a thread that resumes a task ends the run with a sentence that says what to inject")
  func foreignThread() throws {
    let text = try escape(["send thread", "send release"])
    #expect(text.contains("a task of 'thread' was resumed by another thread"), "\(text)")
    #expect(text.contains("inject it, and let the adapter answer by 'world.ask'"))
  }

  @Test("a session that goes forward makes its object once, though it tries a reply before it gives it")
  func madeOnce() throws {
    let run = try FixtureRun(
      ["once@class"], lines: ["send load", "reply fetch ok \"b\"", "send load", "reply fetch ok \"c\""], in: folder)
    #expect(
      run.output.hasSuffix("| text \"b\" -> \"c\"\n| load executing -> succeeded\n  4 commands, 0 mistakes\n"),
      "\(run.output)\(run.errors)")
  }

  @Test("chance, and statics that nobody sets back, are found by a search", arguments: ["chance", "count"])
  func unrepeatable(machine: String) throws {
    let run = try FixtureRun(["explore", "\(machine)@class", "--states", "40"], in: folder)
    #expect(
      run.output.contains("when the same calls were made again, the field 'seen' had another value"),
      "\(run.output)\(run.errors)")
  }

  @Test("a task that never stops yielding reaches a limit")
  func spinning() throws {
    let text = try escape(["send spin"])
    #expect(text.contains("10000 reached by spin"), "\(text)")
  }

  @Test("a call that does not return or traps is a crash with its reason, and the session continues")
  func endless() throws {
    let text = try escape(["send block", "undo", "send trap", "undo"])
    #expect(text.contains("your code did not return within 2 s"), "\(text)")
    #expect(text.contains("your code trapped: no number (adapters_fixture/Escapes.swift:"), "\(text)")
    #expect(text.hasSuffix("  undone: send trap\n  2 commands, 0 mistakes, 2 crashes\n"), "\(text)")
  }

  @Test("code that ends the program is a crash, and the session continues")
  func leaving() throws {
    let text = try escape(["send leave", "undo", "send leaveAtOnce", "undo", "send mark"])
    #expect(text.contains("crash: your code trapped: it called 'exit', which ends the program"), "\(text)")
    #expect(text.contains("crash: your code trapped: it ended the program with exit code 0"), "\(text)")
    #expect(text.contains("> send mark\n| seen [] -> [\"mark\"]\n"), "\(text)")
    #expect(text.hasSuffix("  3 commands, 0 mistakes, 2 crashes\n"), "\(text)")
  }

  @Test("a search of a class that traps prints the shortest script to it")
  func trapping() throws {
    let run = try FixtureRun(["explore", "traps@class"], in: folder)
    #expect(run.code == 1 && run.output.contains("crash: your code trapped: no number"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("    open traps@class\n    send add\n    send add\n    send take\n"), "\(run.output)")
  }

  @Test("a block on the main dispatch queue runs, and ends the run with a sentence that says what to write")
  func mainQueue() throws {
    let text = try escape(["send queue"])
    #expect(text.contains("| seen [] -> [\"queued\"]"), "\(text)")
    #expect(text.contains("a block was put on the main dispatch queue"), "\(text)")
    #expect(text.contains("write 'Task { @MainActor in }' in its place"), "\(text)")
  }

  @Test("what a trapped copy left on the main dispatch queue is not taken for what the object did")
  func mainQueueOfCopy() throws {
    let text = try escape(["send queueAndTrap", "undo", "send mark"])
    #expect(text.contains("crash: your code trapped: no number"), "\(text)")
    #expect(text.contains("| seen [] -> [\"mark\"]") && !text.contains("main dispatch queue"), "\(text)")
  }

  @Test("a task that blocks is a crash with its limit")
  func stuckTask() throws {
    let text = try escape(["send blockLater"])
    #expect(text.contains("your code did not return within 2 s"), "\(text)")
  }

  @Test("10,000 tasks run, or reach a limit that has a name")
  func manyTasks() throws {
    let text = try escape(["send many", "advance"])
    #expect(text.contains("limit turnsPerInstant"), "\(text)")
  }

  @Test(
    "of an adapter is an error with its reason",
    arguments: [
      ("throws", [], "crash: 'make' threw an error, so there is no object: NoObject()"),
      ("stuck", [], "crash: your code did not return within 2 s"),
      ("unreadable", ["send breakIt"], "crash: your code trapped: no text"),
      ("undeclared", ["send load"], "the object uses a service that its adapter does not declare"),
    ])
  func badAdapter(machine: String, commands: [String], message: String) throws {
    let run = try FixtureRun(["repl"], lines: ["open \(machine)@class"] + commands, in: folder)
    #expect((run.output + run.errors).contains(message), "\(run.output)\(run.errors)")
  }

  @Test(
    "what remains of an object that has ended is found by a search",
    arguments: [
      ("cycle", "the object is alive when its run has ended", "send keep"),
      ("unending", "a task does not end when it is cancelled", "send loop"),
      ("waiting", "the object is alive when its run has ended", "send wait"),
      ("waiting", "no waiting work can end 'wait = executing'", "send wait"),
    ])
  func remains(machine: String, message: String, command: String) throws {
    let run = try FixtureRun(["explore", "\(machine)@class", "--states", "10"], in: folder)
    #expect(run.code == 1, "\(run.output)\(run.errors)")
    let finding = run.output.components(separatedBy: "\n\n").first { $0.contains(message) }
    #expect(finding?.contains("\n  open \(machine)@class\n  \(command)") ?? false, "\(run.output)\(run.errors)")
  }

  @Test("two histories of one visible state that continue differently are found, with both scripts")
  func missingField() throws {
    let run = try FixtureRun(["explore", "hiding@class"], in: folder)
    #expect(
      run.output.hasPrefix(
        "a field is missing: two histories end in the same visible state, and the same commands then give another value of "
          + "'shown'; show what the object keeps by a 'Field':\n  open hiding@class\n"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("  # the other history:\n  open hiding@class\n  send hide\n"), "\(run.output)")
    let histories = try FixtureRun(["explore", "hiding@class", "--histories", "--depth", "4"], in: folder)
    #expect(
      !histories.output.contains("a field is missing")
        && histories.output.contains("each history of an object counts as a state")
        && histories.output.contains("31 states"), "\(histories.output)\(histories.errors)")
  }

  @Test("what depends on the order of a set is found in another process, by a search and by a replay")
  func anotherProcess() throws {
    let search = try FixtureRun(["explore", "order@class"], in: folder)
    #expect(
      search.code == 1 && search.output.hasPrefix("the object is not repeatable: in another process"),
      "\(search.output)\(search.errors)")
    #expect(search.output.contains("  open order@class\n  send list\n"), "\(search.output)")
    let script = try FixtureRun(
      ["repl"], lines: ["open order@class", "send list", "save order.transcript"], in: folder)
    #expect(script.code == 0, "\(script.output)\(script.errors)")
    let replay = try FixtureRun(["replay", "order.transcript"], in: folder)
    #expect(replay.code == 1 && replay.output.contains("second run"), "\(replay.output)\(replay.errors)")
  }
}
