import Transcripts

extension CommandLanguage {
  /// The verbs of the console, as a transcript knows them.
  package static let console = CommandLanguage(Console.Verb.all.map(\.ofTranscripts))
}

extension Verb {
  fileprivate var ofTranscripts: CommandLanguage.Verb {
    CommandLanguage.Verb(
      name, looks: looks, misplaced: isForTranscripts ? saves : .all, arguments: parameters.map(\.kind.ofTranscripts))
  }

  private var looks: CommandLanguage.Commands {
    switch action {
    case .look, .performOrLook, .saveOrLook: .all
    case .driveOrLook: .withoutArguments
    case .drive, .perform: .none
    }
  }

  /// Which commands of a verb that looks write a file.
  private var saves: CommandLanguage.Commands {
    switch action {
    case .performOrLook: .withArguments
    case .saveOrLook: .namingFile
    case .drive, .look, .perform, .driveOrLook: .none
    }
  }
}

extension Parameter.Kind {
  fileprivate var ofTranscripts: CommandLanguage.Argument {
    switch self {
    case .control, .textControl: .name(.control)
    case .assignableField, .path: .name(.field)
    case .input: .name(.event)
    case .request, .service: .name(.service)
    case .value, .work, .command, .expression, .options, .topic: .name(nil)
    case .line: .command
    case .machine, .button, .outcome, .answer, .serviceFlag, .duration, .count, .title, .file, .newBranch, .branch,
      .otherBranch, .otherVariant, .diagramFormat, .observerOrder, .observation, .setting, .settingValue:
      .other
    }
  }
}
