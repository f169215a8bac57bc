import Testing
import Traces

@testable import Transcripts

@Suite("A loop")
struct LoopTests {
  private let body = """
    | idle
    > tap a
    | one
    # the cycle
    %loop
    # of where it leads
    | goes round
    > tap b
    | two
    > tap c
    | three

    """

  /// Answers with the number of the command, and records how many ran.
  private func runner(_ changes: @escaping @Sendable (Int, Int) -> [String] = { _, _ in [] }) -> ScriptedRunner {
    var runner = ScriptedRunner(outputs: [["idle"], ["one"], ["two"], ["three"], ["two"], ["three"]])
    runner.changes = changes
    return runner
  }

  @Test("it is the commands below the directive, with the lines of where they lead, and is printed as it was read")
  func document() throws {
    let document = try transcript(body)
    let loop = try #require(document.cases[0].loop)
    #expect(loop.line == 8 && loop.start == 1 && loop.block.expectations.map(\.index) == [9])
    #expect(document.cases[0].blocks.count == 5 && document.cases[0].line(at: 4) == 8)
    #expect(try document.print().hasSuffix(body) && document.formatted().hasSuffix(body))
    #expect(try transcript(body.replacing("%loop\n", with: "%loop  \n")).formatted() == document.formatted())
    let later = body.replacing(
      "%loop\n# of where it leads\n| goes round\n> tap b\n| two\n", with: "> tap b\n| two\n%loop\n| goes round\n")
    #expect(try transcript(later).meaning != document.meaning)
    #expect(try transcript(body.replacing("| goes round", with: "|*")).meaning != document.meaning)
  }

  @Test("commands that lead back run twice, and the case stands behind the second round")
  func twice() throws {
    let (result, session) = try transcript(body).replayGoingOn(transcript(body).cases[0], with: runner())
    #expect(result.verdict.exitCode == .agreed && session == 5 && result.commands == 3)
    #expect(result.blocks.map(\.actual) == [["idle"], ["one"], ["two"], ["three"], ["goes round"]])
  }

  @Test("commands that lead elsewhere run once, and what differs there is said")
  func elsewhere() throws {
    let runner = runner { _, start in start == 1 ? ["count 1 -> 2"] : [] }
    let (result, session) = try transcript(body).replayGoingOn(transcript(body).cases[0], with: runner)
    #expect(session == 3 && result.verdict.exitCode == .differs)
    let report = try transcript(body).replay(path: "f", with: runner)
    #expect(
      FailureText(executable: "signalbox").lines(of: [report]) == [
        "f:8: failed: case", "  same machine, different behaviour", "  %loop", "  - | goes round", "      missing",
        "  + | leads elsewhere", "  + | count 1 -> 2", "  review: signalbox replay --review f:8",
        "  open:   signalbox repl f:8",
      ])
  }

  @Test("a second round that leads elsewhere is no loop")
  func second() throws {
    let result = try transcript(body).replay(path: "f", with: runner { end, _ in end == 5 ? ["count 1 -> 2"] : [] })
    #expect(result.cases[0].blocks.last?.actual == ["leads elsewhere", "count 1 -> 2"])
  }

  @Test("commands that lead nowhere while no time passes stand still; on the way elsewhere they go round")
  func still() throws {
    var still = runner()
    still.clock = { _ in 0 }
    #expect(try transcript(body).replay(path: "f", with: still).cases[0].blocks.last?.actual == ["stands still"])
    var back = runner { end, _ in end % 2 == 0 ? ["count 1 -> 2"] : [] }
    back.clock = { _ in 0 }
    #expect(try transcript(body).replay(path: "f", with: back).exitCode == .agreed)
  }

  @Test("where it leads is updated and reviewed like every block")
  func update() throws {
    let runner = runner { _, _ in ["count 1 -> 2"] }
    let report = try transcript(body).replay(path: "f", with: runner)
    let update = report.updated(acceptsLost: false)
    #expect(
      update.isComplete
        && update.text.hasSuffix(body.replacing("| goes round", with: "| leads elsewhere\n| count 1 -> 2")))
    #expect(update.transcript.replay(path: "f", with: runner).exitCode == .agreed)
    let review = FileReview(report: report, text: FailureText(executable: "signalbox"))
    #expect(review.next?.place == 4)
    let silent = try transcript(body.replacing("# of where it leads\n| goes round\n", with: ""))
    let filled = silent.replay(path: "f", with: self.runner()).updated()
    #expect(filled.text.hasSuffix(body.replacing("# of where it leads\n", with: "")))
  }

  @Test("a command of it that is mistaken ends the case, and nothing is said of where it leads")
  func mistake() throws {
    let runner = ScriptedRunner(
      opening: ["idle"],
      replies: [.output(["one"]), .output(["two"]), .mistake(column: 5, sentence: "unknown control 'c'")])
    let result = try transcript(body).replay(path: "f", with: runner).cases[0]
    #expect(result.verdict.exitCode == .badInput && result.blocks.count == 3 && result.commands == 2)
  }
}
