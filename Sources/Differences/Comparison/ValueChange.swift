import Traces
import Turns

/// One place in which two values differ.
package struct ValueChange: Sendable {
  /// A step of the way from the whole value to the place.
  package enum PathElement: Sendable {
    /// A member of a record or a labelled part of an enumeration's payload.
    case member(String)
    /// A position in a list on either side; nil where that side lacks the element.
    /// Nil on both sides for all elements, where their order differs: what follows is the member that tells them apart.
    case index(Sides<Int?>)
  }

  /// From the outside in; empty for the value itself.
  package var path: [PathElement]
  /// What is there; nil where that side has nothing.
  package var sides: Sides<Value?>
  /// What the eye would miss.
  package var notes: [TextNote] = []

  /// Whether equal elements of a list stand in another order.
  var isOrder: Bool { path.contains(.index(Sides(a: nil, b: nil))) }
}

extension Sequence<ValueChange.PathElement> {
  /// The place in a field as a field is called: `items[3].total`; `[*]` for an element that stands elsewhere.
  func place(in field: String) -> String {
    reduce(field) { place, element in
      switch element {
      case .member(let name): "\(place).\(name)"
      case .index(let index): "\(place)[\(index.a == index.b ? index.a.map(String.init) ?? "*" : "*")]"
      }
    }
  }
}

extension ValueChange: Hashable {
  package static func == (left: ValueChange, right: ValueChange) -> Bool {
    left.path == right.path && left.sides == right.sides && left.notes == right.notes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(sides)
    hasher.combine(notes)
  }
}

extension ValueChange.PathElement: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.member(let left), .member(let right)): left.utf8.elementsEqual(right.utf8)
    case (.index(let left), .index(let right)): left == right
    case (.member, .index), (.index, .member): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .member(let name): hasher.combine(Name(name))
    case .index(let places): hasher.combine(places)
    }
  }
}
