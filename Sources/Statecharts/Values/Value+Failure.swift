extension Value {
  /// An error that says that the business refused, not that the transport broke: yellow instead of red.
  public static func failure(_ reason: Value) -> Value { .enumeration("failed", [Member("", reason)]) }

  /// What the business said; `nil` for any other error.
  public var failureReason: Value? {
    guard case .enumeration("failed", let members) = self, members.count == 1 else { return nil }
    return members[0].value
  }
}
