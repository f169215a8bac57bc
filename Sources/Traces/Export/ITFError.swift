/// Why a file in the Informal Trace Format leads to no script, and where.
package typealias ITFError = LocatedError<ITFFault>

/// What is wrong with a file in the Informal Trace Format.
package enum ITFFault: FileFault {
  case text(TextError.Reason)
  case notITF
  case noAction
  /// The number of the state, and the variable that it lacks.
  case stateWithoutAction(Int, String)
  case notAnAction(Int)
  /// The tag of a value that no command can hold.
  case unreadable(String)

  package var sentence: String {
    switch self {
    case .text(let reason): TextError(reason, offset: 0, column: 1).sentence
    case .notITF: "this is no trace in the Informal Trace Format; it must be an object with 'vars' and 'states'"
    case .noAction:
      "no state says what led to it; give the model a variable 'action' with the name of what it does, or let Quint write "
        + "'mbt::actionTaken'"
    case .stateWithoutAction(let index, let variable):
      "state \(index) lacks the variable '\(variable)', which the others have; add it"
    case .notAnAction(let index): "the action of state \(index) is neither a text nor a variant with a tag and a value"
    case .unreadable(let tag):
      "no command can hold this '\(tag.escapedForDisplay)'; give a text, a number, a list or a record"
    }
  }

  package var code: String {
    switch self {
    case .text: "E2010"
    case .notITF: "E1202"
    case .noAction: "E1203"
    case .stateWithoutAction: "E1204"
    case .notAnAction: "E1205"
    case .unreadable: "E1206"
    }
  }
}
