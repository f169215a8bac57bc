import Turns

/// Reads a trace line by line, in memory that does not grow with it.
///
/// The effects of a turn come back in groups, with the old values that folding gives. A field that was not in the header
/// begins with what is said of it first. A secret comes back as a secret of how often its field has changed, so that a change still is one.
package struct TraceDecoder: Sendable {
  /// What a line turned out to be.
  package enum Element: Hashable, Sendable {
    case header(Trace.Header)
    case turn(Turn)
    case end(Trace.End)
  }

  private var lineCount = 0
  private var reader: TurnReader?
  private var hasEnd = false
  private var seal = TraceSeal()

  package init() {}

  /// Reads the next line, given without its line feed.
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

  /// Tells whether the lines read so far are a whole trace.
  ///
  /// - Parameters:
  ///   - hasTornLine: Whether bytes without a line feed follow; they are no line.
  ///   - allowsTruncation: Whether lines after the header may be missing. The header never may.
  package func finish(hasTornLine: Bool = false, allowsTruncation: Bool = false) throws(TraceError) {
    let isAllowed = reader != nil && allowsTruncation
    guard hasEnd || isAllowed else { throw TraceError(.truncated, line: lineCount + 1, column: 1) }
    guard !hasEnd || !hasTornLine else { throw TraceError(.afterEnd, line: lineCount + 1, column: 1) }
  }

  private mutating func read(_ line: TraceLine, _ bytes: [UInt8]) throws(TraceLine.Problem) -> Element {
    var line = line
    guard var turns = reader else {
      let header = try line.header()
      reader = TurnReader(header)
      return .header(header)
    }
    if line.has("end") {
      let end = try line.end(sealed: seal, bytes)
      hasEnd = true
      return .end(end)
    }
    let turn = try turns.turn(from: &line)
    reader = turns
    return .turn(turn)
  }

  private func located(_ problem: TraceLine.Problem, _ bytes: [UInt8]) -> TraceError {
    let before = bytes[..<min(max(problem.offset, 0), bytes.count)]
    let column = before.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return TraceError(problem.reason, line: lineCount, column: column)
  }
}
