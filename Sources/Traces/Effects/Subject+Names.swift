import Turns

extension Reaction.Subject {
  /// What its own view model calls it: `total` of `items[3].total`, `fetch` of `fetch'2`.
  package var lastName: String {
    let name = name.withoutRows.withoutOrdinal
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }
}

extension String {
  /// `items[3].total` and `items[#3238'2].total` as `items[*].total`.
  package var withoutRows: String {
    guard utf8.contains(UInt8(ascii: "[")) else { return self }
    var bytes: [UInt8] = []
    var isInside = false
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "["):
        bytes += Array("[*]".utf8)
        isInside = true
      case UInt8(ascii: "]"): isInside = false
      default: if !isInside { bytes.append(byte) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
