import Transcripts

extension CommandLanguage {
  /// The verbs of the console, as a transcript knows them.
  package static let console = CommandLanguage(Console.Verb.all.map(\.ofTranscripts))
}

extension Verb {
  fileprivate var ofTranscripts: CommandLanguage.Verb {
    CommandLanguage.Verb(name, looks: looks, misplaced: isForTranscripts ? saves : .all)
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
