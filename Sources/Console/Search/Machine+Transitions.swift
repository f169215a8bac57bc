import Exploration
import Traces
import ViewModels

extension Machine {
  /// The transition that a text names as `coverage` prints it; nil if it names none. The view model, and a leading
  /// `transition`, are optional.
  ///
  /// - Throws: A mistake if the name is unknown or ambiguous.
  func transition(named given: String) throws(Mistake) -> CoverageItem? {
    let text = given.hasPrefix("transition ") ? String(given.dropFirst(11).drop { $0 == " " }) : given
    let column = given.unicodeScalars.count - text.unicodeScalars.count + 1
    guard column > 1 || text.contains("->") || text.hasSuffix("(stays)") else { return nil }
    let all = Coverage(of: self).items.filter { $0.kind == .transition }
    let named = all.filter { Name($0.title) == text || Name($0.title.escapedForDisplay) == text }
    let found = named.isEmpty ? all.filter { $0.name == text } : named
    guard let item = found.first else {
      let nearest = Word(text: text, column: column).nearest(among: all.map(\.title) + all.map(\.name.text))
      let advice = nearest.map { "did you mean '\($0)'?" } ?? "'coverage' lists those that were not taken"
      throw Mistake(column: column, sentence: "unknown transition '\(text)'; \(advice)", code: "E1071")
    }
    guard found.dropFirst().allSatisfy({ $0.owner == item.owner }) else {
      let choices = found.map(\.title).alternatives
      throw Mistake(
        column: column, sentence: "'\(text)' is a transition of several view models; write \(choices)", code: "E1075")
    }
    return item
  }
}
