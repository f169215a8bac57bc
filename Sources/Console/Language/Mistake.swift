import Statecharts

/// What is wrong with a line, and where. Nothing happened.
package struct Mistake: Error, Hashable, Sendable {
  /// The place in the line, counted in Unicode scalars from 1.
  package var column: Int
  /// What is wrong, the offending word, the nearest name and what to do; safe to show.
  package var sentence: String
  /// `E1xxx`: the contract, while the sentence may be reworded.
  package var code: String
  /// What it was made of; nil for one that is not the console's.
  private(set) var kind: Kind?

  package init(column: Int, sentence: String, code: String) {
    self.column = column
    self.sentence = sentence
    self.code = code
  }

  init(_ kind: Kind, column: Int = 1) {
    self.init(column: column, sentence: kind.sentence, code: kind.code)
    self.kind = kind
  }

  /// The same mistake at another place.
  func moved(to column: Int) -> Mistake {
    var copy = self
    copy.column = column
    return copy
  }

  package static func == (left: Mistake, right: Mistake) -> Bool {
    left.column == right.column && Name(left.code) == right.code
      && left.sentence.hasBytes(of: right.sentence)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(column)
    hasher.combine(code)
  }
}
