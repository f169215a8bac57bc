import Console
import Foundation
import PtySupport
import Testing

/// What the README and the pages show is what the tool says, byte for byte.
@Suite("The sessions of the README and of the pages")
struct ReadmeTests {
  static let root = String(#filePath.dropLast("/Tests/SignalboxToolTests/ReadmeTests.swift".count))
  static let tool = "$ ./Scripts/signalbox"

  @Test("each command says what stands below it", arguments: try ReadmeTests.blocks())
  func holds(_ block: ConsoleBlock) throws {
    let arguments = try #require(block.arguments(of: Self.tool), "'\(block.command)' does not run the tool")
    if arguments.isEmpty {
      #expect(session(block) == block.lines)
    } else {
      let folder = try ScratchFolder()
      try FileManager.default.copyItem(atPath: "\(Self.root)/Transcripts", toPath: folder.path("Transcripts"))
      let run = try ToolRun(arguments, in: folder)
      #expect(run.output + run.errors == block.text)
    }
  }

  @Test("there are some of each sort")
  func sorts() throws {
    let commands = try Self.blocks().map(\.command)
    #expect(commands.contains(Self.tool))
    #expect(commands.contains { $0.hasPrefix("\(Self.tool) compare ") })
    #expect(commands.contains { $0.hasPrefix("\(Self.tool) diff ") })
  }

  @Test("from a cold start the double push is found, understood and kept in fewer than 25 typed lines")
  func doublePush() throws {
    let block = try #require(
      try Self.blocks().first { $0.lines.contains { $0.hasSuffix("> save double-push.transcript") } })
    let typed = block.lines.filter { $0.contains("> ") && !$0.hasPrefix("|") && !$0.hasPrefix(" ") }
    #expect(typed.count < 25 && typed.count == 13, "the page says how many lines they are")
    #expect(block.lines.contains("| broken \"one submission pushes one page\""))
    #expect(block.lines.contains("| refused login: already executing"))
  }

  @Test("the README is read in one sitting: it has at most 130 lines")
  func length() throws {
    let page = try String(contentsOfFile: "\(Self.root)/README.md", encoding: .utf8)
    #expect(page.count { $0 == "\n" } <= 130, "move what is too much to a page in Documentation, and link to it")
  }

  /// Every `$ command` of a fenced console block, with the lines below it.
  static func blocks() throws -> [ConsoleBlock] {
    let pages = [
      "ViewModels", "Formats", "Searching",
      "Compare",
    ].map { "Documentation/\($0).md" }
    let articles = try FileManager.default.contentsOfDirectory(atPath: "\(root)/Documentation/Articles").sorted().map {
      "Documentation/Articles/\($0)"
    }
    return try (["README.md", "Tests/Data/Variants.txt"] + pages + articles).flatMap { name in
      let page = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
      return page.components(separatedBy: "```console\n").dropFirst().flatMap { rest in
        ConsoleBlock.all(in: rest.components(separatedBy: "```\n")[0])
      }
    }
  }

  /// The session that a person sees who types what stands behind the prompts.
  private func session(_ block: ConsoleBlock) -> [String] {
    var session = Session(catalogue: .gallery)
    // The greeting stands above the first prompt; a block may begin below it.
    var seen = block.lines.first?.hasPrefix(" ") ?? false ? session.greeting.map { ["  \($0)"] } ?? [] : []
    for line in block.lines where line.hasPrefix(session.prompt) {
      seen.append(line)
      let reply = session.run(String(line.dropFirst(session.prompt.count)))
      seen += shown(reply)
      for case .drive(let commands) in reply.effects {
        for command in commands { seen += ["> \(command)"] + shown(session.runFromFile(command)) }
      }
    }
    return seen
  }

  private func shown(_ reply: Reply) -> [String] {
    let lines = reply.lines.map { line in
      switch line {
      case .recorded(let text): "| \(text)"
      case .talk(let text): text.isEmpty ? "" : "  \(text)"
      }
    }
    return lines + (reply.mistake.map { ["error: \($0.sentence)"] } ?? [])
  }
}
