import Console
import Foundation
import Testing
import Traces

/// `Transcripts/console` holds the console's own record: a tour of every verb as a person sees it, and transcripts
/// that hold every verb that a transcript can.
@Suite("The recorded tour of the console")
struct ConsoleTourTests {
  private static let folder = Repository.transcripts + "/console/"

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + name, encoding: .utf8)
  }

  private static func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map(String.init)
  }

  /// What the session of `tour.script` shows. Files are named in it, and none is touched.
  private static func session() throws -> String {
    var session = Session(catalogue: Repository.catalogue)
    var shown: [String] = []
    for line in try lines("tour.script") {
      shown.append(session.prompt + line)
      let reply = session.run(line)
      shown += text(of: reply)
      for case .drive(let commands) in reply.effects {
        for command in commands { shown += ["> \(command)"] + text(of: session.runFromFile(command)) }
      }
    }
    return shown.map { $0 + "\n" }.joined()
  }

  private static func text(of reply: Reply) -> [String] {
    let lines = reply.lines.map { line in
      switch line {
      case .recorded(let text): "| \(text)"
      case .talk(let text): text.isEmpty ? "" : "  \(text)"
      }
    }
    return lines + [reply.mistake].compactMap { $0.map { "error: \($0.sentence)" } }
      + [reply.stop].compactMap { $0.map { "  \($0.sentence)" } }
  }

  @Test("says what it said when it was recorded; WRITE_PAGES=1 records it anew")
  func holds() throws {
    let session = try Self.session()
    if ProcessInfo.processInfo.environment["WRITE_PAGES"] == "1" {
      try session.write(toFile: Self.folder + "tour.console", atomically: true, encoding: .utf8)
    }
    let recorded = try Self.text("tour.console")
    #expect(session == recorded, "look at it, and write it with WRITE_PAGES=1")
    #expect(!session.contains("\nerror: "), "a tour makes no mistake")
  }

  @Test("every verb occurs in it")
  func verbs() throws {
    let used = try Self.lines("tour.script").compactMap { $0.split(separator: " ").first.map(String.init) }
    let held = try Self.lines("tour.script").filter { $0.hasPrefix("hold ") }
    #expect(!held.isEmpty)
    // A machine's name alone opens it.
    #expect(Verb.names.filter { !used.contains($0) } == [])
  }

  @Test("every verb that a transcript can hold occurs in the transcripts beside it")
  func transcripts() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".transcript") }
    let commands = try names.flatMap(Self.lines).filter { $0.hasPrefix("> ") }
    let used = commands.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    #expect(Verb.all.filter(\.isForTranscripts).map(\.name).filter { !used.contains($0) } == [])
  }
}
