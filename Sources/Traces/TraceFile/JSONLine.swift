import Turns

/// A value that stands on a line of a file for programs.
package enum JSONLine {
  /// The value of a line that another process sent.
  ///
  /// - Throws: what is no JSON in it, or none of ours, and where.
  package static func received(_ text: String) throws(TextError) -> Value {
    let bytes = Array(text.utf8)
    let node = try JSONParser.parse(bytes)
    do throws(JSONShapeError) {
      return try node.value()
    } catch {
      let before = bytes.prefix(max(error.offset, 0))
      throw TextError(
        error.reason, offset: before.count, column: before.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 })
    }
  }

  /// The line of a value for another process of ours, secrets and all, without its end.
  package static func sent(_ value: Value) -> String {
    var writer = JSONWriter(revealsSecrets: true)
    writer.value(value)
    return writer.text
  }
}
