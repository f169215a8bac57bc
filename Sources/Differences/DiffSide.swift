import Traces

/// Which of the two compared runs.
package enum DiffSide: String, Hashable, Sendable, CaseIterable {
  /// The first, the one compared with: before, the base, the original.
  case a
  /// The second, the one that is compared: after, the change.
  case b

  package var other: DiffSide {
    switch self {
    case .a: .b
    case .b: .a
    }
  }
}

/// One value for each of the two compared runs.
package struct Sides<Element> {
  package var a: Element
  package var b: Element

  package init(a: Element, b: Element) {
    self.a = a
    self.b = b
  }

  package subscript(side: DiffSide) -> Element {
    get {
      switch side {
      case .a: a
      case .b: b
      }
    }
    set {
      switch side {
      case .a: a = newValue
      case .b: b = newValue
      }
    }
  }

  package func map<Result>(_ transform: (Element) throws -> Result) rethrows -> Sides<Result> {
    Sides<Result>(a: try transform(a), b: try transform(b))
  }

  /// The same with the sides exchanged.
  package var swapped: Sides { Sides(a: b, b: a) }
}

extension Sides: Equatable where Element: Equatable {}
extension Sides: Hashable where Element: Hashable {}
extension Sides: Sendable where Element: Sendable {}

/// What a difference means for code that relies on the first run's behaviour.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Nobody can tell the two apart.
  case identical
  /// The second does all that the first does, and more that changes no state of it.
  case additive
  /// Only times differ.
  case timing = "timing only"
  /// Something that the first does is gone or different.
  case breaking
}

extension Verdict {
  /// What findings mean together: none that nobody can tell the two apart, and additions beside other times a break.
  package init(of findings: some Collection<Divergence>) {
    if findings.isEmpty {
      self = .identical
    } else if findings.allSatisfy({ $0.differenceClass == .timing }) {
      self = .timing
    } else {
      self = findings.allSatisfy(\.isAddition) ? .additive : .breaking
    }
  }

  /// The verdict over comparisons, one a case.
  package init(over differences: [TraceDifference]) {
    self = differences.map(\.verdict).reduce(.identical) { $0.combined(with: $1) }
  }

  /// The verdict over two comparisons; an addition here and another time there change what somebody relies on.
  package func combined(with other: Verdict) -> Verdict {
    if self == other || other == .identical { return self }
    return self == .identical ? other : .breaking
  }
}

extension TraceDifference {
  /// The verdict; nothing but an identical pair agrees, so that a tool's answer is no for all others.
  package var verdict: Verdict { Verdict(of: findings) }
}

extension Divergence.Content {
  /// Whether it is something that only the second run does and that takes nothing away from what the first does.
  ///
  /// - Parameter isKnown: Whether the first run has a region or a field; then it changes what that is.
  func isAddition(where isKnown: (Reaction.Subject) -> Bool) -> Bool {
    guard case .only(.b, let reaction) = self else { return false }
    if reaction.subject.kind.isStateful { return !isKnown(reaction.subject) }
    // A page changes what is covered.
    switch reaction.subject.kind.row.differenceClass {
    case .fault, .transition, .refusal: return false
    case .stimulus, .request, .value, .timing, .order, .text: return true
    }
  }
}
