import Foundation
import PtySupport
import Testing

@Suite("What outlives an object")
struct OutlivingTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func explore(_ machine: String, _ options: String...) throws -> FixtureRun {
    try FixtureRun(["explore", machine] + options, in: folder)
  }

  private func console(_ machine: String, _ lines: [String]) throws -> String {
    let run = try FixtureRun([machine], lines: lines, in: folder)
    return run.output + run.errors
  }

  @Test("a static that only other objects read is found in a process that goes the other way round")
  func statics() throws {
    let run = try explore("keeping@class", "--depth", "4")
    #expect(run.code == 1 && run.output.contains("the object is not repeatable: "), "\(run.output)\(run.errors)")
    #expect(run.output.contains("reset in 'reset()' what outlives an object"), "\(run.output)")
    let text = try console("keeping@class", ["send load", "send save", "undo", "send save"])
    #expect(text.contains("when the same calls were made again, the field 'shown' had another value"), "\(text)")
  }

  @Test("with 'reset' there is nothing to find", arguments: [1, 3])
  func reset(jobs: Int) throws {
    let run = try explore("keeping@reset", "--depth", "5", "--jobs", "\(jobs)")
    #expect(run.code == 0 && run.output.contains("nothing found; complete: all 4 states"), "\(run.output)\(run.errors)")
    let text = try console(
      "keeping@reset",
      ["send save", "undo", "send load", "send save", "send load", "undo", "undo", "send save", "send load"])
    #expect(
      text.contains("shown \"\" -> \"none\"") && text.hasSuffix("\"kept\"\n  6 commands, 0 mistakes\n"), "\(text)")
  }

  @Test("a task that another thread resumes belongs to its own run, and a search names what started it")
  func ownRun() throws {
    let text = try console("detached@class", ["send wait", "undo", "send release", "send release"])
    #expect(text.contains("count 10 -> 20") && !text.contains("crash"), "\(text)")
    let own = try console("detached@class", ["send wait", "send release"])
    #expect(own.contains("a task of 'wait' was resumed by another thread"), "\(own)")
    let run = try explore("detached@class", "--depth", "3", "--jobs", "1")
    #expect(run.code == 1 && run.output.contains("a task of 'wait' was resumed by another thread"), "\(run.output)")
  }

  @Test(
    "what an object does when it ends is found by a search",
    arguments: [
      ("class", "your code trapped: cancelled (adapters_fixture/Outliving.swift:"),
      ("spin", "your code did not return within 2 s"),
      ("deinit", "your code trapped: let go of (adapters_fixture/Outliving.swift:"),
    ])
  func ends(variant: String, reason: String) throws {
    let run = try explore("ending@\(variant)", "--depth", "3")
    #expect(
      run.code == 1 && run.output.contains("when a run ends here, its tasks are cancelled and the object is let go of"),
      "\(run.output)\(run.errors)")
    #expect(run.output.contains(reason) && !run.output.contains("not repeatable"), "\(run.output)")
  }

  @Test("an object that traps when it is let go of does not crash the step of another branch")
  func letGo() throws {
    let lines = (0..<8).flatMap { _ in ["send up", "undo"] } + ["send up"]
    let text = try console("ending@deinit", lines)
    #expect(text.hasSuffix("  9 commands, 0 mistakes\n"), "\(text)")
  }

  @Test("data and identifiers are shown without addresses, and a sleep without end is one")
  func bytes() throws {
    let text = try console(
      "bytes@class", ["send load 2", "send load 200", "send identify", "send sleep", "advance 1s", "timers"])
    #expect(text.contains("| data nil -> \"0707\"\n"), "\(text)")
    #expect(text.contains("| data \"0707\" -> {count: 200, hash: \""), "\(text)")
    #expect(text.contains("| id nil -> \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"\n"), "\(text)")
    #expect(text.contains("night"), "\(text)")
    let run = try explore("bytes@class", "--depth", "4")
    #expect(
      run.code != 2 && !run.output.contains("trapped") && !run.output.contains("repeatable"),
      "\(run.output)\(run.errors)")
  }

  @Test("a subject on another thread, and a stream that is not declared, are said")
  func strays() throws {
    let text = try console("stray@class", ["send go"])
    #expect(text.contains("'told' sent a value on another thread"), "\(text)")
    let stream = try console("undeclared@stream", [])
    #expect(stream.contains("the object uses a stream that its adapter does not declare"), "\(stream)")
  }
}
