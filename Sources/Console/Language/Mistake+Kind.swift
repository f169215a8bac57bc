import Traces

extension Mistake {
  /// What can be wrong with a line.
  enum Kind {
    case unknownMachine(String, nearest: String?)

    var sentence: String { "" }
    var code: String { "E1002" }
  }
}
