extension TraceLine {
  /// Reads the first line of a trace.
  mutating func header() throws(Problem) -> Trace.Header {
    guard let version = try take("trace") else { throw Problem(.notATrace, offset: 0) }
    let number = try version.int()
    guard number == TraceFile.version else { throw Problem(.unsupportedVersion(number), offset: version.offset) }
    let header = Trace.Header(
      machine: try require("machine").text(), definition: try require("definition").text(),
      title: try require("case").text(), phase: try require("phase").regions(), fields: try require("fields").members(),
      seed: try take("seed")?.seed(), shown: try take("shown")?.texts(),
      keys: try take("keys")?.textsByName() ?? [:])
    try expectNothingMore()
    return header
  }

  /// Reads the last line of a trace, which must tell of the lines above it as they are.
  mutating func end(sealed seal: TraceSeal, _ bytes: [UInt8]) throws(Problem) -> Trace.End {
    try require("end").expectTrue()
    let end = Trace.End(phase: try require("phase").regions(), time: try require("ms").int())
    let (lines, fingerprint) = (try require("lines"), try require("fingerprint"))
    try expectNothingMore()
    let count = try lines.int()
    guard count == seal.lineCount else {
      throw Problem(.lineCount(count, found: seal.lineCount), offset: lines.offset)
    }
    guard seal.fits(bytes) else { throw Problem(.otherBytes, offset: fingerprint.offset) }
    return end
  }
}
