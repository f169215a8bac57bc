import Foundation
import PtySupport
import Testing

/// `signalbox compare`: what it tells, its exit codes, and that its scripts show what they are for.
@Suite("Comparing from the command line")
struct CompareTests {
  private func compare(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["compare"] + arguments, in: ScratchFolder())
  }

  @Test("two variants differ, and the shortest script comes first")
  func differs() throws {
    let run = try compare("purchase@original", "purchase@fixed")
    #expect(run.code == 1 && run.errors.isEmpty)
    #expect(
      run.output.contains(
        """
        1  broken "a purchase has exactly one outcome", only in a
          tap buy
          tap buy

        """))
    #expect(run.output.contains("  - transition Purchase: purchase on buy  to executing, internal\n"))
    #expect(run.output.contains("everything before a difference was searched: "))
  }

  @Test("a script shows on two traces what it was printed for")
  func replayed() throws {
    let folder = try ScratchFolder()
    let found = try ToolRun(["compare", "user@original", "user@fixed"], in: folder).output
    let part = try #require(found.components(separatedBy: "\n\n").first { $0.contains("  tap login\n") })
    let script = part.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { "\($0)\n" }
    try folder.write(script.joined(), to: "found.txt")
    let run = try ToolRun(["diff", "found.txt", "--as", "user@original", "--as", "user@fixed"], in: folder)
    #expect(run.code == 1 && run.output.contains("broken \"a submission has exactly one outcome\", only in a"))
  }

  @Test("no difference and everything seen is 0, a bound that came first is 3, unless it is accepted")
  func codes() throws {
    let same = try compare("purchase@fixed", "purchase@fixed")
    #expect(same.code == 0 && same.output.contains("the definitions declare the same parts\n"))
    #expect(same.output.contains("no difference: all "))
    let bounded = try compare("login@fixed", "login@fixed", "--depth", "2")
    #expect(bounded.code == 3)
    #expect(bounded.output.contains("no difference up to 2 commands; stopped by --depth 2: "))
    #expect(try compare("login@fixed", "login@fixed", "--states", "5").code == 3)
    #expect(try compare("login@fixed", "login@fixed", "--depth", "2", "--accept-bound").code == 0)
  }

  @Test("the double push needs a command that comes between, and a search behind the first difference")
  func doublePush() throws {
    let run = try compare(
      "login@original", "login@fixed", "--fail-on", "fault", "--races", "--depth", "4", "--causes", "99")
    #expect(run.output.contains("broken \"one submission pushes one page\", only in a"))
    #expect(run.output.contains("  hold tap login\n  tap login\n"))
    #expect(try !compare("login@original", "login@fixed").output.contains("one submission pushes one page"))
  }

  @Test("scripts are driven on both first")
  func scripts() throws {
    let folder = try ScratchFolder()
    try folder.write("set name \"aaaaaa\"\nset password \"aaaaaa\"\ntap login\n", to: "one.txt")
    let run = try ToolRun(["compare", "login@original", "login@fixed", "one.txt", "--depth", "1"], in: folder)
    #expect(run.code == 1)
    #expect(run.output.contains("\none.txt\n"))
    #expect(run.output.contains("1  login  - idle -> validating -> executing -> succeeded"))
    #expect(run.output.contains("all pairs within 1 command were searched\n"))
    #expect(try ToolRun(["compare", "login@original", "login@fixed", "none.txt"], in: folder).code == 2)
  }

  @Test("differences are folded beyond a number")
  func folded() throws {
    let run = try compare("login@original", "login@fixed", "--fail-on", "fault", "--depth", "5", "--causes", "2")
    #expect(run.output.contains("\n2  ") && !run.output.contains("\n3  "))
    #expect(run.output.contains("more differences\n"))
  }

  @Test("where nothing can be tried, that is said, and the definitions are compared all the same")
  func untried() throws {
    let run = try compare("purchase@fixed", "headlines@fixed")
    #expect(
      run.code == 3 && run.output.contains("nothing could be tried: ") && run.output.contains("different definitions"))
  }

  @Test("a script of many wrong lines is refused at its first one, without running them all")
  func manyMistakes() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\n" + String(repeating: "frobnicate\n", count: 300_000), to: "wrong")
    let run = try ToolRun(["compare", "login@original", "login@fixed", "wrong"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("signalbox: error[E1001]: wrong:2:1: unknown verb '...'"), "\(run.errors)")
  }

  @Test("what cannot be is bad input")
  func mistakes() throws {
    #expect(try compare("logn", "login").code == 2)
    #expect(try compare("login@fixed").code == 2)
    for bound in ["--depth", "--states", "--causes"] {
      #expect(try compare("login@fixed", "login@original", bound, "0").code == 2)
    }
  }
}
