/// How many of something there are in a second, as a person reads it: two digits, the others are 0.
package struct Rate: Hashable, Sendable, CustomStringConvertible {
  package let perSecond: Int

  /// - Parameter milliseconds: How long it took; below 1 it is as 1.
  package init(of count: Int, in milliseconds: Int) {
    let exact = Double(max(0, count)) * 1_000 / Double(max(1, milliseconds))
    var unit = 1.0
    while exact / unit >= 100 { unit *= 10 }
    perSecond = Int((exact / unit).rounded() * unit)
  }

  /// `58,000`
  package var description: String {
    let digits = Array("\(perSecond)")
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }
}
