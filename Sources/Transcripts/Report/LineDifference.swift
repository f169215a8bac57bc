import Traces
import Turns

/// The first difference between an expected and an actual line.
struct LineDifference {
  /// In terminal columns.
  struct Columns {
    var expectedField: Int
    /// The first different field of the actual line.
    var field: Int
    /// Its innermost different part.
    var part: Int

    func shifted(expected: Int, actual: Int) -> Columns {
      Columns(expectedField: expectedField + expected, field: field + actual, part: part + actual)
    }
  }

  private(set) var columns: Columns
  private(set) var note: String?

  private let matcher: LineMatcher
  private var bindings: Bindings

  init(_ pattern: LinePattern, _ actual: LineFields, names: NamedValues, bindings: Bindings) {
    let matcher = LineMatcher(names: names)
    var bindings = bindings
    let actual = pattern.seen(actual)
    let expected = pattern.line.fields
    let held = zip(expected, actual.fields).prefix { matcher.holds($0.content, $1.content, &bindings) }.count
    self.matcher = matcher
    self.bindings = bindings
    let before = LineDifference.width(of: actual, before: held)
    columns = Columns(
      expectedField: LineDifference.width(of: pattern.line, before: held), field: before, part: before)
    guard held < actual.fields.count else { return }
    let field = actual.fields[held]
    switch (held < expected.count ? expected[held].content : nil, field.content) {
    case (.value(.marker(let tokens)), _):
      guard case .equals(let name)? = Matcher(tokens)?.test, let value = bindings[name] else { return }
      note = names.hides(value) ? nil : "'\(name)' is \(LineExcerpt(value.text, width: 40).text)"
    case (.value(let wanted), .value(let found)):
      let inside = width(wanted, found)
      if ValuePrinter(.literal).patternText(of: found).hasBytes(of: field.text) { columns.part += inside }
    case (.offset(let wanted), .offset(let found)): note = LineDifference.due(wanted, found)
    case (_, _): break
    }
  }

  private static func width(of line: LineFields, before index: Int) -> Int {
    guard index < line.fields.count else { return line.text.escapedForDisplay.displayWidth + 1 }
    return ValueScanner(line.text).text(from: 0, to: line.fields[index].offset).escapedForDisplay.displayWidth
  }

  /// `due 150 ms later`; nil for equal times.
  static func due(_ wanted: Int, _ found: Int) -> String? {
    let (difference, overflow) = found.subtractingReportingOverflow(wanted)
    guard difference != 0, !overflow else { return nil }
    return "due \(difference.magnitude) ms \(difference > 0 ? "later" : "earlier")"
  }

  // MARK: Inside a value

  private mutating func width(_ expected: ValuePattern, _ actual: ValuePattern) -> Int {
    guard let wanted = ValueParts(expected), let found = ValueParts(actual), wanted.isSameKind(as: found),
      found.caseName == nil || !found.members.isEmpty
    else {
      noteSpelling(expected, actual)
      return 0
    }
    var width = found.caseName.map { 2 + $0.asKey.displayWidth } ?? 1
    for (index, member) in found.members.enumerated() {
      let key = member.name.isEmpty ? 0 : member.name.text.asKey.displayWidth + 2
      if let partner = wanted.partner(of: member, at: index) {
        if !matcher.holds(.value(partner.pattern), .value(member.pattern), &bindings) {
          return width + key + self.width(partner.pattern, member.pattern)
        }
      } else if !wanted.isPartial {
        return width
      }
      width += key + ValuePrinter(.literal).patternText(of: member.pattern).displayWidth
      if index < found.members.count - 1 { width += 2 }
    }
    return width
  }

  /// `==` compares by canonical equivalence, so such texts look the same.
  private mutating func noteSpelling(_ expected: ValuePattern, _ actual: ValuePattern) {
    guard case .value(.string(let wanted)) = expected, case .value(.string(let found)) = actual,
      wanted == found, !wanted.hasBytes(of: found)
    else { return }
    note = "these look the same but are composed differently (NFC and NFD)"
  }
}

extension FieldContent {
  fileprivate var text: String {
    switch self {
    case .offset(let milliseconds): "+\(milliseconds)ms"
    case .word(let word): word.text.escapedForDisplay
    case .value(let pattern): ValuePrinter(.whole).patternText(of: pattern).escapedForDisplay
    }
  }
}

extension NamedValues {
  fileprivate func hides(_ field: FieldContent) -> Bool {
    entries.contains { entry in
      if case .secret(let hidden) = entry.value { field == .value(.value(hidden)) } else { false }
    }
  }
}
