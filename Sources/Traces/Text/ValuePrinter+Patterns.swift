import Turns

extension ValuePrinter {
  /// The canonical text of a pattern; of a literal it is that of the value.
  package func patternText(of pattern: ValuePattern) -> String {
    switch pattern {
    case .value(let value): text(of: value)
    case .list(let patterns, let isPartial):
      "[" + joined(patterns.map(patternText), isPartial: isPartial) + "]"
    case .record(let members, let isPartial):
      "{" + joined(members.map { "\($0.name.text.asKey): \(patternText(of: $0.pattern))" }, isPartial: isPartial) + "}"
    case .enumeration(let name, let members): ".\(name.asKey)(" + joined(members.map(payloadText)) + ")"
    case .folded(let folded): folded.description
    case .named(let name): "$" + name
    case .marker(let tokens): "<" + tokens.text { text(of: $0) } + ">"
    }
  }

  private func payloadText(_ member: MemberPattern) -> String {
    let text = patternText(of: member.pattern)
    return member.name.isEmpty ? text : "\(member.name.text.asKey): \(text)"
  }

  private func joined(_ texts: [String], isPartial: Bool = false) -> String {
    (isPartial ? texts + ["..."] : texts).joined(separator: ", ")
  }
}

extension [MarkerToken] {
  /// The tokens with one blank between words and literals and none around `=`.
  fileprivate func text(_ print: (Value) -> String) -> String {
    var result = ""
    var needsBlank = false
    for token in self {
      switch token {
      case .equals:
        result += "="
        needsBlank = false
        continue
      case .word(let word): result += (needsBlank ? " " : "") + word
      case .literal(let value): result += (needsBlank ? " " : "") + print(value)
      }
      needsBlank = true
    }
    return result
  }
}
