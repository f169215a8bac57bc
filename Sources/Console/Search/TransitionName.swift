import Exploration
import Traces
import ViewModels

/// A transition as `coverage` prints it; the view model is optional.
struct TransitionName {
  private let text: String
  /// In Unicode scalars, from 1.
  private let column: Int

  /// Accepts a leading `transition`.
  init(_ text: String) {
    let rest = text.hasPrefix("transition ") ? String(text.dropFirst(11).drop { $0 == " " }) : text
    self.text = rest
    column = text.unicodeScalars.count - rest.unicodeScalars.count + 1
  }

  /// The named transition; nil if the text names none.
  ///
  /// - Throws: A mistake if the name is unknown or ambiguous.
  func transition(of machine: Machine) throws(Mistake) -> CoverageItem? {
    guard column > 1 || text.contains("->") || text.hasSuffix("(stays)") else { return nil }
    let all = Coverage(of: machine).items.filter { $0.kind == .transition }
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
