import Statecharts

extension TraceLine {
  /// Reads the first line of a trace.
  mutating func header() throws(Problem) -> Trace.Header {
    guard let version = try take("trace") else { throw Problem(.notATrace, offset: 0) }
    let number = try version.int()
    guard number == TraceFile.version else { throw Problem(.unsupportedVersion(number), offset: version.offset) }
    let header = Trace.Header(
      machine: try require("machine").text(), definition: try require("definition").text(),
      title: try require("case").text(), phase: try require("phase").regions(), fields: try require("fields").members())
    try expectNothingMore()
    return header
  }

  /// Reads the last line of a trace.
  mutating func end() throws(Problem) -> Trace.End {
    try require("end").expectTrue()
    let end = Trace.End(phase: try require("phase").regions(), time: try require("ms").int())
    try expectNothingMore()
    return end
  }
}
