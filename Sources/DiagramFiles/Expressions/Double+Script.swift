import Traces

extension Double {
  /// A numeric literal of ECMAScript: decimal, or with `0x`, `0o` or `0b`.
  init?(scriptLiteral text: String) {
    let text = text.lowercased()
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
      guard let digits = text.withoutStart(prefix) else { continue }
      // Swift's parser accepts a sign.
      guard !"+-".utf8.contains(digits.utf8.first ?? 0), let number = UInt64(digits, radix: radix) else { return nil }
      self.init(number)
      return
    }
    self.init(scriptDecimal: text)
  }

  /// Digits with at most one point, and an exponent.
  private init?(scriptDecimal text: String) {
    // Swift's parser also accepts signs, hexadecimal digits, and words such as `inf`.
    guard let first = text.utf8.first, !"+-".utf8.contains(first),
      text.utf8.allSatisfy({ $0.isDigit || ".eE+-".utf8.contains($0) })
    else { return nil }
    self.init(text)
  }

  /// ECMA-262's StringToNumber.
  init(scriptText text: String) {
    let scalars = text.unicodeScalars.drop(while: \.isScriptBlank).reversed().drop(while: \.isScriptBlank).reversed()
    let text = String(String.UnicodeScalarView(scalars))
    let unsigned = text.withoutStart("-") ?? text.withoutStart("+")
    let number: Double? =
      if unsigned ?? text == "Infinity" {
        .infinity
      } else if let unsigned {
        Double(scriptDecimal: unsigned)
      } else {
        text.isEmpty ? 0 : Double(scriptLiteral: text)
      }
    self = (number ?? .nan) * (text.utf8.first == UInt8(ascii: "-") ? -1 : 1)
  }

  /// ECMA-262's Number::toString.
  var scriptText: String {
    guard isFinite else { return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
    // Swift prints the same shortest digits, but changes to exponents elsewhere.
    let parts = "\(magnitude)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let numerals = mantissa.joined()
    let start = numerals.prefix { $0 == "0" }.count
    var digits = numerals.dropFirst(start)
    while digits.last == "0" { digits.removeLast() }
    guard !digits.isEmpty else { return "0" }
    // Digits before the point; negative for zeros after it.
    let point = mantissa[0].count - start + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    let zeros = { (count: Int) in String(repeating: "0", count: max(0, count)) }
    let text: String
    if point > 21 || point <= -6 {
      let rest = digits.dropFirst()
      text = "\(digits.prefix(1))\(rest.isEmpty ? "" : ".")\(rest)e\(point > 0 ? "+" : "-")\((point - 1).magnitude)"
    } else if point <= 0 {
      text = "0.\(zeros(-point))\(digits)"
    } else {
      let rest = digits.dropFirst(point)
      text = "\(digits.prefix(point))\(zeros(point - digits.count))\(rest.isEmpty ? "" : ".")\(rest)"
    }
    return self < 0 ? "-\(text)" : text
  }
}

extension Unicode.Scalar {
  /// ECMAScript's white space and ends of lines.
  var isScriptBlank: Bool { properties.isWhitespace && value != 0x85 || value == 0xFEFF }
}
