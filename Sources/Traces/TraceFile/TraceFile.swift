import Turns

/// The trace file `.trace.jsonl`, version 1: a header, one line for each turn, and an end line with the number of
/// lines above and a fingerprint of all bytes before it.
package enum TraceFile {
  package static let version = 1
  /// For reading and writing, in bytes.
  package static let sizeLimit = 1 << 30

  /// A trace without an end has no end line and reads as truncated.
  package static func encode(_ trace: Trace) -> String {
    var encoder = TraceEncoder()
    var text = encoder.line(for: trace.header)
    for turn in trace.turns { text += encoder.line(for: turn) ?? "" }
    if let end = trace.end { text += encoder.line(for: end) }
    return text
  }

  /// - Parameters:
  ///   - allowsTruncation: Whether a file without an end line is valid; its trace has no end.
  ///   - begun: Called for each stimulus that a recorder wrote before its turns.
  package static func decode(
    _ bytes: [UInt8], allowsTruncation: Bool = false, begun: (BegunStimulus) -> Void = { _ in }
  ) throws(TraceError) -> Trace {
    var decoder = TraceDecoder()
    var trace: Trace?
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      switch try decoder.read(line: Array(bytes[start..<end])) {
      case .header(let header): trace = Trace(header: header)
      case .turn(let turn): trace?.turns.append(turn)
      case .end(let end): trace?.end = end
      case .begun(let stimulus): begun(stimulus)
      }
      start = end + 1
    }
    try decoder.finish(hasTornLine: start < bytes.count, allowsTruncation: allowsTruncation)
    guard let trace else { throw TraceError(.truncated, line: 1, column: 1) }
    return trace
  }
}

package struct TraceEncoder: Sendable {
  private var time: Int
  private var seal = TraceSeal()
  private var state: TraceState?

  /// - Parameter time: When the first turn can be, in virtual milliseconds.
  package init(at time: Int = 0) { self.time = time }

  package mutating func line(for header: Trace.Header) -> String { line(members(for: header)) }

  /// The header's line as data.
  package mutating func members(for header: Trace.Header) -> [Member] {
    state = TraceState(header)
    let seed = header.seed.map { [Member("seed", .string(String($0)))] } ?? []
    let shown = header.shown.map { [Member("shown", .list($0.texts.map(Value.string)))] } ?? []
    let sorted = header.keys.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value.text)) }
    let keys = sorted.isEmpty ? [] : [Member("keys", .record(sorted))]
    return [
      Member("trace", .int(TraceFile.version)), Member("machine", .string(header.machine.text)),
      Member("definition", .string(header.definition)), Member("case", .string(header.title)),
      Member("phase", header.phase.value), Member("fields", .record(header.fields)),
    ] + seed + shown + keys + (header.isCut ? [Member("cut", true)] : [])
  }

  /// A stimulus whose turns follow, unless the run ended in them.
  package mutating func line(for begun: BegunStimulus) -> String {
    var members = [Member("begin", .string(begun.event))]
    if !begun.target.isEmpty { members.append(Member("on", .string(begun.target))) }
    if let value = begun.value { members.append(Member("value", value)) }
    if let secret = begun.secret { members.append(Member("secret", .string(secret))) }
    return line(members)
  }

  /// The last value of a field; nil if unknown.
  package func value(of field: String) -> Value? { state?.value(of: Name(field)) }

  /// Nil for work without effects. A stimulus always has a line, so that traces can be aligned.
  package mutating func line(for turn: Turn) -> String? { members(for: turn).map { line($0) } }

  /// The turn's line as data.
  package mutating func members(for turn: Turn) -> [Member]? {
    let effects = turn.effectMembers(state?.fold(turn) ?? FoldedTurn())
    guard turn.cause.source == .user || !effects.isEmpty else { return nil }
    let (elapsed, overflow) = turn.time.subtractingReportingOverflow(time)
    time = turn.time
    return turn.cause.members(after: overflow ? 0 : elapsed) + effects
  }

  package func line(for end: Trace.End) -> String {
    let members = [
      Member("end", true), Member("phase", end.phase.value), Member("ms", .int(end.time)),
      Member("lines", .int(seal.lineCount)),
    ]
    let beginning = Value.record(members).json.dropLast()
    return beginning + seal.ending(of: beginning.utf8) + "\n"
  }

  private mutating func line(_ members: [Member]) -> String {
    let text = Value.record(members).json
    seal.add(line: text.utf8)
    return text + "\n"
  }
}

extension [RegionState] {
  fileprivate var value: Value { .record(map { Member($0.region, .string($0.state.text)) }) }
}

extension Cause {
  fileprivate func members(after elapsed: Int) -> [Member] {
    var members = [Member("by", .string(source.rawValue)), Member("event", .string(event))]
    if !target.isEmpty { members.append(Member("on", .string(target))) }
    if elapsed != 0 { members.append(Member("dt", .int(elapsed))) }
    if let value { members.append(Member("value", value)) }
    if isHeld { members.append(Member("held", true)) }
    return members
  }
}
