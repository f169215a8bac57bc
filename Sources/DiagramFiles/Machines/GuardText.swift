import Statecharts

/// A guard's text as questions: `valid`, `not valid`, `valid and in ready`.
struct GuardText {
  enum Part: Hashable {
    case question(String, isNegated: Bool)
    case state(Name)
  }

  let parts: [Part]

  init(_ text: String, states: Set<Name>) {
    parts = text.conjuncts.map { part in
      if let state = part.withoutStart("in "), states.contains(Name(state)) { return .state(Name(state)) }
      var (rest, isNegated) = (part, false)
      while let inner = rest.withoutStart("not ") ?? rest.withoutStart("!"), !inner.trimmingBlanks.isEmpty {
        (rest, isNegated) = (inner.trimmingBlanks, !isNegated)
      }
      return .question(rest.asMemberName, isNegated: isNegated)
    }
  }

  var questions: [String] { parts.compactMap { if case .question(let name, _) = $0 { name } else { nil } } }
}

extension String {
  /// The parts between `and` and `&&`.
  fileprivate var conjuncts: [String] {
    let words = split(separator: " ").split(omittingEmptySubsequences: false) { $0 == "and" || $0 == "&&" }
    let parts = words.map { $0.joined(separator: " ") }
    return parts.contains("") ? [self] : parts
  }

  /// A name of letters, digits and `_`.
  package var asMemberName: String {
    String(asUsableName.map { $0 == "." || $0 == "-" ? "_" : $0 })
  }
}
