import Traces

package enum DiffSide: String, Hashable, Sendable, CaseIterable {
  /// The reference run.
  case a
  /// The compared run.
  case b

  package var other: DiffSide {
    switch self {
    case .a: .b
    case .b: .a
    }
  }
}

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

  package var swapped: Sides { Sides(a: b, b: a) }
}

extension Sides: Equatable where Element: Equatable {}
extension Sides: Hashable where Element: Hashable {}
extension Sides: Sendable where Element: Sendable {}

/// What a difference means for code that relies on run a.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// No observer can distinguish the runs.
  case identical
  /// Run b does everything that run a does, and more that changes no state of run a.
  case additive
  case timing = "timing only"
  case breaking
}

extension Verdict {
  /// An addition combined with a timing difference is breaking.
  package init(of findings: some Collection<Divergence>) {
    if findings.isEmpty {
      self = .identical
    } else if findings.allSatisfy({ $0.differenceClass == .timing }) {
      self = .timing
    } else {
      self = findings.allSatisfy(\.isAddition) ? .additive : .breaking
    }
  }

  package init(over differences: [TraceDifference]) {
    self = differences.map(\.verdict).reduce(.identical) { $0.combined(with: $1) }
  }

  package func combined(with other: Verdict) -> Verdict {
    if self == other || other == .identical { return self }
    return self == .identical ? other : .breaking
  }
}

extension TraceDifference {
  package var verdict: Verdict { Verdict(of: findings) }
}

extension Divergence.Content {
  /// Whether only run b has the reaction, and it changes nothing of run a.
  ///
  /// - Parameter isKnown: Whether run a has the region or field.
  func isAddition(where isKnown: (Reaction.Subject) -> Bool) -> Bool {
    guard case .only(.b, let reaction) = self else { return false }
    if reaction.subject.kind.isStateful { return !isKnown(reaction.subject) }
    // A page covers the one below it.
    switch reaction.subject.kind.row.differenceClass {
    case .fault, .transition, .refusal: return false
    case .stimulus, .request, .value, .timing, .order, .text: return true
    }
  }
}
