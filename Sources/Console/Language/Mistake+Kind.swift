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

extension Mistake.Noun {
  var text: (code: String, advice: String) {
    switch self {
    case .machine: ("E1020", "'open' alone lists the machines")
    case .variant: ("E1064", "'open' alone lists the machines")
    case .control: ("E1021", "'screen' shows the controls")
    case .field: ("E1022", "'fields' lists the fields")
    case .input: ("E1023", "'help' with a Tab lists the names of this machine")
    case .request: ("E1024", "'requests' lists the open requests")
    case .service: ("E1063", "'service' alone lists the services")
    case .subject: ("E1065", "the machine's outputs have names")
    case .work: ("E1025", "'timers' lists the waiting work")
    case .command: ("E1026", "'commands' lists the commands")
    case .topic: ("E1027", "'help' alone lists the verbs")
    case .branch: ("E1028", "'branches' lists the branches, 'cases' the cases")
    case .value: ("E1029", "samples of fields and services have such names")
    case .order: ("E1062", "there are \(SearchDomain.ObserverOrder.allCases.map(\.rawValue).alternatives)")
    case .setting: ("E1066", "there are \(Settings.Name.allCases.map(\.rawValue).alternatives)")
    case .settingValue: ("E1067", "write on or off")
    case .searchOption: ("E1068", "'help' lists those of each verb, and the command line has more")
    case .option: ("E1061", "there are \(ObservationWord.allCases.map(\.rawValue).alternatives)")
    case .format:
      (
        "E1060",
        "there are \(DiagramFormat.allCases.map(\.rawValue).alternatives); a file ends in "
          + DiagramFormat.allCases.map { ".\($0.ending)" }.alternatives
      )
    }
  }
}
