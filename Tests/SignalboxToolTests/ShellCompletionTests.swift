import Foundation
import PtySupport
import Testing

/// The completion scripts, each in the shell that it is for, on a terminal.
@Suite("Completion in shells", .serialized)
struct ShellCompletionTests {
  /// How a shell is started without anybody's settings, and made to complete with `script`.
  struct Shell: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let script: String
    let preparation: String

    var testDescription: String { name }
    var path: String? {
      ["/bin", "/usr/bin"].map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }
  }

  private static let shells = [
    Shell(name: "bash", arguments: ["--norc", "-i"], script: "script", preparation: "source ./script"),
    Shell(
      name: "zsh", arguments: ["-f", "-i"], script: "_signalbox",
      preparation: "bindkey -e; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D"),
    Shell(name: "fish", arguments: ["--no-config", "-i"], script: "script", preparation: "source ./script"),
  ].filter { $0.path != nil }

  /// What is typed, and the words of the line when it was completed.
  private static let lines = [
    ("signalbox repla\t", ["signalbox", "replay"]),
    ("signalbox replay --repo\tjun\ta\t", ["signalbox", "replay", "--report", "junit", "a.transcript"]),
    ("signalbox diagram flickr@fix\t--f\tmer\t", ["signalbox", "diagram", "flickr@fixed", "--format", "mermaid"]),
    ("signalbox replay --as headl\tdu\t", ["signalbox", "replay", "--as", "headlines@dummy"]),
    ("signalbox completions z\t", ["signalbox", "completions", "zsh"]),
  ]

  @Test("commands, options, formats, machines and transcripts are completed", arguments: shells)
  func completes(_ shell: Shell) throws {
    let folder = try ScratchFolder()
    let script = try ToolRun(["completions", shell.name], in: folder)
    #expect(script.code == 0 && script.errors.isEmpty)
    try folder.write(script.output, to: shell.script)
    try folder.write("", to: "a.transcript")
    try folder.write("", to: "a.txt")
    let tools = BuiltProduct.folder
    let environment = PtySession.environment(home: folder.path).merging(["PATH": "\(tools):/usr/bin:/bin"]) { $1 }
    let pty = try PtySession(try #require(shell.path), shell.arguments, environment: environment, columns: 200)
    try pty.send("cd '\(folder.path)'; \(shell.preparation); echo rea''dy\r")
    try pty.expect("ready")
    for (typed, words) in Self.lines {
      try pty.send(typed)
      // The line is printed word by word in place of being run.
      try pty.send("\u{1}printf '<%s>' \r")
      try pty.expect(words.map { "<\($0)>" }.joined())
    }
    try pty.send("\u{4}")
  }

  @Test("bash is always there to complete")
  func present() { #expect(Self.shells.contains { $0.name == "bash" }) }

  @Test("an unknown shell is bad usage that names the known ones")
  func unknown() throws {
    let run = try ToolRun(["completions", "tcsh"], in: ScratchFolder())
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(run.errors.contains("'tcsh'") && run.errors.contains("'bash', 'zsh' or 'fish'"))
  }
}
