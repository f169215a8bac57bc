extension Value {
  /// The member of a record by name; `nil` for any other value and for a name that it does not have.
  public subscript(name: String) -> Value? {
    guard case .record(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The value made secret; one that is secret already stays as it is.
  public var hidden: Value {
    if case .secret = self { return self }
    return .secret(self)
  }
}
