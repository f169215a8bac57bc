import ArgumentParser
import Files
import Traces
import Transcripts

/// Writes the pages of the manual for `man`.
struct ManCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Write manual pages for 'man': one, or all.",
    discussion: """
      Without PAGE it is the page about the tool itself. The pages are made from the same tables as the help: one for each \
      command, and 'console' about the language of the console, its verbs with an example each.

      'signalbox man replay | man -l -' shows a page; after 'signalbox man --output FOLDER', 'man -M FOLDER signalbox' finds all.
      """)

  @Argument(help: "A command, or 'console'.", completion: .list(Manual.topics))
  var page: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Make this folder, with all pages in it.", valueName: "folder"),
    completion: .directory)
  var output: String?

  func validate() throws {
    if page != nil, output != nil { throw ValidationError("'--output' writes all pages; name no PAGE with it") }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let manual = try Manual(executable: tool.executable)
    guard let output else {
      guard let found = manual.page(about: page) else { throw unknownPage(page ?? "") }
      try tool.streams.write(found.text)
      return .agreed
    }
    try createFolder(at: output, holding: manual.pages.map { try NewFile($0.path, $0.text) })
    try tool.streams.say("\(output.escapedForDisplay): \(manual.pages.count.counted("page"))")
    return .agreed
  }

  private func unknownPage(_ name: String) -> Diagnostic {
    let nearest = NearestWord.find(name, among: Manual.topics).map { "did you mean '\($0)'?" }
    return .usage("there is no page '\(name)'; \(nearest ?? "there are \(Manual.topics.joined(separator: ", "))")")
  }
}
