import Foundation
import PtySupport
import Testing

/// Which cases `replay`, `coverage` and `sweep` take.
@Suite("Selection")
struct SelectionTests {
  /// `a/one` and `b/c/two` of login@fixed, `b/three` of user@fixed; eight cases.
  private func suite() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["a", "b/c"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try folder.write(
      """
      %transcript 1
      %machine login@fixed
      %case opens
      %tag quick
      | login idle
      %case opens twice
      %tag quick twice
      | login idle
      %case types a name
      | login idle
      > set name "aaaaaa"
      | name "" -> "aaaaaa"

      """, to: "a/one.transcript")
    try folder.write(
      """
      %transcript 1
      %machine login@fixed
      %case is taken in
      %tag slow
      |*
      > set name "aaaaaa"
      |*
      > set password $right
      |*
      > tap login
      |*
      %case is turned away
      |*
      > set name "aaaaaa"
      |*
      > set password $wrong
      |*
      > tap login
      |*
      > advance 1s
      |*
      %case later
      %skip not yet
      | login idle

      """, to: "b/c/two.transcript")
    try folder.write(
      "%transcript 1\n%machine user@fixed\n%case opens\n|*\n%case waits\n|*\n", to: "b/three.transcript")
    return folder
  }

  /// The cases that `replay --list` prints, and its counts.
  private func listed(_ arguments: [String], in folder: ScratchFolder) throws -> (cases: [Substring], counts: Substring)
  {
    let run = try ToolRun(["replay", "--list"] + arguments, in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    return (lines.dropLast(), try #require(lines.last))
  }

  @Test(
    "a pattern names what fits it, with folders between for '**', and a folder that fits stands for what is in it",
    arguments: [
      ("*/*.transcript", "a/one b/three"), ("**/*.transcript", "a/one b/c/two b/three"), ("**/t*", "b/c/two b/three"),
      ("b/**", "b/c/two b/three"), ("b/**/c/**/two.transcript", "b/c/two"), ("?", "a/one b/c/two b/three"),
      ("./?/c", "./b/c/two"), ("b/t?ree.transcript", "b/three"), ("**/one.transcript", "a/one"),
    ])
  func patterns(_ pattern: String, _ files: String) throws {
    let folder = try suite()
    let cases = try listed([pattern], in: folder).cases
    let found = cases.reduce(into: [Substring]()) { found, line in
      let file = line.prefix { $0 != ":" }.dropLast(".transcript".count)
      if found.last != file { found.append(file) }
    }
    #expect(found.joined(separator: " ") == files)
  }

  @Test("a pattern that nothing fits, or with a line, is bad input; a file that is called like a pattern is that file")
  func otherPatterns() throws {
    let folder = try suite()
    let none = try ToolRun(["replay", "a/*.text"], in: folder)
    #expect(none.code == 2)
    #expect(none.errors.hasPrefix("signalbox: error[E1117]: a/*.text: no transcript matches this pattern; "))
    let lined = try ToolRun(["replay", "a/*:3"], in: folder)
    #expect(lined.code == 2 && lined.errors.contains("this is a pattern; remove it"))
    #expect(try ToolRun(["replay", "z/*"], in: folder).errors.contains("error[E2001]: z: no such file"))
    try folder.write("%transcript 1\n%machine login@fixed\n%case star\n|*\n", to: "*.transcript")
    #expect(try listed(["*.transcript"], in: folder).cases == ["*.transcript:3: star"])
    #expect(try ToolRun(["lint", "b/*"], in: folder).output.contains("\n2 files: "))
  }

  @Test("a part of a title chooses, and a whole title wins over those that hold it")
  func titles() throws {
    let folder = try suite()
    #expect(
      try listed(["--case", "opens", "."], in: folder).cases
        == ["./a/one.transcript:3: opens", "./b/three.transcript:3: opens"])
    #expect(
      try listed(["--case", "is t", "."], in: folder).cases
        == ["./b/c/two.transcript:3: is taken in", "./b/c/two.transcript:12: is turned away"])
    let near = try ToolRun(["replay", ".", "--case", "turned over"], in: folder)
    #expect(near.code == 2 && near.output == "0 cases in 0 files\n")
    #expect(
      near.errors == "signalbox: error[E1103]: no title contains 'turned over'; near it are 'is turned away'\n")
    let slip = try ToolRun(["replay", ".", "--case", "watis"], in: folder)
    #expect(slip.errors.hasSuffix("near it are 'waits'\n"))
    let far = try ToolRun(["replay", "b", "--case", "xyz"], in: folder)
    #expect(
      far.errors.hasSuffix("; there are 'is taken in', 'is turned away', 'later', 'opens', 'waits'\n"), "\(far.errors)")
    #expect(try ToolRun(["replay", ".", "--case", ""], in: folder).code == 2)
  }

  @Test("several options narrow, and the counts say of how many")
  func narrowing() throws {
    let folder = try suite()
    #expect(
      try ToolRun(["replay", "."], in: folder).output
        == "8 cases in 3 files: 7 passed, 1 skipped; leftovers in 1 case\n")
    for (arguments, counts) in [
      (["--tag", "quick"], "2 cases of 8 in 1 file of 3: 2 passed\n"),
      (["--tag", "quick", "--tag", "twice"], "1 case of 8 in 1 file of 3: 1 passed\n"),
      (["--machine", "login"], "6 cases of 8 in 2 files of 3: 5 passed, 1 skipped; leftovers in 1 case\n"),
      (["--machine", "login@fixed", "--case", "opens"], "1 case of 8 in 1 file of 3: 1 passed\n"),
      (["--machine", "user", "--case", "open"], "1 case of 8 in 1 file of 3: 1 passed\n"),
      (["--as", "user@fixed"], "2 cases of 8 in 1 file of 3: 2 passed\n"),
    ] {
      let run = try ToolRun(["replay", "."] + arguments, in: folder)
      #expect(run.code == 0 && run.output == counts, "\(arguments) \(run.output)\(run.errors)")
    }
    #expect(
      try ToolRun(["replay", "b/c/two.transcript:13", "a"], in: folder).output == "4 cases in 2 files: 4 passed\n")
  }

  @Test("to select nothing is an error")
  func nothing() throws {
    let folder = try suite()
    for command in [["replay"], ["replay", "--list"], ["coverage"], ["sweep"]] {
      let run = try ToolRun(command + ["a", "--tag", "none"], in: folder)
      #expect(run.code == 2)
      #expect(
        run.errors
          == "signalbox: error[E1103]: none of 3 cases is selected; 'replay --list' without the selection lists them\n",
        "\(run.errors)")
    }
    #expect(try ToolRun(["replay", ".", "--machine", "nobody"], in: folder).errors.contains("error[E1020]"))
  }

  @Test("coverage and sweep take the same selection")
  func others() throws {
    let folder = try suite()
    let coverage = try ToolRun(["coverage", ".", "--case", "turned"], in: folder)
    #expect(
      coverage.code == 0 && coverage.output.hasSuffix("\n1 case of 8 in 1 file, 1 machine\n"), "\(coverage.output)")
    let sweep = try ToolRun(["sweep", "**/two.transcript", "--tag", "slow"], in: folder)
    #expect(sweep.output.contains("\n1 case of 3 in 1 file: "), "\(sweep.output)\(sweep.errors)")
  }

  @Test("a list with files that cannot be read tells of them, and ends with 2")
  func unread() throws {
    let folder = try suite()
    try folder.write("nonsense\n", to: "a/bad.transcript")
    let run = try ToolRun(["replay", "--list", "a"], in: folder)
    #expect(run.code == 2 && run.errors.contains("a/bad.transcript:1:1"))
    #expect(run.output.hasSuffix("a/one.transcript:9: types a name\n3 cases in 1 file\n"))
    #expect(try ToolRun(["replay", "--list", "--report", "junit", "a"], in: folder).code == 2)
  }
}
