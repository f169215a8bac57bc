import Traces
import Turns

/// The fields that are visible outside at least one of two machines.
package struct ShownFields: Sendable {
  /// Nil if every field counts.
  private let names: Set<Name>?

  package init(_ names: Sides<[Name]?>) {
    if let a = names.a, let b = names.b {
      self.names = Set(a + b)
    } else {
      self.names = nil
    }
  }

  /// Only fields can be internal.
  func contain(_ subject: Reaction.Subject) -> Bool {
    guard let names, subject.kind == .set else { return true }
    return subject.name.text.possibleFieldNames.contains { names.contains(Name($0)) }
  }
}

extension String {
  /// Each point outside brackets may start the name, because names may contain points.
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
