import Diagrams
import Traces
import ViewModels

extension Mistake {
  enum Kind: Hashable, Sendable {
    case unknownVerb(String, nearest: String?)
    case ambiguousVerb(String, [String])
    case abbreviatedVerb(String, full: [String])
    case notHoldable(String)
    case notInTranscript(String)
    case nestedSource
    case nothingOpen
    case unsoundMachine(String, String)
    case unknown(Noun, String, nearest: String?)
    case notAControl(String, isAssignable: Bool)
    case notACommand(String)
    case computedField(String)
    case missingArgument(verb: String, usage: String, String)
    case unexpected(String, verb: String, usage: String)
    case malformed(TextError)
    case unquoted(String)
    case wrongShape(String, owner: String, expected: String)
    case nilForText(owner: String)
    case unreadableSecret(owner: String)
    case controlCharacters(String)
    case missingUnit(String)
    case notADuration(String)
    case notACount(String)
    case notAnOutcome(String, expected: String)
    case valueForNothing(String)
    case repeatedTitle(String)
    case notABranchName(String)
    case presentBranch(String)
    case presentVariant(String)
    case nothingToUndo
    case nothingToRedo
    case tooFewToUndo(Int)
    case tooFewToRedo(Int)
    case tooFarToJump(Int)
    case notAStep(String)
    case notListed(Int, count: Int)
    case nothingToKeep
    case onlyBranch
    case notRecording
    case traceTooLarge
    /// The user stopped rerunning commands.
    case stopped
  }

  /// What a word should name.
  enum Noun: String, Hashable, Sendable {
    case machine
    case variant
    case control
    case field
    case input
    case request
    case service
    case subject
    case work
    case command
    case topic
    case branch
    case value
    case format
    case option
    case searchOption = "option of a search"
    case order
    case setting
    case settingValue = "value of a setting"
  }
}

extension Mistake.Kind {
  static func unknownMachine(_ word: String, nearest: String?) -> Self { .unknown(.machine, word, nearest: nearest) }

  /// A stable code; the sentence may change.
  var code: String {
    switch self {
    case .unknownVerb: "E1001"
    case .ambiguousVerb: "E1002"
    case .abbreviatedVerb: "E1003"
    case .notHoldable: "E1004"
    case .notInTranscript: "E1005"
    case .nestedSource: "E1006"
    case .nothingOpen: "E1010"
    case .unsoundMachine: "E1013"
    case .unknown(let noun, _, _): noun.code
    case .notAControl: "E1011"
    case .notACommand: "E1014"
    case .computedField: "E1012"
    case .missingArgument: "E1030"
    case .unexpected: "E1031"
    case .malformed: "E1032"
    case .unquoted: "E1033"
    case .wrongShape: "E1034"
    case .nilForText: "E1035"
    case .missingUnit: "E1036"
    case .unreadableSecret: "E1043"
    case .controlCharacters: "E1044"
    case .notADuration: "E1037"
    case .notACount: "E1038"
    case .notAnOutcome: "E1039"
    case .valueForNothing: "E1040"
    case .repeatedTitle: "E1041"
    case .notABranchName: "E1042"
    case .presentBranch: "E1045"
    case .presentVariant: "E1046"
    case .nothingToUndo: "E1050"
    case .nothingToRedo: "E1051"
    case .tooFewToUndo: "E1052"
    case .tooFewToRedo: "E1053"
    case .tooFarToJump: "E1047"
    case .notAStep: "E1048"
    case .notListed: "E1049"
    case .nothingToKeep: "E1054"
    case .traceTooLarge: "E3001"
    case .stopped: CommandStop.interruptionCode
    case .notRecording: "E1055"
    case .onlyBranch: "E1059"
    }
  }
}

extension Mistake.Noun {
  var code: String {
    switch self {
    case .machine: "E1020"
    case .variant: "E1064"
    case .control: "E1021"
    case .field: "E1022"
    case .input: "E1023"
    case .request: "E1024"
    case .service: "E1063"
    case .subject: "E1065"
    case .work: "E1025"
    case .command: "E1026"
    case .topic: "E1027"
    case .branch: "E1028"
    case .value: "E1029"
    case .option: "E1061"
    case .searchOption: "E1068"
    case .order: "E1062"
    case .setting: "E1066"
    case .settingValue: "E1067"
    case .format: "E1060"
    }
  }

  var advice: String {
    switch self {
    case .machine, .variant: "'open' alone lists the machines"
    case .control: "'screen' shows the controls"
    case .field: "'fields' lists the fields"
    case .input: "'help' with a Tab lists the names of this machine"
    case .request: "'requests' lists the open requests"
    case .service: "'service' alone lists the services"
    case .subject: "the machine's outputs have names"
    case .work: "'timers' lists the waiting work"
    case .command: "'commands' lists the commands"
    case .topic: "'help' alone lists the verbs"
    case .branch: "'branches' lists the branches, 'cases' the cases"
    case .value: "samples of fields and services have such names"
    case .order: "there are \(SearchDomain.ObserverOrder.allCases.map(\.rawValue).alternatives)"
    case .setting: "there are \(Settings.Name.allCases.map(\.rawValue).alternatives)"
    case .settingValue: "write on or off"
    case .searchOption: "'help' lists those of each verb, and the command line has more"
    case .option: "there are \(ObservationWord.allCases.map(\.rawValue).alternatives)"
    case .format:
      "there are \(DiagramFormat.allCases.map(\.rawValue).alternatives); a file ends in "
        + DiagramFormat.allCases.map { ".\($0.ending)" }.alternatives
    }
  }
}
