/// Prints charts in the notation of `Documentation/Semantics.md`.
extension SpecSystem {
  var text: String {
    ([root.lines] + children.map { ["chart \($0.name)"] + $0.lines.map { "  " + $0 } }).flatMap { $0 }.joined(
      separator: "\n")
  }
}

extension SpecChart {
  fileprivate var lines: [String] {
    let start =
      initial.isEmpty && initialContent.isEmpty
      ? [] : ["initial \(initial.joined(separator: " "))" + SpecAction.text(initialContent)]
    return start + states.flatMap(\.lines)
  }
}

extension SpecState {
  fileprivate var lines: [String] {
    var lines = ["\(kind.rawValue) \(name)" + (data.map { " data \($0)" } ?? "")]
    if !initial.isEmpty || !initialContent.isEmpty {
      lines.append("  initial \(initial.joined(separator: " "))" + SpecAction.text(initialContent))
    }
    if !entry.isEmpty { lines.append("  entry" + SpecAction.text(entry)) }
    if !exit.isEmpty { lines.append("  exit" + SpecAction.text(exit)) }
    for invoke in invokes {
      lines.append(
        "  invoke \(invoke.chart)" + (invoke.forwards ? " forward" : "") + SpecAction.text(invoke.finalize))
    }
    lines += rules.map { "  " + $0.text }
    return lines + children.flatMap { $0.lines.map { "  " + $0 } }
  }
}

extension SpecRule {
  fileprivate var text: String {
    let head =
      switch trigger {
      case .event(let names): (isInternal ? "internal " : "on ") + names
      case .always: "always"
      case .after(let delay): "after \(delay)"
      }
    return head + (condition.map { " [\($0.text)]" } ?? "")
      + (targets.isEmpty ? "" : " -> \(targets.joined(separator: " "))") + SpecAction.text(content)
  }
}

extension SpecCondition {
  var text: String {
    switch self {
    case .isIn(let state): "in \(state)"
    case .isNotIn(let state): "not in \(state)"
    case .below(let number): "count < \(number)"
    case .data(let number): "data = \(number)"
    }
  }
}

extension SpecAction {
  static func text(_ actions: [SpecAction]) -> String {
    actions.isEmpty ? "" : " / " + actions.map(\.text).joined(separator: "; ")
  }

  var text: String {
    switch self {
    case .log(let text): "log \(text)"
    case .raise(let event, let data): "raise \(event)" + (data.map { " \($0)" } ?? "")
    case .send(let event): "send \(event)"
    case .sendLater(let event, let delay, let id): "send \(event) after \(delay)" + (id.map { " id \($0)" } ?? "")
    case .cancel(let id): "cancel \(id)"
    case .count: "count"
    case .fault: "fault"
    case .sendNowhere: "send nowhere"
    case .sendParent(let event): "send parent \(event)"
    }
  }
}
