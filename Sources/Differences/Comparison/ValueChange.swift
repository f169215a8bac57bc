import Traces
import Turns

package struct ValueChange: Hashable, Sendable {
  package enum PathElement: Hashable, Sendable {
    /// Also a labelled part of a payload.
    case member(Name)
    /// Nil if a side lacks the element. Two nils mean another order of all elements; the key member follows.
    case index(Sides<Int?>)
  }

  /// From outside in; empty for the whole value.
  package var path: [PathElement]
  package var sides: Sides<Value?>
  package var notes: [TextNote] = []

  var isOrder: Bool { path.contains(.index(Sides(a: nil, b: nil))) }
}

extension Sequence<ValueChange.PathElement> {
  /// `items[3].total`, or `[*]` for an element at another index.
  func place(in field: String) -> String {
    reduce(field) { place, element in
      switch element {
      case .member(let name): "\(place).\(name)"
      case .index(let index): "\(place)[\(index.a == index.b ? index.a.map(String.init) ?? "*" : "*")]"
      }
    }
  }
}
