import ArgumentParser
import Console
import Traces
import Transcripts

/// The manual of the tool: a page about it, one for each command, and one about the language of the console.
struct Manual {
  let pages: [ManualPage]
  private let executable: String

  /// - Throws: That the parser's own description cannot be read, which is a mistake of the tool.
  init(executable: String) throws(TextError) {
    self.executable = executable
    let root = try CommandDescription.root()
    pages =
      [.tool(root, executable)] + root.subcommands.filter { $0.name != "help" }.map { .command($0, executable) }
      + [.console(executable)]
  }

  /// What a page can be asked for by.
  static let topics = RootCommand.configuration.subcommands.map { $0._commandName } + [console]

  static let console = "console"

  /// - Parameter topic: One of the topics; nil for the tool itself.
  func page(about topic: String?) -> ManualPage? {
    let name = topic.map { "\(executable)-\($0)" } ?? executable
    return pages.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

extension ManualPage {
  private static var version: String { "Signalbox \(SignalboxTool.version)" }

  // MARK: Commands

  fileprivate static func tool(_ root: CommandDescription, _ executable: String) -> ManualPage {
    let commands = root.subcommands.filter { $0.name != "help" }
    var page = ManualPage(executable, section: 1, of: version, summary: root.abstract.asSummary)
    page.heading("SYNOPSIS")
    page.macro("Nm", [executable])
    page.raw("Op", ["Ar", "command"])
    page.raw("Op", ["Ar", "argument", "..."])
    page.heading("DESCRIPTION")
    page.plain("Without a command it is '\(RootCommand.configuration.defaultSubcommand?._commandName ?? "")'.")
    page.plain("Each command has a page of its own.")
    page.list { page in
      for command in commands {
        page.raw("It", ["Xr", word("\(executable)-\(command.name)"), "1"])
        page.plain(command.abstract)
      }
    }
    page.options(of: root)
    page.ending(seeAlso: [("\(executable)-\(Manual.console)", 7)])
    return page
  }

  fileprivate static func command(_ command: CommandDescription, _ executable: String) -> ManualPage {
    let name = "\(executable)-\(command.name)"
    var page = ManualPage(name, section: 1, of: version, summary: command.abstract.asSummary)
    page.heading("SYNOPSIS")
    page.macro("Nm", ["\(executable) \(command.name)"])
    for argument in command.arguments where !argument.isEverywhere { page.synopsis(of: argument) }
    page.heading("DESCRIPTION")
    page.paragraphs(command.discussion.isEmpty ? command.abstract : command.discussion)
    page.options(of: command)
    let isVerb = Verb.names.contains(command.name)
    let console = isVerb || command.name == "repl" ? [("\(executable)-\(Manual.console)", 7)] : []
    page.ending(seeAlso: [(executable, 1)] + console)
    return page
  }

  private mutating func synopsis(of argument: ArgumentDescription) {
    let value = argument.value.map { ["Ar", Self.word($0)] } ?? []
    let name = argument.names.last.map { ["Fl", Self.escaped(String($0.dropFirst()))] } ?? []
    let parts = name + value + (argument.isRepeating ? ["..."] : [])
    if argument.isOptional { raw("Op", parts) } else { raw(parts[0], Array(parts.dropFirst())) }
  }

  private mutating func options(of command: CommandDescription) {
    let places = command.arguments.filter(\.names.isEmpty)
    let named = command.arguments.filter { !$0.names.isEmpty }
    list("Arguments", places)
    list("Options", named.filter { $0.section == nil })
    for (index, argument) in named.enumerated() {
      guard let title = argument.section, named[..<index].allSatisfy({ $0.section != title }) else { continue }
      list(title, named.filter { $0.section == title })
    }
  }

  private mutating func list(_ title: String, _ arguments: [ArgumentDescription]) {
    if arguments.isEmpty { return }
    subheading(title)
    list { page in
      for argument in arguments {
        let value = argument.value.map { ["Ar", Self.word($0)] } ?? []
        let names = argument.names.enumerated().flatMap { index, name in
          (index == 0 ? [] : [","]) + ["Fl", Self.escaped(String(name.dropFirst()))]
        }
        page.raw("It", names + value)
        page.plain(argument.abstract)
        if let standard = argument.standard { page.plain("It is '\(standard)' where nothing else is said.") }
      }
    }
  }

  // MARK: The console

  fileprivate static func console(_ executable: String) -> ManualPage {
    var page = ManualPage(
      "\(executable)-\(Manual.console)", section: 7, of: version, summary: "the language of the console")
    page.heading("DESCRIPTION")
    page.plain(
      "What is typed at the prompt, what stands in scripts and transcripts, and what '-c' is given, are one language.")
    page.plain("The verb comes first, then its arguments; what stands in brackets may be left out.")
    page.plain("The examples are sessions over the gallery's machines; the last line of each shows the verb.")
    for task in Verb.Task.allCases {
      page.heading(task.rawValue.uppercased())
      page.list { page in
        for verb in Verb.all where verb.task == task { page.add(verb) }
      }
    }
    page.heading("EXPRESSIONS")
    page.literal(Array(HelpText.expressions().dropFirst()))
    page.ending(seeAlso: [(executable, 1), ("\(executable)-repl", 1)])
    return page
  }

  private mutating func add(_ verb: Verb) {
    raw("It", ["Ic", Self.word(verb.name)] + (verb.usage.isEmpty ? [] : ["Ar", Self.word(verb.usage)]))
    plain("\(verb.summary.prefix(1).uppercased())\(verb.summary.dropFirst()).")
    plain(verb.explanation)
    literal(verb.example)
  }

  // MARK: Everywhere

  private mutating func ending(seeAlso pages: [(name: String, section: Int)]) {
    if section == 1 {
      heading("EXIT STATUS")
      list { page in
        for code in Transcripts.ExitCode.allCases {
          page.raw("It", ["\(code.rawValue)"])
          page.plain("\(code.meaning).")
        }
      }
    }
    heading("SEE ALSO")
    for (index, page) in pages.enumerated() {
      raw("Xr", [Self.word(page.name), "\(page.section)"] + (index == pages.count - 1 ? [] : [","]))
    }
  }
}

extension ArgumentDescription {
  /// Whether every command has it.
  fileprivate var isEverywhere: Bool { names.contains("--help") || names.contains("--version") }
}

extension String {
  /// A sentence as a line that a list of pages shows.
  fileprivate var asSummary: String {
    let sentence = utf8.last == UInt8(ascii: ".") ? String(dropLast()) : self
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
