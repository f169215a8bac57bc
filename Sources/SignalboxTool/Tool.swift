import ArgumentParser
import Console
import Files
import Traces
import Transcripts
import ViewModels

/// What every command works with.
struct Tool {
  private let source: CatalogueSource
  /// The name of the program in its own texts.
  let executable: String
  private(set) var streams: Streams

  init(catalogue: @autoclosure @escaping () -> Catalogue, executable: String) {
    source = CatalogueSource(catalogue)
    self.executable = executable
    streams = Streams(executable: executable)
  }

  /// The machines, made when they are asked for first: help and version need none.
  var catalogue: Catalogue { source.catalogue }

  /// Runs a command line and returns the exit code.
  func run(_ arguments: [String]) -> Int32 {
    var tool = self
    tool.streams.withhold { [source] in ArgumentDisclosure(arguments, for: source.catalogue.machines) }
    return tool.end(of: arguments)
  }

  private func end(of arguments: [String]) -> Int32 {
    do {
      let code = try answer(to: arguments)
      try streams.flush()
      return code.rawValue
    } catch {
      return end(after: error)
    }
  }

  private func answer(to arguments: [String]) throws -> Transcripts.ExitCode {
    do {
      if let topic = HelpTopic(arguments) { return try topic.answer(self) }
      var command = try MachineTitles.$known.withValue(titles(for: arguments)) {
        try parse(arguments)
      }
      guard let own = command as? any ToolCommand else {
        try command.run()
        return .agreed
      }
      return try own.run(in: self)
    } catch let error where error is Diagnostic || error is InputProblems || error is FileError {
      throw error
    } catch {
      return try explain(error)
    }
  }

  /// The command that the arguments are. The one that they name is read alone, since the parser's tree of all commands takes
  /// longer than most commands run; what is not understood there is read again by the tree, which explains it.
  private func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let rest = Array(arguments.dropFirst())
    guard let named = RootCommand.command(named: arguments.first), let command = try? named.parseAsRoot(rest),
      command is any ToolCommand
    else { return try RootCommand.parseAsRoot(arguments) }
    return command
  }

  /// The machines, where a completion script asks what completes a word; made for nothing else.
  private func titles(for arguments: [String]) -> [String] {
    arguments.first == "---completion" ? catalogue.machines.map(\.title.text) : []
  }

  /// What the argument parser throws: help, version and completion scripts are answers, everything else is bad usage.
  private func explain(_ error: any Error) throws -> Transcripts.ExitCode {
    let text = RootCommand.fullMessage(for: error)
    guard RootCommand.exitCode(for: error).isSuccess else {
      streams.report(.usage(Self.sentence(of: RootCommand.message(for: error))))
      let usage = text.utf8.split(separator: 0x0A).drop { !$0.starts(with: "Usage:".utf8) }
      for line in usage { streams.complain(String(Substring(line)).escapedForDisplay) }
      return .badInput
    }
    if !text.isEmpty { try streams.say(text) }
    return .agreed
  }

  /// A message of the parser in one line: it puts the values that can be given below each other when there are many.
  private static func sentence(of message: String) -> String {
    let lines = message.split(separator: "\n")
    let values = lines.dropFirst().map { $0.trimmingPrefix("  - ") }
    return values.isEmpty ? message : "\(lines[0]) \(values.joined(separator: ", "))"
  }

  /// Tells of an error that ended the command.
  private func end(after error: any Error) -> Int32 {
    if (error as? FileError)?.cause == .closedPipe { endByClosedPipe() }
    try? streams.flush()
    return streams.report(Diagnostic.all(of: error)).rawValue
  }
}

/// A command of the tool: it is given what it works with, so that nothing is global.
protocol ToolCommand: ParsableCommand {
  func run(in tool: Tool) throws -> Transcripts.ExitCode
}

/// Makes the catalogue once, when it is asked for first.
private final class CatalogueSource {
  private let make: () -> Catalogue
  private(set) lazy var catalogue = make()

  init(_ make: @escaping () -> Catalogue) {
    self.make = make
  }
}
