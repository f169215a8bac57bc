import ArgumentParser
import Files
import Transcripts

/// With which other version of the tool this one is compared.
struct BaseOptions: ParsableArguments {
  @Option(
    name: .customLong("base"),
    help: ArgumentHelp(
      "Compare the machines named, or all, with what this revision of git has: build the package there. A path that begins with '/' or '.' is that of a tool that was built before.",
      valueName: "rev"))
  var version: String?

  var isUsed: Bool { version != nil }

  /// Starts the other version, built first where that has to be.
  ///
  /// - Returns: The tool, and what holds the work tree in which it was built.
  func start(in tool: Tool) throws -> BaseTool {
    let version = version ?? ""
    // No revision of git begins so.
    if version.hasPrefix("/") || version.hasPrefix(".") {
      return BaseTool(title: version.shownPath, tool: try OtherTool(version, of: version.shownPath))
    }
    let revision = try BaseRevision(version)
    let build = try BaseBuild(revision, product: ownProgram.map { splitPath($0).name } ?? tool.executable)
    tool.streams.complain(
      "\(tool.executable): building '\(revision.name)' in .build/base (some minutes the first time)")
    let program = try build.tool()
    return BaseTool(
      title: revision.title, commit: revision.commit, tool: try OtherTool(program, of: revision.name), build: build)
  }
}

/// Another version of the tool, which runs.
struct BaseTool {
  /// What it is called in reports.
  let title: String
  /// Nil where it was built before.
  var commit: String?
  let tool: OtherTool
  /// Keeps its work tree from others.
  var build: BaseBuild?
}
