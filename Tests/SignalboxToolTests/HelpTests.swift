import PtySupport
import Testing

@Suite("Help on the command line")
struct HelpTests {
  private func help(_ name: String) throws -> ToolRun { try ToolRun(["help", name], in: ScratchFolder()) }

  @Test("explains a verb as the console does")
  func verb() throws {
    let run = try help("tap")
    #expect(run.code == 0 && run.errors.isEmpty)
    let console = try ToolRun(["-c", "help tap"], in: ScratchFolder()).output
    let indented: [String] = run.output.split(separator: "\n").map { "  \($0)" }
    #expect(indented == console.split(separator: "\n").dropLast().map(String.init))
    #expect(run.output.hasPrefix("tap CONTROL [VALUE]\n") && run.output.hasSuffix("\n    tap login\n"))
  }

  @Test(
    "of a name that is both tells the command first, then the verb",
    arguments: ["diagram", "trace", "compare", "record"])
  func both(_ name: String) throws {
    let run = try help(name)
    let command = try ToolRun([name, "--help"], in: ScratchFolder()).output
    #expect(run.output.hasPrefix("OVERVIEW: ") && run.output.hasPrefix(command))
    let rest = run.output.dropFirst(command.count)
    #expect(rest.hasPrefix("In the console:\n\n\(name) "))
  }

  @Test("of a command that is no verb is the parser's")
  func command() throws {
    #expect(try help("replay").output == ToolRun(["replay", "--help"], in: ScratchFolder()).output)
    #expect(try help("help").code == 0)
  }

  @Test("of an unknown name is bad usage, and the nearest is named")
  func unknown() throws {
    let near = try help("replya")
    #expect(near.code == 2 && near.output.isEmpty)
    #expect(near.errors.hasSuffix("'replya' is neither a command nor a verb of the console; did you mean 'replay'?\n"))
    #expect(try help("expresions").errors.contains("did you mean 'expressions'?"))
    #expect(try help("\u{1B}[2J").errors.contains("'\\u{1B}[2J'"))
  }
}
