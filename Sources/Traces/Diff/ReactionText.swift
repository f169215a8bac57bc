import Statecharts

/// Writes reactions in the notation of a transcript's output lines, in two parts: what is concerned, and the payload.
struct ReactionText {
  var printer: ValuePrinter
  /// Whether a long chain is written in full.
  var isWhole = false

  /// A chain of more values is written as first, last and count.
  private static let longestChain = 4

  /// Such as `request authenticate {name: "aaaaaa"}`, without its time.
  func line(_ reaction: Reaction) -> String {
    let body = body(reaction)
    return body.isEmpty ? head(reaction.subject) : head(reaction.subject) + separator(reaction.subject) + body
  }

  /// Such as `request authenticate`.
  func head(_ subject: Reaction.Subject) -> String {
    let name = subject.name.escapedForDisplay
    return switch subject.kind {
    case .transition, .field, .output: name
    case .broken: "broken " + subject.name.quoted
    case .log: "log " + subject.name.quoted
    case .timerStarted, .timerFired: "timer " + name
    case .crash, .limit, .push, .pop, .request, .reply, .cancelled, .late, .refused, .store, .notify, .alert,
      .alertClosed, .hud, .hudClosed, .tip, .tipClosed:
      name.isEmpty ? subject.kind.rawValue : subject.kind.rawValue + " " + name
    }
  }

  /// What follows the head; empty when the head says all.
  func body(_ reaction: Reaction) -> String {
    let name = reaction.subject.name
    switch reaction.subject.kind {
    case .transition: return chain(reaction, name: plain)
    case .field: return chain(reaction) { printer.text(of: $0, for: name) }
    case .push, .pop, .refused, .limit, .crash: return reaction.values.map(plain).joined(separator: " ")
    case .reply, .late:
      let outcome = reaction.values.prefix(1).map(plain)
      return (outcome + reaction.values.dropFirst().map { printer.text(of: $0, for: name) }).joined(separator: " ")
    case .timerStarted: return reaction.values.map { printer.text(of: $0) + "ms" }.joined()
    case .output:
      if reaction.values == [.null] { return "" }
      return reaction.values.map { printer.text(of: $0, for: name) }.joined(separator: " ")
    case .broken, .request, .cancelled, .store, .log, .notify, .alert, .alertClosed, .hud, .hudClosed, .tip,
      .tipClosed, .timerFired:
      return reaction.values.map { printer.text(of: $0, for: name) }.joined(separator: " ")
    }
  }

  /// The last value alone.
  func last(_ reaction: Reaction) -> String {
    reaction.values.last.map { printer.text(of: $0, for: reaction.subject.name) } ?? ""
  }

  private func separator(_ subject: Reaction.Subject) -> String {
    switch subject.kind {
    case .refused, .limit, .crash: ": "
    case .broken, .transition, .push, .pop, .request, .reply, .cancelled, .late, .field, .output, .store, .log, .notify,
      .alert, .alertClosed, .hud, .hudClosed, .tip, .tipClosed, .timerStarted, .timerFired:
      " "
    }
  }

  private func chain(_ reaction: Reaction, name: (Value) -> String) -> String {
    guard let old = reaction.old else { return reaction.values.map(name).joined(separator: " -> ") }
    let values = [old] + reaction.values
    if values.contains(where: \.isSecret) { return "<secret> changed" }
    guard !isWhole, values.count > Self.longestChain, let first = values.first, let last = values.last else {
      return values.map(name).joined(separator: " -> ")
    }
    return "\(name(first)) -> … -> \(name(last)) (\(values.count - 1) changes)"
  }

  /// States, pages and reasons are words, not values in quotes.
  private func plain(_ value: Value) -> String {
    guard case .string(let text) = value else { return printer.text(of: value) }
    return text.escapedForDisplay
  }
}

extension Value {
  fileprivate var isSecret: Bool {
    if case .secret = self { true } else { false }
  }
}
