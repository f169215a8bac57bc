import Statecharts
import Traces

/// The labels of a chart in Mermaid, so that reading them gives the same triggers, guards and actions.
struct MermaidLabels {
  private let chart: GraphicChart

  init(_ chart: GraphicChart) { self.chart = chart }

  func label(of arrow: GraphicChart.Arrow) -> String {
    wrapped(words(of: arrow.number) + (arrow.isInternal ? " (internal)" : ""))
  }

  /// The activities and the transitions without targets.
  func notes(in state: Int) -> [String] {
    let row = chart.chart.states[state]
    let activities = [("entry", row.entryActions), ("exit", row.exitActions)].filter { !$1.isEmpty }.map {
      "\($0) \(text(of: $1))"
    }
    let staying = chart.chart.targetless(of: state)
    let isInFront = staying.elementsEqual(row.transitions.prefix(staying.count))
    let notes = staying.map { number in
      let position = (row.transitions.firstIndex(of: number) ?? 0) + 1
      return "\(words(of: number)) (stays\(isInFront ? "" : ", number \(position)"))"
    }
    let services = row.invocations.map { "invoke \(escaped($0.text))" }
    return (activities + services + notes).map(wrapped)
  }

  private func words(of number: Int) -> String {
    let row = chart.chart.transitions[number]
    let condition = row.guardName.map { name in
      " [\(name == "else" ? "#101;lse" : escaped(name.text, and: "[]/"))]"
    }
    let actions = row.actions.isEmpty ? "" : " " + text(of: row.actions)
    return trigger(of: row) + (condition ?? "") + actions + (chart.mark(ofTransition: number)?.words ?? "")
  }

  private func trigger(of row: ChartDescription.Transition) -> String {
    switch row.trigger {
    case .always: return chart.chart.states[row.source].isHistory ? "otherwise" : "always"
    case .after(let milliseconds): return "after \(milliseconds)ms"
    case .event(let name):
      let text = escaped(name, and: " []/")
      // As words they would be no event.
      return ["always", "otherwise", "else"].contains(name) ? escaped(name, and: "aoe") : text
    }
  }

  private func text(of actions: [String]) -> String {
    let texts = actions.map { action in
      let opened = action.utf8.count { $0 == UInt8(ascii: "(") }
      let isBalanced = opened == action.utf8.count { $0 == UInt8(ascii: ")") } && !action.hasSuffix("(internal)")
      return escaped(action, and: isBalanced ? ",[" : ",()[")
    }
    return "/ " + texts.joined(separator: ", ")
  }

  private func escaped(_ text: String, and others: String = "") -> String {
    let text = MermaidDiagram.escaped(text.spelledWords.escapedForDisplay, and: others)
    var result: [Substring] = []
    // Blanks at an end and beside each other would be lost.
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = result.last, !last.isEmpty, !word.isEmpty, !last.hasSuffix("#32;") {
        result.append(word)
      } else if result.isEmpty {
        result.append(word)
      } else {
        result[result.count - 1] += "#32;" + word
      }
    }
    return result.joined(separator: " ")
  }

  /// Breaks lines at blanks only, so that a break is a blank.
  private func wrapped(_ text: String) -> String {
    var lines = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let line = lines[lines.count - 1]
      if !line.isEmpty, width(line) + 1 + width(word) > GraphicChart.labelWidth { lines.append("") }
      if !lines[lines.count - 1].isEmpty { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += word
    }
    return lines.joined(separator: "<br/>")
  }

  /// An entity is one column wide.
  private func width(_ text: some StringProtocol) -> Int {
    var isEntity = false
    let shown = text.unicodeScalars.filter { scalar in
      defer { if scalar == "#" || scalar == ";" { isEntity = scalar == "#" } }
      return !isEntity
    }
    return String(String.UnicodeScalarView(shown)).displayWidth
  }
}
