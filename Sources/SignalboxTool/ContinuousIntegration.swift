import Files
import Traces

/// Whether the tool runs where nobody looks: then nothing that is checked is rewritten.
enum ContinuousIntegration {
  /// The values of `CI` that mean that it is off, in any letter case; every other value means that it is on.
  static let off = ["", "0", "false", "no", "off"]

  static var isOn: Bool {
    guard let value = environmentVariable("CI") else { return false }
    let lowered = value.utf8.map(\.lowerCased)
    return !off.contains { $0.utf8.elementsEqual(lowered) }
  }
}
