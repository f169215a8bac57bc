import PtySupport
import Testing

/// `signalbox fuzz`: what it finds, what it says of its walks, what it keeps, and its exit codes.
@Suite("Walking at random from the command line")
struct FuzzTests {
  @Test("what is found is told with a small script, which does it again; one seed gives the same bytes")
  func found() throws {
    let folder = try ScratchFolder()
    let arguments = ["fuzz", "login@original", "--walks", "10"]
    let run = try ToolRun(arguments, in: folder)
    #expect(run.code == 1 && run.errors.isEmpty)
    #expect(
      run.output == """
        broken "one submission pushes one page" (queued on the main queue: push home):
          # shrunk from 8 commands
          open login@original
          set name $messy
          set password $right
          hold tap login
          tap login

          login@original: 1 finding; seed 0, 10 walks, 936 commands; 7 of 7 transitions taken

        """, "\(run.output)")
    #expect(try ToolRun(arguments, in: folder).output == run.output)
    let script = run.output.split(separator: "\n").dropFirst(2).prefix(5).map { $0.dropFirst(2) + "\n" }.joined()
    try folder.write(script, to: "found.txt")
    #expect(try ToolRun(["run", "found.txt"], in: folder).output.contains("broken \"one submission pushes one page\""))
  }

  @Test("a finding is kept as a transcript that fails as long as it is there")
  func kept() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["fuzz", "login@original", "--walks", "10", "--save", "."], in: folder)
    let name = "login@original-1-one-submission-pushes-one-page.transcript"
    #expect(run.code == 1 && run.output.hasSuffix("  saved to ./\(name)\n"), "\(run.output)")
    #expect(try ToolRun(["replay", name], in: folder).code == 0)
    #expect(try ToolRun(["fuzz", "login@original", "--walks", "10", "--save", "."], in: folder).code == 2)
  }

  @Test("nothing found is 3, since walks never see everything, and 0 where that is accepted")
  func codes() throws {
    let folder = try ScratchFolder()
    let bounded = ["fuzz", "login@fixed", "--walks", "3", "--steps", "20"]
    let run = try ToolRun(bounded, in: folder)
    #expect(run.code == 3 && run.output.contains("nothing found; seed 0, 3 walks, "), "\(run.output)")
    #expect(try ToolRun(bounded + ["--accept-bound"], in: folder).code == 0)
    let other = try ToolRun(bounded + ["--seed", "1"], in: folder)
    #expect(other.output.contains("seed 1, 3 walks, ") && other.output != run.output)
    let timed = try ToolRun(["fuzz", "login@fixed", "--walks", "100000000", "--time", "1"], in: folder)
    #expect(timed.code == 3 && timed.output.contains("nothing found; stopped by --time 1: seed 0, "), "\(timed.output)")
  }

  @Test("a law that is given is found broken; what cannot be is told with its place")
  func laws() throws {
    let folder = try ScratchFolder()
    let arguments = ["fuzz", "login@fixed", "--services", "any", "--seed", "2", "--never"]
    let run = try ToolRun(arguments + ["login = error"], in: folder)
    #expect(run.code == 1 && run.output.hasPrefix("broken \"never login = error\", "), "\(run.output)")
    #expect(run.output.contains("  tap login\n  advance\n\n"))
    let mistake = try ToolRun(arguments + ["logni = error"], in: folder)
    #expect(mistake.code == 2 && mistake.errors.contains("--never:1:1: unknown field"))
    for wrong in [["--walks", "0"], ["--steps", "0"], ["--time", "0"], ["--seed", "x"], ["--values", "name"]] {
      #expect(try ToolRun(["fuzz", "login@fixed"] + wrong, in: folder).code == 2)
    }
    #expect(try ToolRun(["fuzz", "nope"], in: folder).code == 2)
  }
}
