import Console
import Testing
import Traces
import ViewModels

@testable import Transcripts

struct ConsoleRunnerTests {
  private let runner = ConsoleRunner(catalogue: .gallery)

  private func verdicts(_ body: String, _ runner: ConsoleRunner) throws -> [ExitCode] {
    let transcript = try Transcript.parse("%transcript 1\n%machine login@fixed\n" + body, language: .console)
    return transcript.replay(path: "x", with: runner).cases.map(\.verdict.exitCode)
  }

  @Test("a value that a transcript names is known to its commands, and stands in their output")
  func names() throws {
    let body = "%let who = \"abcdef\"\n%case a\n| login idle\n> set name $who\n| name \"\" -> $who\n"
    #expect(try verdicts(body, runner) == [.agreed])
  }

  @Test("another machine can stand in, with its own hash")
  func replacement() throws {
    let original = try Catalogue.gallery.machine(named: "login@original")
    let opening = CaseOpening(machine: MachineReference(name: "login", variant: "fixed"))
    let opened = try ConsoleRunner(catalogue: .gallery, replacement: original).open(opening)
    #expect(opened.session.prompt == "1 login@original 0ms> ")
    #expect(opened.definitionHash != (try runner.open(opening).definitionHash))
  }

  @Test("an unknown machine cannot be opened, and says the nearest")
  func unknown() throws {
    let opening = CaseOpening(machine: MachineReference(name: "login", variant: "fixd"))
    let problem = #expect(throws: OpeningProblem.self) { try runner.open(opening) }
    #expect(try #require(problem).sentence.contains("'login@fixed'"))
  }

  @Test("a command that is none of the machine's is a mistake at its column")
  func mistake() throws {
    var session = try runner.open(CaseOpening(machine: MachineReference(name: "login", variant: "fixed"))).session
    guard case .mistake(let column, let sentence) = runner.run("tap nowhere", in: &session) else {
      Issue.record("the command ran")
      return
    }
    #expect(column == 5)
    #expect(sentence.hasPrefix("unknown control "))
    guard case .mistake = runner.run("save x", in: &session) else {
      Issue.record("a transcript wrote a file")
      return
    }
  }
}
