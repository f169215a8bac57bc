import ArgumentParser
import Console
import Files
import Traces
import Transcripts
import ViewModels

struct Tool {
  private let source: CatalogueSource
  let executable: String
  /// Whether the parts of a diagram that are not understood are warnings.
  let isLenient: Bool
  private(set) var streams: Streams

  init(catalogue: @autoclosure @escaping () -> Catalogue, isLenient: Bool, executable: String) {
    source = CatalogueSource(catalogue)
    (self.executable, self.isLenient) = (executable, isLenient)
    streams = Streams(executable: executable)
  }

  /// Made at first use: help and version need no machines.
  var catalogue: Catalogue { source.catalogue }

  func run(_ arguments: [String]) -> Int32 {
    var tool = self
    tool.streams.arguments = ArgumentDisclosure(arguments) { [source] in source.catalogue.machines }
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

  /// The parser's time grows with the square of their number.
  static let mostArguments = 4_000

  private func answer(to arguments: [String]) throws -> Transcripts.ExitCode {
    guard arguments.count <= Self.mostArguments else {
      throw Diagnostic.usage(
        "\(arguments.count) arguments are more than \(Self.mostArguments); name a folder of files, or put commands into a file"
      )
    }
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

  /// Parses only the named command first: the parser's tree of all commands is slower than most commands. The tree
  /// explains errors.
  private func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let rest = Array(arguments.dropFirst())
    guard let named = RootCommand.command(named: arguments.first), let command = try? named.parseAsRoot(rest),
      command is any ToolCommand
    else { return try RootCommand.parseAsRoot(arguments) }
    return command
  }

  /// Empty except for shell completion, to avoid making the machines.
  private func titles(for arguments: [String]) -> [String] {
    arguments.first == "---completion" ? catalogue.machines.map(\.title.text) : []
  }

  /// Help, version and completion scripts are answers; other parser errors are bad usage.
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

  /// Joins a message into one line; the parser lists many values on separate lines.
  private static func sentence(of message: String) -> String {
    let lines = message.split(separator: "\n")
    let values = lines.dropFirst().map { $0.trimmingPrefix("  - ") }
    return values.isEmpty ? message : "\(lines[0]) \(values.joined(separator: ", "))"
  }

  private func end(after error: any Error) -> Int32 {
    if (error as? FileError)?.cause == .closedPipe { endByClosedPipe() }
    try? streams.flush()
    return streams.report(Diagnostic.all(of: error)).rawValue
  }
}

/// A command that receives its context as a parameter instead of a global.
protocol ToolCommand: ParsableCommand {
  func run(in tool: Tool) throws -> Transcripts.ExitCode
}

private final class CatalogueSource {
  private let make: () -> Catalogue
  private(set) lazy var catalogue = make()

  init(_ make: @escaping () -> Catalogue) {
    self.make = make
  }
}
