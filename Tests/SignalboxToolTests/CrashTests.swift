import Foundation
import PtySupport
import Testing

/// How the tool ends when a signal ends it.
@Suite("crashes", .serialized)
struct CrashTests {
  static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  static let line =
    "signalbox: error[E9002]: Signalbox crashed because of a bug; please report it; the recording is in its file, "
    + "and 'record --resume' continues it"

  /// As a person's: the Swift runtime's backtracer is not turned off from outside.
  private func environment(_ home: ScratchFolder) -> [String: String] {
    var environment = PtySession.environment(home: home.path)
    environment["SWIFT_BACKTRACE"] = "enable=yes"
    environment["NO_COLOR"] = "1"
    return environment
  }

  @Test("a crash on a terminal gives it back, says one line, and is seen as that signal", arguments: crashes)
  func onTerminal(number: Int32) throws {
    let home = try ScratchFolder()
    let pty = try PtySession(
      BuiltProduct.path("signalbox"), ["login@fixed"], environment: environment(home), columns: 200)
    try pty.expect("1 login@fixed 0ms> ")
    try pty.send("set password $right\r")
    try pty.expect("2 login@fixed 0ms> ")
    pty.signal(number)
    let rest = try pty.expect(Self.line)
    #expect(rest.contains("\u{1B}[?2004l"))
    #expect(try pty.waitForExit() == .signal(number))
    #expect(!pty.output.contains("Crash") && !pty.output.contains("Backtrace") && !pty.output.contains("Registers"))
  }

  @Test("a crash of a pipe's run says one line, and is seen as that signal", arguments: crashes)
  func piped(number: Int32) throws {
    let folder = try ScratchFolder()
    let run = try Self.signalled(number, in: folder)
    #expect(run.code == 128 + number)
    #expect(run.errors == Self.line + "\n")
    #expect(try folder.names == ["a.transcript"])
    #expect(try folder.text("a.transcript").hasSuffix("> set name \"a\"\n| name \"\" -> \"a\"\n"))
  }

  @Test(
    "SIGQUIT and SIGXCPU end the tool without a word and without a backtrace, in a pipe and on a terminal",
    arguments: [SIGQUIT, SIGXCPU])
  func quit(number: Int32) throws {
    let folder = try ScratchFolder()
    let run = try Self.signalled(number, in: folder)
    #expect(run.code == 128 + number)
    #expect(run.errors.isEmpty)
    let pty = try PtySession(BuiltProduct.path("signalbox"), ["login@fixed"], environment: environment(folder))
    try pty.expect("1 login@fixed 0ms> ")
    pty.signal(number)
    try pty.expect("\u{1B}[?2004l")
    #expect(try pty.waitForExit() == .signal(number))
    #expect(!pty.output.contains("error") && !pty.output.contains("acktrace"))
  }

  @Test("a crash leaves no temporary file behind, whenever it comes")
  func temporaryFiles() throws {
    let folder = try ScratchFolder()
    try folder.write("open login@fixed\n" + String(repeating: "set name \"a\"\n", count: 200), to: "script")
    let run = try ToolRun.shell(
      "for i in $(seq 10 59); do $S record a$i.transcript script >out 2>&1 & sleep 0.0$i; kill -ABRT $!; wait $!; done; "
        + "ls -A", in: folder)
    #expect(!run.output.contains(".signalbox-") && run.output.contains("script"), "\(run.output)")
  }

  @Test("a parent that ignores SIGQUIT is obeyed")
  func ignored() throws {
    let run = try ToolRun.shell(
      "trap '' QUIT; (kill -QUIT $BASHPID; exec $S -c 'open login@fixed' -c state)", in: ScratchFolder())
    #expect(run.code == 0)
  }

  @Test("no core is written, whatever the shell allows")
  func noCore() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun.shell(
      "{ ulimit -c unlimited; mkfifo in; $S login@fixed <in & exec 3>in; echo state >&3; "
        + "for i in 1 2 3 4 5 6 7 8 9 10; do grep -q 'core file size  *0 ' /proc/$!/limits && break; sleep 0.5; done; "
        + "grep 'core file' /proc/$!/limits; kill -SEGV $!; wait $!; echo $?; }", in: folder)
    let words = run.output.split(separator: "\n").filter { $0.contains("core file") }.flatMap {
      $0.split(separator: " ")
    }
    #expect(words.filter { $0 == "0" }.count == 2, "\(run.output)")
    #expect(run.output.hasSuffix("139\n"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasPrefix("core") })
  }

  @Test("a thread that cannot be made is an error of the environment, and said")
  func noThread() throws {
    let folder = try ScratchFolder()
    var codes: Set<Int32> = []
    // The room that loading takes differs between systems; somewhere between too little and enough only the stack
    // fails.
    for megabytes in stride(from: 40, through: 600, by: 10) {
      let run = try ToolRun.shell("(ulimit -v \(megabytes * 1024); $S --version)", in: folder)
      if run.code == 4 {
        #expect(
          run.errors
            == "signalbox: error[E4203]: cannot create a thread; free memory, or raise 'ulimit -v' or 'ulimit -u'\n")
        #expect(run.output.isEmpty)
      }
      codes.insert(run.code)
      if run.code == 0 { break }
    }
    #expect(codes.contains(4) && codes.contains(0), "\(codes.sorted())")
  }

  /// A recording that is sent a signal after its first command was answered.
  private static func signalled(_ number: Int32, in folder: ScratchFolder) throws -> (code: Int32, errors: String) {
    let process = try ToolRun.process(
      ["record", "a.transcript", "--machine", "login@fixed"], in: folder, environment: ["SWIFT_BACKTRACE": "enable=yes"]
    )
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("set name \"a\"\n".utf8))
    var received = Data()
    while received.range(of: Data("-> \"a\"\n".utf8)) == nil {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { break }
      received += piece
    }
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0), text)
  }
}
