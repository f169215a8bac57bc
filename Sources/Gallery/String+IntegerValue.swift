extension String {
  /// What `NSString`'s `integerValue` reads: blanks, a sign, digits, and no more; 0 when there is no number, the nearest
  /// end of `Int` when it is too large.
  var integerValue: Int {
    let text = unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let isNegative = text.first == "-"
    let digits = (isNegative || text.first == "+" ? text.dropFirst() : text).prefix { ("0"..."9").contains($0) }
    if digits.isEmpty { return 0 }
    let number = Int((isNegative ? "-" : "") + String(String.UnicodeScalarView(digits)))
    return number ?? (isNegative ? .min : .max)
  }
}
