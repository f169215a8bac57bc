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
    "of a name that is both is the command's alone",
    arguments: ["diagram", "trace", "compare", "record"])
  func both(_ name: String) throws {
    let command = try ToolRun([name, "--help"], in: ScratchFolder()).output
    #expect(command.hasPrefix("OVERVIEW: "))
    #expect(try help(name).output == command)
  }

  @Test("of a command that is no verb is the parser's")
  func command() throws {
    #expect(try help("replay").output == ToolRun(["replay", "--help"], in: ScratchFolder()).output)
    #expect(try help("help").code == 0)
  }

  @Test("names no option of a search that the console does not take or tell of", arguments: ["explore", "fuzz"])
  func searches(_ name: String) throws {
    let words = try help(name).output.split { !($0.isLetter || $0 == "-") }
    let options = Set(words.filter { $0.hasPrefix("--") }.map(String.init)).subtracting(["--help", "--version"])
    #expect((15...19).contains(options.count), "\(options.sorted())")
    let lines = options.sorted().map { "\(name) 1 \($0)" }
    let run = try ToolRun([], lines: ["open login@fixed"] + lines, in: ScratchFolder())
    for (number, option) in options.sorted().enumerated() {
      let told = run.errors.split(separator: "\n").first { $0.contains("stdin:\(number + 2):") }
      let isTold = told?.contains("'\(option)' works only on the command line; ") ?? false
      #expect(isTold || told?.contains("lacks its value; ") ?? true, "\(option): \(told ?? "")")
    }
  }

  // MARK: How much there is

  /// More options than these do not fit into the help of one screen, and each is one that has to go on working with
  /// all others.
  private static let mostOptionsOfCommand = 19
  private static let mostOptionsOfTool = 65

  /// `--output`, `-c`: the options that a command's help lists, each by its last name, but for those of every command.
  private func options(of command: String) throws -> Set<String> {
    let lines = try ToolRun([command, "--help"], in: ScratchFolder()).output.split(separator: "\n")
    let names = lines.filter { $0.hasPrefix("  -") }.flatMap { line in
      let words = line.split(separator: " ").prefix { $0.hasPrefix("-") }
      return (words.last ?? "").split(separator: "/").map(String.init)
    }
    return Set(names).subtracting(["--help", "--version"])
  }

  @Test("a command has few enough options to read them all, and so has the tool")
  func counts() throws {
    let lines = try ToolRun(["--help"], in: ScratchFolder()).output.split(separator: "\n")
    let commands = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(commands.contains("replay") && commands.contains("completions"))
    var all: Set<String> = []
    for command in commands where command != "help" {
      let own = try options(of: command)
      #expect(own.count <= Self.mostOptionsOfCommand, "\(command) has \(own.count): \(own.sorted())")
      all.formUnion(own)
    }
    #expect(all.contains("--limit") && all.contains("-c"))
    #expect(all.count <= Self.mostOptionsOfTool, "\(all.count): \(all.sorted())")
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
