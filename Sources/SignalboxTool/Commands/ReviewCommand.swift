import ArgumentParser
import Console
import Transcripts

/// Walks over what differs and writes what is accepted.
struct ReviewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Review what differs, block by block.",
    discussion: """
      Each difference is shown as 'replay' shows it; a line says what becomes of it: a accept, r reject (it stays red, and \
      so do all alike), s skip, l loosen the first field that differs to a matcher (l <int>: to this one), A accept all \
      alike, q quit. What is accepted is written at once. The lines may come from a pipe. Refused where CI is set.
      """)

  @Argument(help: "Transcripts, or folders with them; PATH:LINE is the case that contains the line.")
  var paths: [String] = []

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp(
      "Ask nothing; accept the block at this line. May be given several times.", valueName: "path:line"))
  var accepted: [String] = []

  @Option(
    name: .customLong("loosen"),
    help: ArgumentHelp(
      "Ask nothing; loosen the first field that differs in the block at this line.", valueName: "path:line"))
  var loosened: [String] = []

  @Flag(name: .customLong("accept-lost"), help: "Let --accept drop lines with nothing in their places.")
  var acceptsLost = false

  @OptionGroup(title: "Which cases") var selection: SelectionOptions

  @OptionGroup var colors: ColorOptions

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    try ReviewCommand.refuseUnderCI("review")
    if !accepted.isEmpty || !loosened.isEmpty, !paths.isEmpty || selection.title != nil {
      throw ValidationError(
        "'--accept' and '--loosen' name their blocks themselves; remove the other paths and '--case'")
    }
    if acceptsLost, accepted.isEmpty {
      throw ValidationError("'--accept-lost' is for '--accept'; add it, or answer 'a!'")
    }
    for argument in accepted + loosened where CaseSelection.split(argument).line == nil {
      throw ValidationError("'\(argument)' names no line; write PATH:LINE")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    var review = Review(tool: tool, budget: limits.budget, usesColor: colors.isUsed, acceptsLost: acceptsLost)
    guard accepted.isEmpty, loosened.isEmpty else {
      return try review.decide(accepting: accepted, loosening: loosened)
    }
    let paths = paths.isEmpty ? ["Transcripts"] : paths
    let named = NamedTranscripts(paths)
    return try review.ask(named, try selection.selection(among: named, tool), in: paths[0])
  }

  /// - Throws: that nobody reads there what is accepted.
  static func refuseUnderCI(_ name: String) throws {
    if let refusal = Review.refusal(of: name) { throw ValidationError(refusal) }
  }
}
