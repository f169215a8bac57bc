/// Prints measurements as rows of a Markdown table.
enum Table {
  static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// 41 M/s, 3.2 k/s, 480 B.
  static func text(_ value: Double, _ unit: Workload.Unit) -> String {
    switch unit {
    case .bytes: return "\(rounded(value)) B"
    case .nanoseconds: return value < 1000 ? "\(rounded(value)) ns" : "\(rounded(value / 1000)) µs"
    case .perSecond:
      if value >= 1e6 { return "\(rounded(value / 1e6)) M/s" }
      if value >= 1e3 { return "\(rounded(value / 1e3)) k/s" }
      return "\(rounded(value)) /s"
    }
  }

  /// How many times slower, or larger, than by hand.
  static func ratio(byHand: Double, onEngine: Double, _ unit: Workload.Unit) -> String {
    let ratio =
      switch unit {
      case .perSecond: byHand / onEngine
      case .bytes, .nanoseconds: onEngine / byHand
      }
    return "\(rounded(ratio))×"
  }

  /// Two significant digits below 10, whole numbers above.
  private static func rounded(_ value: Double) -> String {
    let tenths = Int(value * 10 + 0.5)
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }
}
