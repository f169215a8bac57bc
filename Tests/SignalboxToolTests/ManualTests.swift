import Console
import Foundation
import PtySupport
import Testing

@Suite("The manual")
struct ManualTests {
  /// The pages of the built tool, by name.
  private func pages() throws -> (folder: ScratchFolder, texts: [String: String]) {
    let folder = try ScratchFolder()
    let run = try ToolRun(["man", "--output", "manual"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("manual")).filter { $0.contains("/") }
    #expect(run.output == "manual: \(names.count) pages\n")
    return (folder, try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.text("manual/\($0)")) }))
  }

  /// The commands that the tool's own help lists.
  private func commands() throws -> [String] {
    let help = try ToolRun(["--help"], in: ScratchFolder()).output
    let rows = help.components(separatedBy: "SUBCOMMANDS:\n")[1].split(separator: "\n")
    return rows.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See") }
      .map { String($0.split(separator: " ")[0]) }
  }

  @Test("has a page about the tool, one for each command, and one about the console")
  func complete() throws {
    let texts = try pages().texts
    let commands = try commands()
    #expect(commands.count > 15 && commands.contains("replay"))
    let expected = ["man1/signalbox.1", "man7/signalbox-console.7"] + commands.map { "man1/signalbox-\($0).1" }
    #expect(texts.keys.sorted() == expected.sorted())
    let tool = try #require(texts["man1/signalbox.1"])
    for command in commands { #expect(tool.contains(".It Xr signalbox\\-\(command) 1\n")) }
  }

  @Test("names every option that the help of a command names")
  func options() throws {
    let texts = try pages().texts
    for command in try commands() {
      let help = try ToolRun([command, "--help"], in: ScratchFolder()).output
      let page = try #require(texts["man1/signalbox-\(command).1"])
      let options = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
      for option in options {
        let names = option.split(separator: " ").prefix { $0.hasPrefix("-") }.map { $0.filter { $0 != "," } }
        #expect(!names.isEmpty)
        for name in names.flatMap({ $0.split(separator: "/") }) {
          let spelled = name.dropFirst().replacingOccurrences(of: "-", with: "\\-")
          #expect(page.contains("Fl \(spelled)"), "\(command) \(name)")
        }
      }
    }
  }

  @Test("explains every verb of the console, with its example")
  func verbs() throws {
    let page = try #require(try pages().texts["man7/signalbox-console.7"])
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for verb in Verb.all {
      let start = try #require(
        lines.firstIndex { $0 == ".It Ic \(verb.name)" || $0.hasPrefix(".It Ic \(verb.name) Ar ") })
      let entry = lines[start...].prefix { $0 != ".Ed" }
      let example = try #require(verb.example.last).replacingOccurrences(of: "\"", with: "\\(dq")
      #expect(entry.contains(".Bd -literal -offset indent") && entry.last == example, "\(verb.name): \(entry)")
    }
  }

  @Test("is mdoc without a warning, for mandoc", .enabled(if: Installed.mandoc, Installed.reason))
  func lint() throws {
    let (folder, texts) = try pages()
    for name in texts.keys.sorted() {
      let run = try ToolRun.callersShell("mandoc -Tlint -Wwarning manual/\(name)", in: folder)
      // A page has no date, since the same tool writes the same page on every day.
      let warnings = run.output.split(separator: "\n").filter { !$0.hasSuffix("missing date, using \"\": Dd") }
      #expect(warnings.isEmpty, "\(warnings.joined(separator: "\n"))")
    }
  }

  @Test("reads as a manual does", .enabled(if: Installed.mandoc, Installed.reason))
  func shown() throws {
    let folder = try ScratchFolder()
    let page = try ToolRun(["man", "completions"], in: folder)
    try folder.write(page.output, to: "page")
    let text = try ToolRun.callersShell("mandoc -Tascii page | col -b", in: folder).output
    #expect(text.contains("SYNOPSIS\n     signalbox completions shell\n"))
    #expect(
      text.contains("\n     bash  ~/.local/share/bash-completion/completions/signalbox\n")
        || text.contains("  bash  ~/"))
    #expect(text.contains("EXIT STATUS\n     0"))
  }

  @Test("an unknown page is bad usage, and the nearest is named")
  func unknown() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(["man", "consle"], in: folder)
    #expect(run.code == 2)
    #expect(run.errors.contains("there is no page 'consle'; did you mean 'console'?\n"))
    #expect(try ToolRun(["man", "replay", "-o", "manual"], in: folder).code == 2)
    try folder.write("mine", to: "manual")
    #expect(try ToolRun(["man", "-o", "manual"], in: folder).code == 2)
    #expect(try folder.text("manual") == "mine")
  }

  private enum Installed {
    static let mandoc: Bool = FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")
    static let reason: Comment = "mandoc is not installed; 'Scripts/setup --tests' installs it on Debian"
  }
}
