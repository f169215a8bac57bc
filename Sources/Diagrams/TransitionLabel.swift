import Statecharts
import Traces

/// What is written on a transition: `event [guard] / actions`, as UML has it. Its parts are inert.
struct TransitionLabel {
  /// What it waits for and under which condition.
  let cause: String
  /// What it does; empty when it only moves.
  let actions: String

  init(_ transition: ChartDescription.Transition, isDefault: Bool = false) {
    let trigger =
      switch transition.trigger {
      case .event(let name): name.escapedForDisplay
      case .always: isDefault ? "otherwise" : "always"
      case .after(let milliseconds): "after \(milliseconds)ms"
      }
    cause = transition.guardName.map { "\(trigger) [\($0.escapedForDisplay)]" } ?? trigger
    actions = TransitionLabel.text(of: transition.actions)
  }

  var text: String { actions.isEmpty ? cause : "\(cause) \(actions)" }

  /// `/ code`, `/ code, raise done`; nothing for none.
  static func text(of actions: [String]) -> String {
    actions.isEmpty ? "" : "/ " + actions.map(\.escapedForDisplay).joined(separator: ", ")
  }
}

extension ChartDescription {
  func label(of transition: Int) -> TransitionLabel {
    TransitionLabel(transitions[transition], isDefault: states[transitions[transition].source].isHistory)
  }

  /// What a state does while it stays: `entry / code`, `exit / code`, `invoke load`; not its transitions.
  func activities(of state: Int) -> [String] {
    let row = states[state]
    let entry = row.entryActions.isEmpty ? [] : ["entry \(TransitionLabel.text(of: row.entryActions))"]
    let exit = row.exitActions.isEmpty ? [] : ["exit \(TransitionLabel.text(of: row.exitActions))"]
    return entry + exit + row.invocations.map { "invoke \($0.escapedForDisplay)" }
  }

  /// The transitions of a state that move to no other, by index.
  func targetless(of state: Int) -> [Int] { states[state].transitions.filter { transitions[$0].targets.isEmpty } }
}

/// What states are called where a transition leads to them: by name, and with the states around it where that name is not
/// the only one: `left.on`.
struct TargetNames {
  private let chart: ChartDescription
  private let counts: [Name: Int]

  init(_ chart: ChartDescription) {
    self.chart = chart
    counts = Dictionary(chart.states.dropFirst().map { ($0.name, 1) }, uniquingKeysWith: +)
  }

  func list(_ states: [Int]) -> String { states.map(name).joined(separator: ", ") }

  private func name(of state: Int) -> String {
    let row = chart.states[state]
    let name = row.name.escapedForDisplay
    guard counts[row.name, default: 0] > 1, let parent = row.parent, parent > 0 else { return name }
    return "\(self.name(of: parent)).\(name)"
  }
}

extension String {
  /// The text in lines of at most so many columns, broken at blanks; a longer word is broken between characters.
  func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      let joined = line.isEmpty ? word : "\(line) \(word)"
      guard joined.displayWidth > width else {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      let pieces = word.pieces(ofWidth: width)
      lines += pieces.dropLast()
      line = pieces.last ?? ""
    }
    return lines + [line]
  }

  /// The text in pieces of at most so many columns, each at least one character.
  private func pieces(ofWidth width: Int) -> [String] {
    var pieces = [""]
    for character in self {
      let text = String(character)
      let last = pieces[pieces.count - 1]
      if !last.isEmpty, last.displayWidth + text.displayWidth > width { pieces.append("") }
      pieces[pieces.count - 1] += text
    }
    return pieces
  }
}

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
