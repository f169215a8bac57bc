import Traces
import Turns

/// An `<any>` in a transcript with the field that it matched.
struct LooseAny {
  /// Equal for lines with the same beginning.
  struct Place: Hashable {
    /// The preceding fields without the time.
    var head: [String]
    var field: Int
    /// The path inside a value.
    var path: [String] = []
  }

  let place: Place
  let text: String
  let isBinding: Bool
  let found: FieldContent
  let foundText: String
  /// A narrower matcher that also holds; nil if there is none.
  let kind: String?
  let expectation: Expectation

  init(
    place: Place, matcher: Matcher, found: FieldContent, foundText: String, kinds: LineMatcher,
    at expectation: Expectation
  ) {
    self.place = place
    self.expectation = expectation
    text = matcher.binding.map { "<any as \($0)>" } ?? "<any>"
    isBinding = matcher.binding != nil
    self.found = kinds.resolved(found)
    self.foundText = foundText
    kind = kinds.kind(of: [found]).flatMap { kind in
      guard case .marker(let tokens) = kind else { return matcher.binding == nil ? kind : nil }
      return .marker(tokens + (matcher.binding.map { [.word("as"), .word($0)] } ?? []))
    }.map { ValuePrinter(.literal).patternText(of: $0) }
  }
}

/// Walks an expected value and the actual one in parallel.
struct LooseWalk {
  let matcher: LineMatcher
  let expectation: Expectation
  var place: LooseAny.Place
  private(set) var anys: [LooseAny] = []
  /// The texts of partial containers that omit nothing.
  private(set) var wholes: [String] = []

  mutating func judge(_ expected: ValuePattern, _ found: FieldContent, text: String) {
    if case .marker(let tokens) = expected {
      guard let test = Matcher(tokens), test.test == .any else { return }
      anys.append(
        LooseAny(place: place, matcher: test, found: found, foundText: text, kinds: matcher, at: expectation))
      return
    }
    guard case .value(let actual) = matcher.resolved(found) else { return }
    guard let wanted = ValueParts(expected), let given = ValueParts(actual), wanted.isSameKind(as: given) else {
      return
    }
    if wanted.isPartial, wanted.members.count == given.members.count {
      wholes.append(ValuePrinter(.literal).patternText(of: expected))
    }
    for (index, member) in wanted.members.enumerated() {
      guard let partner = given.partner(of: member, at: index) else { continue }
      place.path.append(member.name.isEmpty ? "[\(index)]" : ".\(member.name)")
      judge(member.pattern, .value(partner.pattern), text: ValuePrinter(.literal).patternText(of: partner.pattern))
      place.path.removeLast()
    }
  }
}
