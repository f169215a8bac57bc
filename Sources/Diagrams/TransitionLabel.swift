import Statecharts
import Traces

/// A label in UML notation: `event [guard] / actions`. Its parts are escaped.
struct TransitionLabel {
  let cause: String
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

  static func text(of actions: [String]) -> String {
    actions.isEmpty ? "" : "/ " + actions.map(\.escapedForDisplay).joined(separator: ", ")
  }
}

extension ChartDescription {
  func label(of transition: Int) -> TransitionLabel {
    TransitionLabel(transitions[transition], isDefault: states[transitions[transition].source].isHistory)
  }

  func activities(of state: Int) -> [String] {
    let row = states[state]
    let entry = row.entryActions.isEmpty ? [] : ["entry \(TransitionLabel.text(of: row.entryActions))"]
    let exit = row.exitActions.isEmpty ? [] : ["exit \(TransitionLabel.text(of: row.exitActions))"]
    return entry + exit + row.invocations.map { "invoke \($0.escapedForDisplay)" }
  }

  func targetless(of state: Int) -> [Int] { states[state].transitions.filter { transitions[$0].targets.isEmpty } }
}

/// Target names; ambiguous ones are qualified: `left.on`.
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
  /// Breaks at blanks, and inside words that are too long.
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

/// A mark on a state or transition; raw values are CSS classes.
package enum PartMark: String, Hashable, Sendable, CaseIterable {
  case taken
  case missed
  case added
  case removed
  /// The state has another kind, initial state or activities.
  case changed

  package init(isTaken: Bool) { self = isTaken ? .taken : .missed }

  var sign: String { look.sign }
  /// For graphic formats, which must not rely on colour alone.
  var words: String { look.words }
  var fill: String { look.fill }
  var isDashed: Bool { self == .missed || self == .removed }

  private var look: (sign: String, words: String, fill: String) {
    switch self {
    case .taken: ("+", "", "honeydew")
    case .missed: ("-", " (not taken)", "mistyrose")
    case .added: ("+", " (added)", "honeydew")
    case .removed: ("-", " (removed)", "mistyrose")
    case .changed: ("~", " (changed)", "lightcyan")
    }
  }
}

/// Marks by index in the chart.
package struct ChartMarks: Hashable, Sendable {
  package let states: [PartMark?]
  package let transitions: [PartMark?]

  package init(states: [PartMark?], transitions: [PartMark?]) {
    self.states = states
    self.transitions = transitions
  }
}
