/// The index of an instance in one snapshot. Code may only compare it: snapshots with equal behaviour may number
/// instances differently.
public struct InstanceID: Hashable, Sendable {
  @usableFromInline package let index: Int

  /// Makes an identifier; the instance need not exist.
  @inlinable
  public init(_ index: Int) {
    self.index = index
  }

  /// The identifier of instances that code makes after the turn has faulted.
  @inlinable package static var nowhere: InstanceID { InstanceID(-1) }

  @inlinable
  public static func == (left: InstanceID, right: InstanceID) -> Bool { left.index == right.index }
}

extension InstanceID: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "<instance>" }
  public var debugDescription: String { description }
}

extension [String?] {
  /// `#3238`, and `#3238'2` for a repeated key.
  package var keyNames: [String?] {
    var counts: [String: Int] = [:]
    return map { key in
      guard let key else { return nil }
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count == 1 ? "#\(key)" : "#\(key)'\(count)"
    }
  }
}

extension Value {
  /// The value as a key in a path; `nil` if it cannot be one.
  package var keyText: String? {
    switch self {
    case .int(let number): String(number)
    case .string(let text): text
    case .bool(let truth): String(truth)
    case .enumeration(let name, let members) where members.isEmpty: name
    default: nil
    }
  }
}
