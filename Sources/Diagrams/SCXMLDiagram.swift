import Statecharts
import Traces

/// A diagram in SCXML 1.0.
///
/// A guard asks for an answer in the event's data, or in `facts` where there is no event. An action is a log entry. A
/// delay is an event that entry sends and exit cancels.
struct SCXMLDiagram {
  private let diagram: Diagram
  /// By chart and state.
  private let ids: [[Name]]
  /// The names of each chart's states.
  private let stateNames: [Set<Name>]

  init(_ diagram: Diagram) {
    self.diagram = diagram
    var known = Set(diagram.charts.count > 1 ? diagram.charts.map { Name($0.name) } : [])
    ids = diagram.charts.map { Self.ids(of: $0.chart, besides: &known) }
    stateNames = diagram.charts.map { Set($0.chart.states.map(\.name)) }
  }

  /// Of states with one name, the id is the path.
  private static func ids(of chart: ChartDescription, besides known: inout Set<Name>) -> [Name] {
    chart.states.indices.map { index in
      let name = chart.states[index].name
      if index == 0 || known.insert(name).inserted { return name }
      var id = chart.dottedPath(of: index)
      while !known.insert(Name(id)).inserted { id += "_" }
      return Name(id)
    }
  }

  private func names(_ states: [Int], of place: Int) -> [String] { states.map { ids[place][$0].text } }

  var lines: [String] {
    let charts = diagram.charts.indices
    let only = charts.count == 1 ? diagram.charts[0].chart.states.first : nil
    let isParallel = only?.kind != .compound
    let initial = isParallel ? "" : attribute("initial", names(only?.initial ?? [], of: 0))
    let asksFacts = diagram.charts.contains { $0.chart.transitions.contains { $0.guardName != nil && $0.asksFacts } }
    let states =
      charts.count == 1
      ? (only?.children ?? []).flatMap { state($0, of: 0, isParallel ? 2 : 1) }
      : charts.flatMap { state(0, of: $0, 2, named: diagram.charts[$0].name) }
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:signalbox=\"signalbox\" version=\"1.0\" "
        + "datamodel=\"ecmascript\" name=\"\(attributeText(diagram.title))\"\(initial)>",
    ] + (asksFacts ? ["  <datamodel>", "    <data id=\"facts\" expr=\"{}\"/>", "  </datamodel>"] : [])
      + (isParallel ? ["  <parallel>"] + states + ["  </parallel>"] : states) + ["</scxml>"]
  }

  // MARK: States

  private func state(_ index: Int, of place: Int, _ depth: Int, named name: String? = nil) -> [String] {
    let chart = diagram.charts[place].chart
    let row = chart.states[index]
    let indent = String(repeating: "  ", count: depth)
    let id = name ?? ids[place][index].text
    var head = " id=\"\(attributeText(id))\""
    if name == nil, row.name != id { head += " signalbox:name=\"\(attributeText(row.name.text))\"" }
    let element =
      switch row.kind {
      case .atomic, .compound: "state"
      case .parallel: "parallel"
      case .final: "final"
      case .shallowHistory, .deepHistory: "history"
      }
    if row.kind == .deepHistory { head += " type=\"deep\"" }
    if row.kind == .compound { head += attribute("initial", names(row.initial, of: place)) }
    let delays = row.transitions.compactMap { number -> Int? in
      if case .after(let delay) = chart.transitions[number].trigger { delay } else { nil }
    }.reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    var body: [String] = []
    for delay in delays {
      let event = attributeText(Self.event(delay, id))
      body.append("  <onentry><send event=\"\(event)\" id=\"\(event)\" delay=\"\(delay)ms\"/></onentry>")
      body.append("  <onexit><cancel sendid=\"\(event)\"/></onexit>")
    }
    for (name, actions) in [("onentry", row.entryActions), ("onexit", row.exitActions)] where !actions.isEmpty {
      body.append("  <\(name)>\(logs(actions))</\(name)>")
    }
    body += row.invocations.map { "  <invoke type=\"signalbox\" id=\"\(attributeText($0.text))\"/>" }
    body += row.transitions.map { "  " + transition($0, of: place, id) }
    let children = row.children.flatMap { state($0, of: place, depth + 1) }
    if body.isEmpty, children.isEmpty { return ["\(indent)<\(element)\(head)/>"] }
    return ["\(indent)<\(element)\(head)>"] + body.map { indent + $0 } + children + ["\(indent)</\(element)>"]
  }

  private static func event(_ delay: Int, _ id: String) -> String { "after.\(delay).\(id)" }

  private func transition(_ number: Int, of place: Int, _ id: String) -> String {
    let row = diagram.charts[place].chart.transitions[number]
    var head = ""
    switch row.trigger {
    case .event(let name): head += attribute("event", [name])
    case .after(let delay): head += attribute("event", [Self.event(delay, id)])
    case .always: break
    }
    if let name = row.guardName { head += guardAttributes(name, row.asksFacts, place) }
    if !row.targets.isEmpty { head += attribute("target", names(row.targets, of: place)) }
    if row.isInternal { head += " type=\"internal\"" }
    return row.actions.isEmpty ? "<transition\(head)/>" : "<transition\(head)>\(logs(row.actions))</transition>"
  }

  private func logs(_ actions: [String]) -> String {
    actions.map { "<log label=\"\(attributeText($0))\"/>" }.joined()
  }

  // MARK: Guards

  private func guardAttributes(_ name: Name, _ asksFacts: Bool, _ place: Int) -> String {
    let states = diagram.charts[place].chart.states
    let text = GuardText(name.text, states: stateNames[place])
    let condition = text.joined(not: "!", and: " && ", or: " || ") { part in
      switch part {
      case .state(let state): "In(\(ids[place][states.firstIndex { $0.name == state } ?? 0].text.scriptQuoted))"
      default: answer(to: part.questions.first ?? "", asksFacts)
      }
    }
    let words = text.joined(not: "not ", and: " and ", or: " or ") { part in
      if case .state(let state) = part { "in \(state)" } else { part.questions.first ?? "" }
    }
    let own = name == words ? "" : " signalbox:guard=\"\(attributeText(name.text))\""
    return attribute("cond", [condition]) + own
  }

  private func answer(to name: String, _ asksFacts: Bool) -> String {
    if asksFacts { return "facts[\(name.scriptQuoted)]" }
    return "_event.data" + (name.isIdentifier ? ".\(name)" : "[\(name.scriptQuoted)]")
  }

  // MARK: Text

  private func attribute(_ name: String, _ words: [String]) -> String {
    " \(name)=\"\(words.map(attributeText).joined(separator: " "))\""
  }

  private func attributeText(_ text: String) -> String {
    var before: Unicode.Scalar = " "
    return text.spelling { scalar in
      defer { before = scalar }
      switch scalar {
      case "&": return "&amp;"
      case "<": return "&lt;"
      case ">": return "&gt;"
      case "\"": return "&quot;"
      // Two of them may begin a command of a build log.
      case "#" where before == "#": return "&#35;"
      // XML has no reference to most control characters.
      case "\u{0}"..<" " where !"\t\n\r".unicodeScalars.contains(scalar): return String(scalar).escapedForDisplay
      default: return scalar.isShown ? nil : "&#\(scalar.value);"
      }
    }
  }
}

extension ChartDescription.Transition {
  /// Whether no event carries the answers to its guard.
  fileprivate var asksFacts: Bool { if case .event = trigger { false } else { true } }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool { String(self).escapedForDisplay.unicodeScalars.elementsEqual([self]) }
}

extension String {
  /// A literal of ECMAScript.
  fileprivate var scriptQuoted: String {
    let text = spelling { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      default: scalar.isShown ? nil : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(text)\""
  }
}
