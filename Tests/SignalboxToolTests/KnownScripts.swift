import Console
import Foundation
import Statecharts
import Transcripts

/// The transcripts that are known to break something.
enum KnownScripts {
  struct Script: Hashable, Sendable, CustomStringConvertible {
    let file: String
    let machine: String
    let property: String
    /// As `[String].counted` has it, with an `advance` for each instant at which something comes due.
    let commands: Int

    var description: String { "'\(property)' of \(machine) in \(file): \(commands)" }
  }

  /// What the cases of all transcripts break first, with as many commands as lead there.
  static func all() throws -> [Script] {
    let root = HazardsPage.repositoryRoot
    let files = FileManager.default.enumerator(atPath: "\(root)/Transcripts")?.compactMap { $0 as? String } ?? []
    let runner = ConsoleRunner(catalogue: .gallery)
    return try files.filter { $0.hasSuffix(".transcript") }.sorted().flatMap { file -> [Script] in
      let text = try String(contentsOfFile: "\(root)/Transcripts/\(file)", encoding: .utf8)
      guard text.contains("broken \"") else { return [] }
      let transcript = try Transcript.parse(text, language: .console)
      return try transcript.cases.flatMap { transcriptCase -> [Script] in
        var run = KnownRun(try runner.open(transcript.opening(of: transcriptCase)))
        for step in transcriptCase.steps { run.run(step.command) }
        return run.broken.map { property, commands in
          Script(
            file: "Transcripts/\(file)", machine: transcript.machine.description, property: property,
            commands: commands)
        }
      }
    }
  }
}

extension [String] {
  /// How many of these commands do something: what says beforehand how services answer, and in which order
  /// observers are told, is not counted.
  var counted: Int { count { !$0.hasPrefix("service ") && !$0.hasPrefix("observers ") } }
}

/// A case that is run from one due instant to the next, as a search goes.
private struct KnownRun {
  private var session: Session
  private var commands = 0
  /// After how many commands each property was broken first.
  private(set) var broken: [String: Int] = [:]

  init(_ opened: OpenedCase<Session>) {
    session = opened.session
    for line in opened.lines {
      guard let start = line.range(of: "broken \""), line.hasSuffix("\"") else { continue }
      note([String(line[start.upperBound...].dropLast())])
    }
  }

  mutating func run(_ command: String) {
    guard command.hasPrefix("advance ") || command.hasPrefix("hold advance "), let start = session.snapshot?.time else {
      return drive(command)
    }
    var after = session
    let reply = after.runFromFile(command)
    let isHeld = command.hasPrefix("hold ")
    let end = (after.snapshot?.time ?? start) - (isHeld ? 1 : 0)
    while let due = session.snapshot?.nextDue, due <= end { drive("advance") }
    session = after
    if isHeld { commands += 1 }
    note(reply.broken.texts)
  }

  private mutating func drive(_ command: String) {
    let depth = session.depth
    let reply = session.runFromFile(command)
    if session.depth > depth { commands += [command].counted }
    note(reply.broken.texts)
  }

  private mutating func note(_ properties: [String]) {
    for property in properties {
      let name = property.components(separatedBy: ": ").last ?? property
      if broken[name] == nil { broken[name] = commands }
    }
  }
}
