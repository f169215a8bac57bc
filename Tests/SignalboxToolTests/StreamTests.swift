import Foundation
import PtySupport
import Testing

struct StreamTests {
  @Test("piped lines are echoed as a transcript holds them, and talk is indented")
  func echo() throws {
    let run = try ToolRun(
      ["login@fixed"], lines: ["ta login", "state", "# a comment", "", "set name abc"], in: ScratchFolder())
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { line in
        line.isEmpty || line.hasPrefix("> ") || line.hasPrefix("| ") || line.hasPrefix("  ")
      })
    #expect(run.output.contains("\n> tap login\n| refused login: "))
    #expect(run.output.contains("\n> set name \"abc\"\n| name \"\" -> \"abc\"\n"))
    #expect(run.output.hasSuffix("\n  2 commands, 0 mistakes\n"))
  }

  @Test("a mistake is told with line and column, and the rest runs")
  func mistakes() throws {
    let lines = ["open login@fixed", "tap nothing", "frobnicate", "set name \"a\""]
    let run = try ToolRun([], lines: lines, in: ScratchFolder())
    #expect(run.code == 2)
    let errors = run.errors.split(separator: "\n")
    #expect(errors.count == 6)
    #expect(errors[0].contains("]: stdin:2:5: "))
    #expect(errors[1...2] == ["  | tap <withheld>", "        ^"])
    #expect(errors[3].contains("]: stdin:3:1: "))
    #expect(errors[4...5] == ["  | <withheld>", "    ^"])
    #expect(run.output.hasSuffix("> set name \"a\"\n| name \"\" -> \"a\"\n  1 command, 2 mistakes\n"))
  }

  @Test("lines that are no text are told, and the next ones run")
  func garbage() throws {
    var input = Data("open login@fixed\n".utf8)
    input += [0x61, 0xFF, 0x0A, 0x00, 0x0A]
    input += Data(repeating: 0x61, count: 10_000_000) + Data("\nset name \"a\"\n".utf8)
    let run = try ToolRun([], input: input, in: ScratchFolder())
    #expect(run.code == 2)
    #expect(
      run.errors == """
        signalbox: error[E2002]: stdin:2:2: invalid UTF-8; save the text as UTF-8
        signalbox: error[E2002]: stdin:3:1: a NUL byte is not text; remove it
        signalbox: error[E3002]: stdin:4:1: line longer than 1048576 bytes; break it up

        """)
    #expect(run.output.hasSuffix("> set name \"a\"\n| name \"\" -> \"a\"\n  1 command, 3 mistakes\n"))
  }

  @Test("a line with a secret is not shown with its mistake")
  func secretMistake() throws {
    let run = try ToolRun(["login@fixed"], lines: ["set password \"hunter22\" x"], in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.contains("stdin:1:"))
    #expect(!(run.errors + run.output).contains("hunter22"))
  }

  @Test("lines of -c run before the end, and their mistakes count from 1")
  func commandLines() throws {
    let run = try ToolRun(["-c", "open login@fixed", "-c", "nonsense", "-c", "tap login"], in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.contains("]: -c:2:1: "))
    #expect(run.output.contains("> tap login\n"))
  }

  @Test(
    "what commands printed is there while a later one runs, from a script and from a pipe", arguments: [true, false])
  func heldBack(_ isScript: Bool) throws {
    let folder = try ScratchFolder()
    try folder.write("open phone-app@fixed\nstate\nexplore 30 --states 100000000\n", to: "s")
    let process = try ToolRun.process(isScript ? ["run", "s"] : [], in: folder)
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("s")))
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It waits for what was printed, which the search that follows does not.
    let start = output.fileHandleForReading.availableData
    #expect(process.isRunning)
    process.terminate()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(String(decoding: start + rest, as: UTF8.self).contains("login   idle"))
  }

  @Test("after 100 mistakes in a row nothing that follows runs, in a script and in a pipe", arguments: [true, false])
  func manyMistakes(_ isScript: Bool) throws {
    let folder = try ScratchFolder()
    let wrong = String(repeating: "frobnicate\n", count: 99)
    try folder.write("open login@fixed\n\(wrong)set name \"a\"\n\(wrong)\(wrong)set name \"b\"\n", to: "s")
    let input = try Data(contentsOf: URL(fileURLWithPath: folder.path("s")))
    let run = try ToolRun(isScript ? ["run", "s"] : [], input: isScript ? Data() : input, in: folder)
    #expect(run.code == 2)
    #expect(run.output.contains("> set name \"a\"\n") && !run.output.contains("\"b\""))
    #expect(run.output.contains("1 command, 199 mistakes\n"))
    #expect(run.errors.components(separatedBy: "error[E1001]").count == 200)
    #expect(run.errors.hasSuffix("signalbox: error[E3004]: 100 mistakes in a row; the rest does not run\n"))
  }

  @Test("nothing after quit runs")
  func quit() throws {
    let run = try ToolRun(["login@fixed"], lines: ["quit", "set name \"a\""], in: ScratchFolder())
    #expect(run.code == 0)
    #expect(!run.output.contains("set name"))
  }

  @Test("a full disk under standard output ends with 4", arguments: ["list", "--version", "login@fixed -c state"])
  func fullOutput(_ arguments: String) throws {
    let run = try ToolRun.shell("($S \(arguments) >/dev/full)", in: ScratchFolder())
    #expect(run.code == 4)
    #expect(run.errors.contains("error[E4101]: standard output: disk full"))
  }

  @Test("a closed pipe ends quietly, however signals were inherited", arguments: ["", "trap '' PIPE; "])
  func closedPipe(_ trap: String) throws {
    let folder = try ScratchFolder()
    try folder.write(String(repeating: "state\n", count: 50_000), to: "lines")
    let run = try ToolRun.shell(
      "(\(trap)$S login@fixed <lines | head -1; echo ${PIPESTATUS[0]})", in: folder)
    #expect(run.output.split(separator: "\n").last == "141")
    #expect(run.errors.isEmpty)
  }
}
