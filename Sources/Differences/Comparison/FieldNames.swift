import Traces
import Turns

/// Names of fields, each with what is below it: `items` covers `items[3].total`.
struct FieldNames {
  private let names: Set<ExactString>

  init(_ names: [String]) {
    self.names = Set(names.map(ExactString.init))
  }

  func cover(_ path: String) -> Bool {
    if names.contains(ExactString(path)) { return true }
    return path.utf8.indices.contains { index in
      let byte = path.utf8[index]
      let isBorder = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
      return isBorder && names.contains(ExactString(String(path[..<index])))
    }
  }
}
