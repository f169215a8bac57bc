/// Reads the notation of `Documentation/Semantics.md`: one line for each thing, nesting by two blanks.
struct SpecParser {
  private var lines: [(depth: Int, text: String)]
  private var index = 0

  init(_ text: String) {
    lines = text.split(separator: "\n").map { line in
      let blanks = line.prefix { $0 == " " }.count
      return (blanks / 2, String(line.dropFirst(blanks)))
    }
  }

  static func system(_ text: String) -> SpecSystem {
    var parser = SpecParser(text)
    var system = SpecSystem(root: parser.chart("root", depth: 0))
    while parser.index < parser.lines.count {
      let name = parser.lines[parser.index].text.dropFirst("chart ".count)
      parser.index += 1
      system.children.append(parser.chart(String(name), depth: 1))
    }
    return system
  }

  private mutating func chart(_ name: String, depth: Int) -> SpecChart {
    var chart = SpecChart(name: name, states: [])
    while let line = next(depth), !line.hasPrefix("chart ") {
      index += 1
      if line.hasPrefix("initial") {
        (chart.initial, chart.initialContent) = SpecParser.initial(line)
      } else {
        chart.states.append(state(line, depth))
      }
    }
    return chart
  }

  private func next(_ depth: Int) -> String? {
    index < lines.count && lines[index].depth == depth ? lines[index].text : nil
  }

  private mutating func state(_ head: String, _ depth: Int) -> SpecState {
    let words = head.split(separator: " ").map(String.init)
    guard let kind = SpecState.Kind(rawValue: words[0]) else { preconditionFailure("no kind of state: '\(head)'") }
    var state = SpecState(name: words[1], kind: kind)
    if words.count == 4, words[2] == "data" { state.data = Int(words[3]) }
    while let line = next(depth + 1) {
      index += 1
      part(line, of: &state, depth + 1)
    }
    return state
  }

  private mutating func part(_ line: String, of state: inout SpecState, _ depth: Int) {
    let word = line.prefix { $0 != " " }
    switch word {
    case "initial": (state.initial, state.initialContent) = SpecParser.initial(line)
    case "entry": state.entry = SpecParser.actions(line)
    case "exit": state.exit = SpecParser.actions(line)
    case "invoke":
      let words = SpecParser.head(line).split(separator: " ")
      state.invokes.append(
        SpecInvoke(chart: String(words[1]), forwards: words.count > 2, finalize: SpecParser.actions(line)))
    case "on", "internal", "always", "after": state.rules.append(SpecParser.rule(line))
    default: state.children.append(self.state(line, depth))
    }
  }

  // MARK: Lines

  private static func head(_ line: String) -> String {
    String(line.firstRange(of: " / ").map { line[..<$0.lowerBound] } ?? line[...])
  }

  private static func initial(_ line: String) -> ([String], [SpecAction]) {
    (head(line).split(separator: " ").dropFirst().map(String.init), actions(line))
  }

  private static func rule(_ line: String) -> SpecRule {
    var head = head(line)
    var targets: [String] = []
    if let arrow = head.firstRange(of: " -> ") {
      targets = head[arrow.upperBound...].split(separator: " ").map(String.init)
      head = String(head[..<arrow.lowerBound])
    }
    var condition: SpecCondition?
    if let bracket = head.firstRange(of: " [") {
      condition = self.condition(String(head[bracket.upperBound...].dropLast()))
      head = String(head[..<bracket.lowerBound])
    }
    let rest = head.split(separator: " ").dropFirst().joined(separator: " ")
    let trigger: SpecRule.Trigger =
      head.hasPrefix("always") ? .always : head.hasPrefix("after") ? .after(Int(rest) ?? 0) : .event(rest)
    return SpecRule(
      trigger: trigger, condition: condition, targets: targets, isInternal: head.hasPrefix("internal"),
      content: actions(line))
  }

  private static func condition(_ text: String) -> SpecCondition {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "in": return .isIn(words[1])
    case "not": return .isNotIn(words[2])
    case "count": return .below(Int(words[2]) ?? 0)
    case "data": return .data(Int(words[2]) ?? 0)
    default: preconditionFailure("no condition: '\(text)'")
    }
  }

  private static func actions(_ line: String) -> [SpecAction] {
    guard let slash = line.firstRange(of: " / ") else { return [] }
    return line[slash.upperBound...].split(separator: ";").map { action(String($0.drop { $0 == " " })) }
  }

  private static func action(_ text: String) -> SpecAction {
    let words = text.split(separator: " ").map(String.init)
    switch words[0] {
    case "log": return .log(words.dropFirst().joined(separator: " "))
    case "raise": return .raise(words[1], words.count > 2 ? Int(words[2]) : nil)
    case "cancel": return .cancel(words[1])
    case "count": return .count
    case "fault": return .fault
    case "send" where words[1] == "nowhere": return .sendNowhere
    case "send" where words[1] == "parent": return .sendParent(words[2])
    case "send" where words.count > 3:
      return .sendLater(words[1], Int(words[3]) ?? 0, id: words.count > 5 ? words[5] : nil)
    case "send": return .send(words[1])
    default: preconditionFailure("no action: '\(text)'")
    }
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
