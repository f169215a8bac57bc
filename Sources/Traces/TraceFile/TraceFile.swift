import Turns

/// The trace as a file, `.trace.jsonl`, version 1: a header, one line for each turn, and an end line
/// with the number of the lines above it and a fingerprint of every byte before that.
package enum TraceFile {
  package static let version = 1
  /// The largest file that is read as a whole, in bytes; none larger is written.
  package static let sizeLimit = 1 << 30

  /// The canonical text of a trace. One without an end is written without its end line, so that it reads as truncated.
  package static func encode(_ trace: Trace) -> String {
    var encoder = TraceEncoder()
    var text = encoder.line(for: trace.header)
    for turn in trace.turns { text += encoder.line(for: turn) ?? "" }
    if let end = trace.end { text += encoder.line(for: end) }
    return text
  }

  /// Reads a whole file.
  ///
  /// - Parameter allowsTruncation: Whether a file without an end line is read as far as its lines are whole; its trace
  ///   has no end. Otherwise such a file is an error.
  package static func decode(_ bytes: [UInt8], allowsTruncation: Bool = false) throws(TraceError) -> Trace {
    var decoder = TraceDecoder()
    var trace: Trace?
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      switch try decoder.read(line: Array(bytes[start..<end])) {
      case .header(let header): trace = Trace(header: header)
      case .turn(let turn): trace?.turns.append(turn)
      case .end(let end): trace?.end = end
      }
      start = end + 1
    }
    try decoder.finish(hasTornLine: start < bytes.count, allowsTruncation: allowsTruncation)
    guard let trace else { throw TraceError(.truncated, line: 1, column: 1) }
    return trace
  }
}
