/// Why cases cannot be updated.
struct Refusal: Error {
  var reason: String

  /// A line has nothing in its place, and dropping it needs consent.
  static func losing(_ lines: [String]) -> Refusal {
    let first = LineExcerpt(lines.first ?? "").text
    let more = lines.count > 1 ? " and \(lines.count - 1) more" : ""
    return Refusal(
      reason: "this would drop '\(first)'\(more) with nothing in \(lines.count > 1 ? "their" : "its") place; "
        + "'--accept-lost' allows it")
  }
}
