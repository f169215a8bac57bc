/// Which of the two compared runs.
public enum DiffSide: String, Hashable, Sendable, CaseIterable {
  /// The first, the one compared with: before, the base, the original.
  case a
  /// The second, the one that is compared: after, the change.
  case b

  public var other: DiffSide {
    switch self {
    case .a: .b
    case .b: .a
    }
  }
}

/// One value for each of the two compared runs.
public struct Sides<Element> {
  public var a: Element
  public var b: Element

  public init(a: Element, b: Element) {
    self.a = a
    self.b = b
  }

  public subscript(side: DiffSide) -> Element {
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

  public func map<Result>(_ transform: (Element) throws -> Result) rethrows -> Sides<Result> {
    Sides<Result>(a: try transform(a), b: try transform(b))
  }

  /// The same with the sides exchanged.
  public var swapped: Sides { Sides(a: b, b: a) }
}

extension Sides: Equatable where Element: Equatable {}
extension Sides: Hashable where Element: Hashable {}
extension Sides: Sendable where Element: Sendable {}
