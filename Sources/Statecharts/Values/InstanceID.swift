/// The place of an instance in a snapshot's table. It means something only inside the snapshot that it came from.
public struct InstanceID: Hashable, Comparable, Sendable {
  public let index: Int

  public init(_ index: Int) {
    self.index = index
  }

  /// No instance's place: what code gets that makes something after the turn has faulted.
  static let nowhere = InstanceID(-1)

  public static func < (left: InstanceID, right: InstanceID) -> Bool { left.index < right.index }
}
