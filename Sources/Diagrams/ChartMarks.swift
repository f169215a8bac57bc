/// What is said of a state or a transition beside what it is.
///
/// Raw values are the classes of what is marked so, where a format has classes.
package enum PartMark: String, Hashable, Sendable, CaseIterable {
  /// Some run took it.
  case taken
  /// No run took it.
  case missed
  /// Only the second of two versions has it.
  case added
  /// Only the first of two versions has it.
  case removed
  /// Both versions have the state, and it is of another kind, begins elsewhere or does something else.
  case changed

  package init(isTaken: Bool) { self = isTaken ? .taken : .missed }

  /// In the first column of the text form.
  var sign: String {
    switch self {
    case .taken, .added: "+"
    case .missed, .removed: "-"
    case .changed: "~"
    }
  }

  /// What stands behind a name or a label in the graphic formats, where no colour is to stand alone; what is usual says nothing.
  var words: String {
    switch self {
    case .taken: ""
    case .missed: " (not taken)"
    case .added: " (added)"
    case .removed: " (removed)"
    case .changed: " (changed)"
    }
  }

  /// The colour of a state.
  var fill: String {
    switch self {
    case .taken, .added: "honeydew"
    case .missed, .removed: "mistyrose"
    case .changed: "lightcyan"
    }
  }

  /// Whether what it marks is drawn with dashes: nobody goes there.
  var isDashed: Bool { self == .missed || self == .removed }
}

/// The marks of a chart, by state and by transition as its description numbers them; nil for what has none.
package struct ChartMarks: Hashable, Sendable {
  package let states: [PartMark?]
  package let transitions: [PartMark?]

  package init(states: [PartMark?], transitions: [PartMark?]) {
    self.states = states
    self.transitions = transitions
  }
}
