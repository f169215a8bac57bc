import ArgumentParser
import Files
import Transcripts

/// With which other version of the tool this one is compared.
struct BaseOptions: ParsableArguments {
  @Option(
    name: .customLong("base"),
    help: ArgumentHelp(
      "Compare the machines named, or all, with what this revision of git has: build the package there.",
      valueName: "rev"))
  var revision: String?

  @Option(
    name: .customLong("base-tool"),
    help: ArgumentHelp("Compare them with what this tool has, which was built before.", valueName: "file"),
    completion: .file())
  var program: String?

  func validate() throws {
    if revision != nil, program != nil {
      throw ValidationError("'--base' builds a tool and '--base-tool' names one; choose one")
    }
  }

  var isUsed: Bool { revision != nil || program != nil }

  /// Starts the other version, built first where that has to be.
  ///
  /// - Returns: The tool, and what holds the work tree in which it was built.
  func start(in tool: Tool) throws -> BaseTool {
    if let program { return BaseTool(title: program.shownPath, tool: try OtherTool(program, of: program.shownPath)) }
    let revision = try BaseRevision(revision ?? "")
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
