import SeededRandom
import Turns

extension SplitMix64 {
  /// A value without secrets, instances, signals and repeated keys; with every other kind and hostile text.
  mutating func value(depth: Int = 4) -> Value {
    switch below(depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2: return .int(integer())
    case 3: return .double(double())
    case 4, 5: return .string(text())
    case 6: return .list((0..<below(11)).map { _ in value(depth: depth - 1) })
    case 7: return .record(members(depth: depth, unique: true))
    default: return .enumeration(text(), members(depth: depth, unique: false))
    }
  }

  mutating func text() -> String {
    String(String.UnicodeScalarView((0..<below(12)).map { _ in scalar() }))
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch below(4) {
    case 0: return Unicode.Scalar(UInt8(below(0x80)))
    case 1:
      return pick([
        "\"", "\\", "\u{301}", "\u{202E}", "\u{85}", "登", "\u{3000}", "#", "[", "\u{FEFF}", "é", "$", "<", ".",
      ])
    case 2: return Unicode.Scalar(UInt32(below(0x3000))) ?? "x"
    default: return Unicode.Scalar(UInt32(below(0x110000))) ?? "y"
    }
  }

  private mutating func integer() -> Int {
    switch below(3) {
    case 0: return below(100) - 50
    case 1: return pick([.min, .max, 0, 1 << 53, -(1 << 53), (1 << 53) + 1])
    default: return Int(truncatingIfNeeded: next())
    }
  }

  private mutating func double() -> Double {
    switch below(3) {
    case 0: return Double(below(1000)) / 8
    case 1:
      return pick([0.0, -0.0, .infinity, -.infinity, .nan, 1e21, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
    default:
      let double = Double(bitPattern: next())
      return double
    }
  }

  private mutating func members(depth: Int, unique: Bool) -> [Member] {
    var members: [Member] = []
    for _ in 0..<below(11) {
      let name = below(2) == 0 ? pick(["a", "name", "_x1", "nil", "true", ""]) : text()
      if unique && members.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) { continue }
      members.append(Member(name, value(depth: depth - 1)))
    }
    return members
  }
}
