import Foundation
import PtySupport
import Testing

/// `signalbox mutate`: what it says of mutants and transcripts, what it keeps, and its exit codes.
@Suite("Mutants from the command line")
struct MutateTests {
  /// A purchase whose check is answered, and nothing else.
  private static let bought = """
    %transcript 1
    %machine purchase@fixed
    %case one tap
    |*
    > tap buy
    | purchase idle -> executing
    |*
    > advance 1s
    |*

    """

  @Test("the scripts of the survivors, kept, kill every mutant that is not equal")
  func whole() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.bought, to: "a.transcript")
    let run = try ToolRun(["mutate", "purchase@fixed", "a.transcript", "--save", "."], in: folder)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("1  a.transcript\n\nplace "), "\(run.output)")
    #expect(run.output.contains("survives: "))
    let again = try ToolRun(["mutate", "purchase@fixed", ".", "--min", "100"], in: folder)
    #expect(again.code == 0, "\(again.output)")
    #expect(again.output.contains("(100%)"), "\(again.output)")
    #expect(!again.output.contains("- survives"), "\(again.output)")
    #expect(try ToolRun(["replay", "."], in: folder).code == 0)
  }

  @Test("one job or several: the same mutants are killed")
  func jobs() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.bought, to: "a.transcript")
    let arguments = ["mutate", "purchase@fixed", "a.transcript"]
    let (one, two) = (try ToolRun(arguments + ["--jobs", "1"], in: folder), try ToolRun(arguments, in: folder))
    #expect(one.output == two.output)
    #expect(one.output.split(separator: "\n").contains { $0.hasSuffix(" 1") })
  }

  @Test("what kills less than the least percentage ends with 1")
  func minimum() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.bought, to: "a.transcript")
    let arguments = ["mutate", "purchase@fixed", "a.transcript", "--min"]
    #expect(try ToolRun(arguments + ["1"], in: folder).code == 0)
    #expect(try ToolRun(arguments + ["99"], in: folder).code == 1)
    #expect(try ToolRun(arguments + ["101"], in: folder).code == 2)
  }

  @Test("a case that does not hold and one of another machine tell nothing; without any there is nothing to say")
  func cases() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.bought, to: "a.transcript")
    try folder.write(
      Self.bought.replacing("idle -> executing", with: "idle -> failed"), to: "wrong.transcript")
    let wrong = try ToolRun(["mutate", "purchase@fixed", "."], in: folder)
    #expect(wrong.code == 2 && wrong.output.hasPrefix("1  ./a.transcript\n\n"), "\(wrong.output)")
    #expect(
      wrong.errors.contains(
        "error[E1140]: ./wrong.transcript:3:1: the case does not hold on purchase@fixed, so it cannot test its mutants"
      ), "\(wrong.errors)")
    let none = try ToolRun(["mutate", "login@fixed", "a.transcript"], in: folder)
    #expect(none.code == 2 && none.errors.contains("error[E1141]: no case opens login@fixed; "), "\(none.errors)")
    #expect(try ToolRun(["mutate", "nope", "a.transcript"], in: folder).code == 2)
    #expect(try ToolRun(["mutate", "purchase@fixed", "none.transcript"], in: folder).code == 2)
  }

  @Test("JSON is what its published schema says")
  func schema() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.bought, to: "a.transcript")
    let schema = try JSONSchema("mutation.schema.json")
    let run = try ToolRun(["mutate", "purchase@fixed", "a.transcript", "--json"], in: folder)
    #expect(run.output.contains("\"fate\":\"killed\",\"killers\":[\"a.transcript\"]"), "\(run.output)")
    #expect(try schema.faults(in: run.output) == [])
    let wrong = run.output.replacing("\"fate\":\"killed\"", with: "\"fate\":\"dead\"")
    #expect(try schema.faults(in: wrong).contains { $0.hasSuffix(".fate: none of the values") })
  }
}
