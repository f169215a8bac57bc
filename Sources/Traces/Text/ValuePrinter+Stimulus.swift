import Turns

extension ValuePrinter {
  /// A stimulus as it would be typed: `hold tap login`, `paste name "1aaaaaa!"`.
  package func words(of cause: Cause) -> String {
    let value = cause.value.map { cause.event == "advance" ? duration($0) : text(of: $0, for: cause.target) }
    let words = [cause.isHeld ? "hold" : nil, cause.event.escapedForDisplay, cause.target.escapedForDisplay, value]
    return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The virtual milliseconds of an advance, with their unit.
  private func duration(_ value: Value) -> String {
    guard case .int(let milliseconds) = value else { return text(of: value) }
    return milliseconds % 1_000 == 0 && milliseconds != 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
  }
}
