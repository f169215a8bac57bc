/// The place of an instance in a snapshot's table. It means something only inside the snapshot that it came from.
///
/// Code tells instances apart by it and learns nothing else: two snapshots that behave equally may number them otherwise.
public struct InstanceID: Hashable, Sendable {
  @usableFromInline package let index: Int

  /// Makes the identifier of a place; what stands there is another matter.
  @inlinable
  public init(_ index: Int) {
    self.index = index
  }

  /// No instance's place: what code gets that makes something after the turn has faulted.
  @inlinable package static var nowhere: InstanceID { InstanceID(-1) }

  @inlinable
  public static func == (left: InstanceID, right: InstanceID) -> Bool { left.index == right.index }
}

extension InstanceID: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { "<instance>" }
  public var debugDescription: String { description }
}

extension [String?] {
  /// What rows of these keys are called in brackets: `#3238`, `#3238'2` for the second of that key; `nil` for those without one.
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
  /// An identity as paths hold it; `nil` for a value that cannot be one.
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
