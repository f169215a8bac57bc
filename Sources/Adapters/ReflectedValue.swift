import Statecharts

extension Value {
  /// Deeper values are shown as their type's name.
  private static let deepest = 6
  /// Longer data is shown by its length and a hash.
  private static let mostBytes = 64

  /// Shows any value, for reading only. Sets and dictionaries are sorted by canonical bytes, for determinism.
  init(reflecting any: Any) { self.init(reflecting: any, depth: 0) }

  private init(reflecting any: Any, depth: Int) {
    switch any {
    case let truth as Bool: self = .bool(truth)
    case let number as Int: self = .int(number)
    case let number as Double: self = .double(number)
    case let text as String: self = .string(text)
    case let text as Substring: self = .string(String(text))
    default: self = Value.parts(of: any, depth)
    }
  }

  private static func parts(of any: Any, _ depth: Int) -> Value {
    let mirror = Mirror(reflecting: any)
    let typeName = String(describing: type(of: any))
    guard depth < deepest else { return .string(typeName) }
    let children = mirror.children.map { ($0.label, Value(reflecting: $0.value, depth: depth + 1)) }
    let values = children.map(\.1)
    switch mirror.displayStyle {
    case .optional: return values.first ?? .null
    case .collection, .tuple: return .list(values)
    case .set, .dictionary:
      return .list(values.sorted { $0.canonicalBytes.lexicographicallyPrecedes($1.canonicalBytes) })
    case .enum:
      let name = children.first?.0 ?? String(describing: any)
      return .enumeration(name, values.first.map { [Member("", $0)] } ?? [])
    case .struct where typeName == "Data": return (any as? any Collection<UInt8>).map(data) ?? .record([])
    case .struct where children.isEmpty && any is any CustomStringConvertible: return .string(String(describing: any))
    case .struct, .class, .foreignReference:
      return .record(children.compactMap { label, value in label.map { Member($0, value) } })
    default: return .string(String(describing: any))
    }
  }

  /// Bytes without their address, which a mirror of `Data` shows.
  private static func data(_ bytes: any Collection<UInt8>) -> Value {
    let digits = Array("0123456789abcdef".utf8)
    guard bytes.count > mostBytes else {
      return .string(String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))
    }
    var hash = SipHash()
    hash.update(bytes)
    return .record([Member("count", .int(bytes.count)), Member("hash", .string(hash.digits))])
  }
}
