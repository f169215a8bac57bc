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
