import Traces
import Turns

/// One place in which two values differ.
package struct ValueChange: Hashable, Sendable {
  /// A step of the way from the whole value to the place.
  package enum PathElement: Hashable, Sendable {
    /// A member of a record or a labelled part of an enumeration's payload.
    case member(Name)
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
