/// The place of an instance in a snapshot's table. It means something only inside the snapshot that it came from.
public struct InstanceID: Hashable, Comparable, Sendable {
  public let index: Int

  public init(_ index: Int) {
    self.index = index
  }

  public static func < (left: InstanceID, right: InstanceID) -> Bool { left.index < right.index }
}
