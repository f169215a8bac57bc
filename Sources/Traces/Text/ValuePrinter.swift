import Turns

/// Prints values canonically: equal values have equal texts.
package struct ValuePrinter: Sendable {
  package enum Style: Hashable, Sendable, CaseIterable {
    /// The complete value, for commands.
    case literal
    /// All elements; a text over 512 scalars becomes its beginning, length and digest.
    case whole
    /// Like `whole`, and a container over eight elements becomes its count and digest. For output lines.
    case folded
  }

  package static let longestText = 512
  package static let prefixOfLongText = 64
  package static let longestContainer = 8

  package var style: Style
  package var names: NamedValues

  package init(_ style: Style = .whole, names: NamedValues = NamedValues()) {
    self.style = style
    self.names = names
  }

  package func text(of value: Value, for owner: String? = nil) -> String {
    var result = ""
    write(value, for: owner, to: &result)
    return result
  }

  private func write(_ value: Value, for owner: String?, to result: inout String) {
    if !value.isSecret, let name = name(of: value, owner) { return result += name }
    switch value {
    case .null: result += "nil"
    case .bool(let bool): result += bool ? "true" : "false"
    case .int(let int): result += String(int)
    case .double(let double): result += double.canonicalText
    case .string(let text): write(text, to: &result)
    case .list(let values): write(values, for: owner, to: &result)
    case .record(let members): write(record: members, for: owner, to: &result)
    case .enumeration(let name, let members): write(case: name, members, for: owner, to: &result)
    case .secret: result += "<secret>"
    case .reference(let id): result += "<ref \(id.index)>"
    case .weak(let id): result += id.map { "<weak \($0.index)>" } ?? "<weak nil>"
    case .signal(let signal): result += signal.text
    }
  }

  /// Commands name every named value; output names only long values.
  private func name(of value: Value, _ owner: String?) -> String? {
    style == .literal ? names.reference(to: value, of: owner) : names.printedReference(to: value, of: owner)
  }

  private func write(_ text: String, to result: inout String) {
    guard style != .literal, let folded = FoldedValue(folding: text) else { return result += text.quoted }
    result += folded.description
  }

  private func write(_ values: [Value], for owner: String?, to result: inout String) {
    guard !isFolded(values.count) else {
      let digest = MaskedDigest(of: .list(values)).short
      return result += FoldedValue(.list, count: values.count, digest: digest).description
    }
    result += "["
    for (index, value) in values.enumerated() {
      if index > 0 { result += ", " }
      write(value, for: owner, to: &result)
    }
    result += "]"
  }

  private func write(record members: [Member], for owner: String?, to result: inout String) {
    guard !isFolded(members.count) else {
      let digest = MaskedDigest(of: .record(members)).short
      return result += FoldedValue(.record, count: members.count, digest: digest).description
    }
    result += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { result += ", " }
      result += member.name.text.asKey + ": "
      write(member.value, for: owner, to: &result)
    }
    result += "}"
  }

  private func write(case name: String, _ members: [Member], for owner: String?, to result: inout String) {
    result += "." + name.asKey
    if members.isEmpty { return }
    result += "("
    for (index, member) in members.enumerated() {
      if index > 0 { result += ", " }
      if !member.name.isEmpty { result += member.name.text.asKey + ": " }
      write(member.value, for: owner, to: &result)
    }
    result += ")"
  }

  private func isFolded(_ count: Int) -> Bool {
    style == .folded && count > Self.longestContainer
  }
}

extension String {
  package var asKey: String { isIdentifier ? self : quoted }
}

extension FoldedValue {
  /// Nil for a text that is short enough. Linear.
  fileprivate init?(folding text: String) {
    guard text.utf8.count > ValuePrinter.longestText else { return nil }
    let count = text.scalarCount
    guard count > ValuePrinter.longestText else { return nil }
    let prefix = String(text.unicodeScalars.prefix(ValuePrinter.prefixOfLongText))
    self.init(.string(prefix), count: count, digest: MaskedDigest(of: .string(text)).short)
  }
}

extension Double {
  /// The shortest text that parses to the same number; every NaN prints `nan`.
  var canonicalText: String { isNaN ? "nan" : description }
}

extension SignalValue {
  fileprivate var text: String {
    switch self {
    case .wiring(let name, _): "<signal \(name.text.asKey)>"
    case .execution(let id): "<signal execution \(id.index)>"
    case .executionCatchingErrors(let id): "<signal execution catching \(id.index)>"
    case .failing: "<signal failing>"
    }
  }
}

extension ValuePrinter {
  /// A stimulus as a command: `hold tap login`, `paste name "1aaaaaa!"`, `service load 2s fail "no" once`.
  package func words(of cause: Cause) -> String {
    if cause.source == .open { return "restart" }
    let command = [cause.event.escapedForDisplay, cause.target.escapedForDisplay]
    let values = cause.value.map { self.words(of: $0, in: cause) } ?? []
    return ((cause.isHeld ? ["hold"] : []) + command + values).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func words(of value: Value, in cause: Cause) -> [String] {
    switch (cause.event, value) {
    case ("advance", _): [duration(value)]
    case ("observers", .enumeration(let order, [])): [order]
    case ("reply", .enumeration(let outcome, let payload)):
      [outcome] + payload.map { text(of: $0.value, for: cause.target) }
    case ("service", .enumeration(let answer, let members)): service(answer, members, of: cause.target)
    default: [text(of: value, for: cause.target)]
    }
  }

  private func service(_ answer: String, _ members: [Member], of service: String) -> [String] {
    let delay = members.first { $0.name == "after" }.map { [duration($0.value)] } ?? []
    let payload = members.filter(\.name.isEmpty).flatMap { member -> [String] in
      guard answer == "twice", case .enumeration(let outcome, let value) = member.value else {
        return [text(of: member.value, for: service)]
      }
      return [outcome] + value.map { text(of: $0.value, for: service) }
    }
    let flags = ["late", "once"].filter { flag in members.contains { $0.name == flag } }
    return delay + (answer == "defined" ? [] : [answer]) + payload + flags
  }

  private func duration(_ value: Value) -> String {
    guard case .int(let milliseconds) = value else { return text(of: value) }
    return milliseconds % 1_000 == 0 && milliseconds != 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}

extension ValuePrinter {
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

/// A large value, reduced to its beginning or shape, its length and its digest.
package struct FoldedValue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first 64 scalars.
    case string(String)
    case list
    case record
  }

  package var kind: Kind
  package var count: Int
  package var digest: String

  package init(_ kind: Kind, count: Int, digest: String) {
    self.kind = kind
    self.count = count
    self.digest = digest
  }

  package static func == (left: FoldedValue, right: FoldedValue) -> Bool {
    left.description.hasBytes(of: right.description)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}

extension FoldedValue: CustomStringConvertible {
  /// `"first 64…"[1024] #4f1c9e02a7d3`, `[40] #4f1c9e02a7d3` or `{12} #4f1c9e02a7d3`.
  package var description: String {
    switch kind {
    case .string(let prefix): "\(prefix.quoted)[\(count)] #\(digest)"
    case .list: "[\(count)] #\(digest)"
    case .record: "{\(count)} #\(digest)"
    }
  }
}
