import ArgumentParser
import Console
import Files
import Traces
import Transcripts
import ViewModels

/// Which cases of the transcripts are meant. Each option narrows what the others leave.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("case"),
    help: ArgumentHelp("Only cases with this in their titles; one that is the whole title wins.", valueName: "part"))
  var title: String?

  @Option(name: .customLong("tag"), help: ArgumentHelp("Only cases with this tag.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Only transcripts of this machine.", valueName: "name[@variant]"))
  var machine: String?

  func validate() throws {
    if title == "" { throw ValidationError("'--case' needs a part of a title") }
  }

  /// The cases of the transcripts that are meant.
  ///
  /// - Throws: that no title or no machine is called so.
  func selection(among named: NamedTranscripts, _ tool: Tool) throws -> CaseSelection {
    var selection = try selection(tool)
    if needsSurvey {
      let survey = SuiteSurvey(named, selection, awaitsOutput: false, jobs: processorCount)
      try complete(&selection, by: survey)
    }
    return selection
  }

  /// Whether only the transcripts say what the options mean.
  var needsSurvey: Bool { title != nil }

  /// What the options mean whatever the transcripts hold.
  ///
  /// - Parameter replacement: The machine that runs in place of the transcripts' own; those of others are left out.
  func selection(_ tool: Tool, replacement: Machine? = nil) throws -> CaseSelection {
    var selection = CaseSelection(tags: tags)
    selection.machines = [try machine.map(tool.known), replacement?.name].compactMap(\.self)
    return selection
  }

  /// Adds what only the transcripts say.
  func complete(_ selection: inout CaseSelection, by survey: SuiteSurvey) throws {
    if let title, !survey.titles.isEmpty { selection.title = try TitleChoice(title, among: survey.titles) }
  }
}

extension Tool {
  /// The name of a machine, or of a variant, as it was given.
  fileprivate func known(_ reference: String) throws -> String {
    _ = try machine(named: reference)
    return reference
  }
}
