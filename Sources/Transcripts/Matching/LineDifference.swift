import Traces
import Turns

/// The first place at which an output line is not what was expected.
struct LineDifference {
  /// Places in lines as they are shown, in columns of a terminal.
  struct Columns {
    /// Where the first different field of the expected line begins.
    var expectedField: Int
    /// Where that of the output line begins.
    var field: Int
    /// Where the innermost different part of it begins.
    var part: Int

    func shifted(expected: Int, actual: Int) -> Columns {
      Columns(expectedField: expectedField + expected, field: field + actual, part: part + actual)
    }
  }

  let columns: Columns
  /// What the eye would miss.
  let note: String?

  init(_ pattern: LinePattern, _ actual: LineFields, names: NamedValues, bindings: Bindings) {
    let matcher = FieldMatcher(names: names)
    let actual = pattern.seen(actual)
    var scratch = bindings
    let expected = pattern.line.fields
    let held = zip(expected, actual.fields).prefix { matcher.holds($0.content, $1.content, &scratch) }.count
    let expectedField = LineDifference.width(of: pattern.line, before: held)
    let before = LineDifference.width(of: actual, before: held)
    var columns = Columns(expectedField: expectedField, field: before, part: before)
    guard held < actual.fields.count else {
      self.columns = columns
      note = nil
      return
    }
    let field = actual.fields[held]
    if held < expected.count, let name = expected[held].content.referredName, let value = bindings[name] {
      self.columns = columns
      note = names.hides(value) ? nil : "'\(name)' is \(LineExcerpt(value.text, width: 40).text)"
      return
    }
    guard held < expected.count, case .value(let wanted) = expected[held].content,
      case .value(let found) = field.content
    else {
      self.columns = columns
      note = LineDifference.timeNote(held < expected.count ? expected[held].content : nil, field.content)
      return
    }
    var locator = ValueDifference(matcher: matcher, bindings: scratch)
    let isCanonical = ValuePrinter(.literal).patternText(of: found).hasBytes(of: field.text)
    let inside = locator.width(wanted, found)
    columns.part = before + (isCanonical ? inside : 0)
    self.columns = columns
    note = locator.note
  }

  /// How many columns stand before a field; behind the last one, those of the line and a blank.
  private static func width(of line: LineFields, before index: Int) -> Int {
    guard index < line.fields.count else { return line.text.escapedForDisplay.displayWidth + 1 }
    return ValueScanner(line.text).text(from: 0, to: line.fields[index].offset).escapedForDisplay.displayWidth
  }

  private static func timeNote(_ expected: FieldContent?, _ actual: FieldContent) -> String? {
    guard case .offset(let wanted)? = expected, case .offset(let found) = actual else { return nil }
    return due(wanted, found)
  }

  /// `due 150 ms later`; nil when the times are equal.
  static func due(_ wanted: Int, _ found: Int) -> String? {
    let (difference, overflow) = found.subtractingReportingOverflow(wanted)
    guard difference != 0, !overflow else { return nil }
    return "due \(difference.magnitude) ms \(difference > 0 ? "later" : "earlier")"
  }
}

/// Finds the innermost part in which two values differ.
private struct ValueDifference {
  let matcher: FieldMatcher
  var bindings: Bindings
  var note: String?

  private let printer = ValuePrinter(.literal)

  init(matcher: FieldMatcher, bindings: Bindings) {
    self.matcher = matcher
    self.bindings = bindings
  }

  /// How many columns of the printed value stand before the part.
  mutating func width(_ expected: ValuePattern, _ actual: ValuePattern) -> Int {
    if let wanted = expected.elements, let found = actual.elements {
      let parts = found.parts.enumerated().map { index, part in
        (key: "", part: part, partner: index < wanted.parts.count ? wanted.parts[index] : nil)
      }
      return 1 + width(parts, ignoresOthers: wanted.isPartial)
    }
    if let wanted = expected.members, let found = actual.members {
      return 1 + width(parts(found.parts, wanted.parts), ignoresOthers: wanted.isPartial)
    }
    if let wanted = expected.payload, let found = actual.payload, wanted.name.hasBytes(of: found.name),
      !found.members.isEmpty
    {
      return 2 + key(found.name).displayWidth + width(parts(found.members, wanted.members), ignoresOthers: false)
    }
    noteSpelling(expected, actual)
    return 0
  }

  private func parts(
    _ found: [MemberPattern], _ wanted: [MemberPattern]
  ) -> [(key: String, part: ValuePattern, partner: ValuePattern?)] {
    found.enumerated().map { index, member in
      let key = member.name.isEmpty ? "" : key(member.name.text) + ": "
      let partner =
        member.name.isEmpty && index < wanted.count
        ? wanted[index] : wanted.first { $0.name == member.name }
      return (key, member.pattern, partner?.pattern)
    }
  }

  private mutating func width(
    _ parts: [(key: String, part: ValuePattern, partner: ValuePattern?)], ignoresOthers: Bool
  ) -> Int {
    var width = 0
    for (index, entry) in parts.enumerated() {
      if let partner = entry.partner {
        if !matcher.holds(.value(partner), .value(entry.part), &bindings) {
          return width + entry.key.displayWidth + self.width(partner, entry.part)
        }
      } else if !ignoresOthers {
        return width
      }
      width += entry.key.displayWidth + printer.patternText(of: entry.part).displayWidth
      if index < parts.count - 1 { width += 2 }
    }
    return width
  }

  private func key(_ name: String) -> String { name.isIdentifier ? name : name.quoted }

  /// Swift's `==` is canonical equivalence: texts equal by it that differ in bytes look the same.
  private mutating func noteSpelling(_ expected: ValuePattern, _ actual: ValuePattern) {
    guard case .value(.string(let wanted)) = expected, case .value(.string(let found)) = actual else { return }
    guard wanted == found, !wanted.hasBytes(of: found) else { return }
    note = "these look the same but are composed differently (NFC and NFD)"
  }
}

extension FieldContent {
  /// The name that has to come again here.
  fileprivate var referredName: String? {
    guard case .value(.marker(let tokens)) = self, case .equals(let name)? = Matcher(tokens)?.test else { return nil }
    return name
  }

  /// As it is printed.
  fileprivate var text: String {
    switch self {
    case .offset(let milliseconds): "+\(milliseconds)ms"
    case .word(let word): word.escapedForDisplay
    case .value(let pattern): ValuePrinter(.whole).patternText(of: pattern).escapedForDisplay
    }
  }
}

extension NamedValues {
  /// Whether a value is that of a secret.
  fileprivate func hides(_ field: FieldContent) -> Bool {
    entries.contains { entry in
      if case .secret(let hidden) = entry.value { field == .value(.value(hidden)) } else { false }
    }
  }
}
