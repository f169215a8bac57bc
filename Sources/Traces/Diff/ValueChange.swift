import Statecharts

/// One place in which two values differ.
public struct ValueChange: Sendable {
  /// A step of the way from the whole value to the place.
  public enum PathElement: Sendable {
    /// A member of a record or a labelled part of an enumeration's payload.
    case member(String)
    /// A position in a list on either side; nil where that side lacks the element.
    case index(Sides<Int?>)
  }

  /// From the outside in; empty for the value itself.
  public var path: [PathElement]
  /// What is there; nil where that side has nothing.
  public var sides: Sides<Value?>
  /// What the eye would miss.
  public var notes: [TextNote] = []
}

extension ValueChange: Hashable {
  public static func == (left: ValueChange, right: ValueChange) -> Bool {
    left.path == right.path && left.sides == right.sides && left.notes == right.notes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(sides)
    hasher.combine(notes)
  }
}

extension ValueChange.PathElement: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.member(let left), .member(let right)): left.utf8.elementsEqual(right.utf8)
    case (.index(let left), .index(let right)): left == right
    case (.member, .index), (.index, .member): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .member(let name): hasher.combine(ExactString(name))
    case .index(let places): hasher.combine(places)
    }
  }
}
