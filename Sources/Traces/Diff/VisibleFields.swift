/// Which fields an observer can see; the others are internal, and two runs may differ in them.
///
/// A name covers what is below it: `items` covers `items[3].total`.
struct VisibleFields {
  /// Nil when all fields are behaviour.
  private let names: Set<ExactString>?

  init(_ names: [String]?) {
    self.names = names.map { Set($0.map(ExactString.init)) }
  }

  func contains(_ path: String) -> Bool {
    guard let names else { return true }
    if names.contains(ExactString(path)) { return true }
    return path.utf8.indices.contains { index in
      let byte = path.utf8[index]
      let isBorder = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
      return isBorder && names.contains(ExactString(String(path[..<index])))
    }
  }
}
