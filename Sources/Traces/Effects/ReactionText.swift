import Turns

/// Prints reactions in the notation of output lines, in two parts: head and payload.
package struct ReactionText: Sendable {
  /// Its style `whole` also prints all values of a chain.
  package let printer: ValuePrinter
  private let leavesNullOut: Bool

  static let longestChain = 4

  package init(printer: ValuePrinter, leavesNullOut: Bool = false) {
    self.printer = printer
    self.leavesNullOut = leavesNullOut
  }

  /// A line without its time: `request authenticate {name: "aaaaaa"}`.
  package func line(_ reaction: Reaction) -> String {
    let row = reaction.subject.kind.row
    let head = head(reaction.subject)
    let body = body(reaction)
    if body.isEmpty { return head }
    switch row.payload {
    case .fault, .reason: return "\(head): \(body)"
    case .others: return "\(head) over \(body)"
    default: return "\(head) \(body)"
    }
  }

  /// The subject: `request authenticate`.
  package func head(_ subject: Reaction.Subject) -> String {
    let row = subject.kind.row
    // A page's name is in the payload; a subject has it only where pages are counted by name.
    if subject.name.isEmpty, row.name != .quoted { return row.word }
    let name = row.name == .quoted ? subject.name.text.quoted : subject.name.text.escapedForDisplay
    return row.word.isEmpty ? name : "\(row.word) \(name)"
  }

  package func body(_ reaction: Reaction) -> String {
    let name = reaction.subject.name
    let row = reaction.subject.kind.row
    var values = reaction.values[...]
    if values.last == .null {
      switch row.payload {
      case .input where leavesNullOut, .outcome where leavesNullOut: values.removeLast()
      default: if reaction.subject.kind == .output { values.removeLast() }
      }
    }
    switch row.payload {
    case .chain where reaction.subject.kind == .moved: return chain(reaction, plain)
    case .chain: return chain(reaction) { printer.text(of: $0, for: name.text) }
    case .word, .fault, .reason: return values.map(plain).joined(separator: " ")
    case .delay: return values.map { printer.text(of: $0) + "ms" }.joined()
    case .others: return values.flatMap(\.elements).map(plain).joined(separator: ", ")
    case .outcome:
      let outcome = values.prefix(1).map(plain)
      return (outcome + values.dropFirst().map { printer.text(of: $0, for: name.text) }).joined(separator: " ")
    case .nothing, .nameOnly, .value, .input, .optional, .record, .text, .alert:
      let owner = row.name == .quoted ? nil : name
      return values.map { printer.text(of: $0, for: owner?.text) }.joined(separator: " ")
    }
  }

  package func last(_ reaction: Reaction) -> String {
    reaction.values.last.map { printer.text(of: $0, for: reaction.subject.name.text) } ?? ""
  }

  func chain(_ reaction: Reaction, _ text: (Value) -> String) -> String {
    guard let old = reaction.old else { return reaction.values.map(text).joined(separator: " -> ") }
    let values = [old] + reaction.values
    if values.contains(where: \.isSecret) { return "<secret> changed" }
    guard printer.style != .whole, values.count > Self.longestChain, let last = values.last else {
      return values.map(text).joined(separator: " -> ")
    }
    return "\(text(old)) -> … -> \(text(last)) (\(values.count - 1) changes)"
  }

  /// States, pages and reasons print without quotes.
  private func plain(_ value: Value) -> String {
    guard case .string(let text) = value else { return printer.text(of: value) }
    return text.escapedForDisplay
  }
}

extension Value {
  var isSecret: Bool {
    if case .secret = self { true } else { false }
  }

  fileprivate var elements: [Value] {
    if case .list(let values) = self { values } else { [self] }
  }
}
