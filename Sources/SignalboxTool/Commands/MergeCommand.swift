import ArgumentParser
import Files
import Traces
import Transcripts

/// Merges three versions of a transcript, as git asks its merge drivers to.
struct MergeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge two versions of a transcript: a merge driver for git.",
    discussion: """
      Cases are merged by their titles and blocks by their commands. The result takes the place of OURS; what both sides \
      changed stands in it between conflict markers, and the exit code is then 1. Documentation/Git.md shows how to set git up.
      """)

  @Argument(help: "The common ancestor of both (%O); it may be empty.")
  var base: String

  @Argument(help: "Our version (%A), which the result replaces.")
  var ours: String

  @Argument(help: "Their version (%B).")
  var theirs: String

  @Argument(help: "The name of the file, for messages (%P).")
  var name: String?

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    let texts = try [base, ours, theirs].map { try InputProblems.readText($0) }
    let merge = TranscriptMerge(base: texts[0], ours: texts[1], theirs: texts[2])
    try replaceFile(at: ours, with: merge.text, limits: TranscriptLimits().text)
    guard merge.conflictCount > 0 else { return .agreed }
    tool.streams.complain(
      "\(tool.executable): \((name ?? ours).shownPath): \(merge.conflictCount.counted("conflict")); resolve what stands "
        + "between the markers, then replay the file")
    return .differs
  }
}
