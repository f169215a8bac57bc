/// Which properties of a model no stored field covers, told by where both lie in memory.
///
/// What lies between properties is padding and no property. A property that takes no bytes has one value and needs no field.
/// A property with a wrapper is stored as the wrapper, `_name`, which a field over `name` reads and writes by code and does not
/// cover; one with observers is reached by code alone.
struct ModelCoverage {
  /// A property, by the names from the model down: `limits.upper`.
  struct Property: Sendable {
    var path: Name
    var type: String
    /// The field that it is without a token; `nil` when it is no value, or when tokens are parts of it.
    var field: (any AnyDeclaredField)?
  }

  /// In the order in which they lie.
  private(set) var uncovered: [Property] = []
  /// The bytes of the properties, not of their parts.
  private(set) var properties: [Range<Int>] = []
  /// The bytes that are covered.
  private let covered: Set<Int>

  /// - Parameter places: The bytes that fields cover.
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
    // A property that no field touches is named as a whole.
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

  /// Visits the stored properties of a structure, which lie in order of declaration, each where its type may first lie.
  ///
  /// - Returns: Whether the value is a structure whose properties were all found.
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
