import Statecharts

/// A value that stands on a line of a file for programs.
package enum JSONLine {
  /// The value; nil where the text is no JSON of ours.
  package static func value(_ text: String) -> Value? {
    guard let node = try? JSONParser.parse(Array(text.utf8)) else { return nil }
    return try? node.value()
  }
}
