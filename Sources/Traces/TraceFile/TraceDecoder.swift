import Turns

/// Reads a trace line by line in constant memory.
///
/// Effects come back grouped, with folded old values. A field outside the header starts with its first recorded
/// value. A decoded secret holds its field's change count, so that changes stay visible.
package struct TraceDecoder: Sendable {
  package enum Element: Hashable, Sendable {
    case header(Trace.Header)
    case begun(BegunStimulus)
    case turn(Turn)
    case end(Trace.End)
  }

  private var lineCount = 0
  private var reader: TurnReader?
  private var hasEnd = false
  private var seal = TraceSeal()

  package init() {}

  /// Starts after the header.
  package init(behind header: Trace.Header) {
    reader = TurnReader(header)
  }

  /// The line comes without its line feed.
  package mutating func read(line bytes: [UInt8]) throws(TraceError) -> Element {
    lineCount += 1
    guard !hasEnd else { throw TraceError(.afterEnd, line: lineCount, column: 1) }
    guard bytes.last != 0x0D else { throw located(TraceLine.Problem(.carriageReturn, offset: bytes.count - 1), bytes) }
    let node: JSONNode
    do throws(TextError) {
      node = try JSONParser.parse(bytes)
    } catch {
      throw TraceError(.text(error.reason), line: lineCount, column: error.column)
    }
    do throws(TraceLine.Problem) {
      let element = try read(try TraceLine(node), bytes)
      if !hasEnd { seal.add(line: bytes) }
      return element
    } catch {
      throw located(error, bytes)
    }
  }

  /// Skips lines that are known to be valid, but includes them in the seal that the end line must match.
  package mutating func pass(lines: UnsafeBufferPointer<UInt8>, count: Int) {
    lineCount += count
    seal.add(lines: lines, count: count)
  }

  package func value(of field: String) -> Value? { reader?.state.value(of: Name(field)) }

  package func state(of region: String) -> String? { reader?.state.state(of: Name(region)) }

  package func changeCount(of field: String) -> Int { reader?.changeCount(of: field) ?? 0 }

  /// Throws unless the lines are a whole trace.
  ///
  /// - Parameters:
  ///   - hasTornLine: Whether bytes without a final line feed follow.
  ///   - allowsTruncation: Whether lines after the header may be missing.
  package func finish(hasTornLine: Bool = false, allowsTruncation: Bool = false) throws(TraceError) {
    let isAllowed = reader != nil && allowsTruncation
    guard hasEnd || isAllowed else { throw TraceError(.truncated, line: lineCount + 1, column: 1) }
    guard !hasEnd || !hasTornLine else { throw TraceError(.afterEnd, line: lineCount + 1, column: 1) }
  }

  private mutating func read(_ line: TraceLine, _ bytes: [UInt8]) throws(TraceLine.Problem) -> Element {
    var line = line
    if reader != nil, line.has("end") {
      let end = try line.end(sealed: seal, bytes)
      hasEnd = true
      return .end(end)
    }
    if reader != nil, line.has("begin") { return .begun(try line.begun()) }
    if let turn = try reader?.turn(from: &line) { return .turn(turn) }
    let header = try line.header()
    reader = TurnReader(header)
    return .header(header)
  }

  private func located(_ problem: TraceLine.Problem, _ bytes: [UInt8]) -> TraceError {
    TraceError(problem.reason, line: lineCount, column: bytes.column(at: problem.offset))
  }
}
