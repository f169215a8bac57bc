import Foundation
import PtySupport
import Testing

/// A secret that is typed, taken or not, reaches nothing that the tool prints or writes.
struct SecretSinkTests {
  private static let needle = "Zq7"
  /// Under an alert, with mistakes, and where it is taken.
  private static let lines = [
    "paste name \"aaaaaa\"", "set password \"Zq7x9\"", "type password \"Zq7x9\"", "tap login", "advance 1s",
    "set password \"Zq7x9\"", "paste password \"Zq7x9\"", "type password \"Zq7x9\"", "dismiss",
    "hold assign password \"Zq7x9\"", "service nosuch ok \"Zq7x9\"",
  ]
  private static let mistakes = [
    "set pwd Zq7x9", "set 密码 Zq7x9", "set password $Zq7x9", "set password \"Zq7x9", "set password=Zq7x9",
    "assign nosuch \"Zq7x9\"", "send login \"Zq7x9\"", "tap login Zq7x9", "reply nosuch ok Zq7x9",
    "reply authenticate ok \"Zq7x9\"", "pwd Zq7x9", "sett password Zq7x9", "erase password Zq7x9",
    "focus password Zq7x9", "commit password \"Zq7x9\"", "hold undo set password Zq7x9",
  ]

  private func expectNothing(_ run: ToolRun, _ what: String) {
    for text in [run.output, run.errors] where Self.tells(text) { Issue.record("\(what): \(text)") }
  }

  private static func tells(_ text: String) -> Bool {
    text.contains(needle) || text.contains("\"Z\"") || text.contains("\"q\"")
  }

  @Test(
    "a pipe, -c and a script: what they print, and on standard error", arguments: ["login@fixed", "login@original"])
  func streams(_ machine: String) throws {
    let folder = try ScratchFolder()
    let lines = Self.lines + Self.mistakes + ["state", "fields", "screen", "trace", "requests", "branches", "cases"]
    expectNothing(try ToolRun([machine], lines: lines, in: folder), "pipe")
    expectNothing(try ToolRun([machine] + lines.flatMap { ["-c", $0] }, in: folder), "-c")
    try folder.write((["open \(machine)"] + lines).joined(separator: "\n") + "\n", to: "script")
    expectNothing(try ToolRun(["run", "script"], in: folder), "run")
    expectNothing(try ToolRun([], lines: ["source script"], in: folder), "source")
    // Where no machine is open, nobody knows what is secret.
    expectNothing(try ToolRun([], lines: Self.lines + Self.mistakes, in: folder), "no machine")
  }

  @Test("recordings, saved cases, traces and differences in every format")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write((["open login@fixed"] + Self.lines).joined(separator: "\n") + "\n", to: "script")
    expectNothing(try ToolRun(["record", "r.transcript", "script"], in: folder), "record")
    let lines = Self.lines + ["save s.transcript", "trace t.trace.jsonl"]
    expectNothing(try ToolRun(["login@fixed"], lines: lines, in: folder), "save")
    expectNothing(try ToolRun(["trace", "script", "--output", "u.trace.jsonl"], in: folder), "trace")
    for format in [[], ["--json"]] {
      let variants = ["diff", "script", "--as", "login@original", "--as", "login@fixed"] + format
      expectNothing(try ToolRun(variants, in: folder), "diff of variants")
      expectNothing(try ToolRun(["diff", "t.trace.jsonl", "script"] + format, in: folder), "diff of files")
    }
    expectNothing(try ToolRun(["replay", "r.transcript"], in: folder), "replay")
    expectNothing(try ToolRun(["replay", "--update", "r.transcript"], in: folder), "update")
    for name in try folder.names where name != "script" {
      #expect(!Self.tells(try folder.text(name)), "\(name)")
    }
    #expect(try folder.names.count >= 4)
  }

  @Test("a mistyped command of a transcript is not shown with what follows it")
  func transcripts() throws {
    let folder = try ScratchFolder()
    for line in Self.mistakes {
      try folder.write(
        "%transcript 1\n%machine login@fixed\n%case a\n| login idle\n> \(line)\n| x\n", to: "a.transcript")
      for command in [["replay"], ["lint"], ["run"], ["trace"], ["fmt", "--check"], ["replay", "--review"]] {
        expectNothing(try ToolRun(command + ["a.transcript"], in: folder), "\(command): \(line)")
      }
    }
  }

  /// A command as the argument parser's own table has it.
  private struct Table: Decodable {
    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }
      /// What its value is completed by.
      struct Completion: Decodable {
        var file: [String: [String]]?
        var directory: [String: [String]]?
      }
      var kind: String
      var names: [Name]?
      var completionKind: Completion?

      /// As it is typed; empty for an argument without a name.
      var typed: [String] {
        guard let name = names?.first else { return [] }
        return [(name.kind == "long" ? "--" : "-") + name.name]
      }
      /// The name of a file is no value, and is in the file system as it was typed.
      var isFile: Bool { completionKind?.file != nil || completionKind?.directory != nil }
    }
    var command: Command
  }

  /// Each command with each option and argument that takes text, up to where its value is.
  private static func heads() throws -> [[String]] {
    let table = try ToolRun(["--experimental-dump-help"], in: ScratchFolder())
    let root = try JSONDecoder().decode(Table.self, from: Data(table.output.utf8)).command
    return (root.subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
      let machines = ["explore": 1, "fuzz": 1, "mutate": 1, "compare": 2][command.commandName] ?? 0
      let start = [command.commandName] + ["login@fixed", "login@original"].prefix(machines)
      return (command.arguments ?? []).filter { $0.kind != "flag" && !$0.isFile }.map { argument in
        (argument.typed.isEmpty ? [command.commandName] : start) + argument.typed
      }
    }
  }

  @Test("a secret that is typed in any option or argument of the command line is printed by none")
  func arguments() throws {
    let heads = try Self.heads()
    #expect(heads.contains(["explore", "login@fixed", "--domain"]) && heads.contains(["diff", "--ignore-path"]))
    let values = [
      ["password=\"Zq7x9\""], ["password", "=", "Zq7x9"], ["\"Zq7x9\" = password"], ["passwrod == Zq7x9"],
    ]
    let folder = try ScratchFolder()
    for head in heads {
      // Each form behind what compares values, whose reader the searches share, and one behind every other option.
      let isOfSearch = ["--domain", "--values", "--never", "--always", "--leads-to", "--again"].contains(
        head.last ?? "")
      for value in isOfSearch && head[0] == "explore" ? values : Array(values.prefix(1)) {
        expectNothing(try ToolRun(head + value, in: folder), "\(head + value)")
      }
    }
    // What is no value is printed.
    #expect(try ToolRun(["explore", "nosuch"], in: folder).errors.contains("unknown machine 'nosuch'"))
    let path = try ToolRun(["explore", "login@fixed", "--domain", "nosuch"], in: folder)
    #expect(path.code == 2 && !path.errors.contains("nosuch"), "\(path.errors)")
  }
}
