/// Finds the properties of a model that no stored field covers, by byte ranges.
///
/// A zero-sized property needs no field. A wrapped property is stored as `_name`, so a field over `name` does not
/// cover it.
struct ModelCoverage {
  struct Property: Sendable {
    var path: Name
    var type: String
    /// Nil if its type is not a value or tokens cover parts of it.
    var field: (any AnyDeclaredField)?
  }

  private(set) var uncovered: [Property] = []
  /// The bytes of top-level properties, not of their parts.
  private(set) var properties: [Range<Int>] = []
  private let covered: Set<Int>

  init(of model: some Any, by places: [Range<Int>]) {
    covered = places.reduce(into: []) { $0.formUnion($1) }
    visit(model, at: 0, "")
  }

  private mutating func visit<T>(_ value: T, at offset: Int, _ path: Name) {
    let bytes = offset..<offset + MemoryLayout<T>.size
    let isProperty = !path.isEmpty && !path.utf8.contains(UInt8(ascii: "."))
    if isProperty { properties.append(bytes) }
    if bytes.allSatisfy(covered.contains) { return }
    let isTouched = bytes.contains(where: covered.contains)
    let before = uncovered
    guard path.isEmpty || isTouched, visitProperties(of: value, bytes, path) else {
      let isWhole = isProperty && !isTouched
      uncovered =
        before + [
          Property(
            path: path.isEmpty ? "model" : path, type: "\(T.self)",
            field: isWhole ? (T.self as? any ValueConvertible.Type).map { field(of: $0, path, at: offset) } : nil)
        ]
      return
    }
  }

  private func field<T: ValueConvertible>(of _: T.Type, _ name: Name, at offset: Int) -> any AnyDeclaredField {
    PlainField<T>(name, at: offset)
  }

  /// Swift stores properties in declaration order, each at its next aligned offset. Returns whether they fill the
  /// structure.
  private mutating func visitProperties(of value: some Any, _ bytes: Range<Int>, _ path: Name) -> Bool {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct, !(value is any CustomReflectable) else { return false }
    var end = bytes.lowerBound
    for property in mirror.children {
      let name = property.label ?? ""
      visit(property.value, behind: &end, path.isEmpty ? Name(name) : "\(path).\(name)")
    }
    return end == bytes.upperBound
  }

  private mutating func visit<T>(_ value: T, behind end: inout Int, _ path: Name) {
    let alignment = MemoryLayout<T>.alignment
    let start = (end + alignment - 1) / alignment * alignment
    end = start + MemoryLayout<T>.size
    visit(value, at: start, path)
  }
}
