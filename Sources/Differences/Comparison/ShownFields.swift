import Traces
import Turns

/// The fields that somebody outside one of two machines sees; what only the others do is internal.
package struct ShownFields: Sendable {
  /// Nil where every field counts.
  private let names: Set<Name>?

  /// - Parameter names: What a field of each machine is called, if something shows it; nil for a machine of which every field
  ///   counts.
  package init(_ names: Sides<[Name]?>) {
    if let a = names.a, let b = names.b {
      self.names = Set(a + b)
    } else {
      self.names = nil
    }
  }

  /// Whether a reaction may be seen; only a field may not.
  func contain(_ subject: Reaction.Subject) -> Bool {
    guard let names, subject.kind == .set else { return true }
    return subject.name.text.possibleFieldNames.contains { names.contains(Name($0)) }
  }
}

extension String {
  /// What the field at a path may be called: what stands behind a point outside brackets, since a name may hold points itself,
  /// without the number of a row.
  fileprivate var possibleFieldNames: [String] {
    var depth = 0
    var starts = [utf8.startIndex]
    for index in utf8.indices {
      switch utf8[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ".") where depth == 0: starts.append(utf8.index(after: index))
      default: break
      }
    }
    return starts.flatMap { start -> [String] in
      let name = String(self[start...])
      guard let bracket = name.utf8.lastIndex(of: UInt8(ascii: "[")) else { return [name] }
      return [name, String(name[..<bracket])]
    }
  }
}
