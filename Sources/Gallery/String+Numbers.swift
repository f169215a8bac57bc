extension String {
  /// Reads like `NSString`'s `integerValue`: blanks, a sign, digits; 0 without a number, else clamped.
  var integerValue: Int {
    let text = unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let isNegative = text.first == "-"
    let digits = (isNegative || text.first == "+" ? text.dropFirst() : text).prefix { ("0"..."9").contains($0) }
    if digits.isEmpty { return 0 }
    let number = Int((isNegative ? "-" : "") + String(String.UnicodeScalarView(digits)))
    return number ?? (isNegative ? .min : .max)
  }

  /// Reads like `NSString`'s `floatValue`: blanks, a sign, digits with a point.
  var floatValue: Float {
    var rest = utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(whole.count)
    let fraction = rest.first == UInt8(ascii: ".") ? rest.dropFirst().prefix(while: \.isASCIIDigit) : rest.prefix(0)
    let number = Float("0\(Substring(whole)).\(Substring(fraction))0") ?? 0
    return isNegative ? -number : number
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
