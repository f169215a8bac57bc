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
