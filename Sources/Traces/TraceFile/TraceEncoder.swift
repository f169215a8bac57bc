import Turns

/// Writes a trace line by line, each with its line feed, as its turns happen.
package struct TraceEncoder: Sendable {
  /// The virtual time of the last line, in milliseconds.
  private var time = 0
  private var seal = TraceSeal()
  /// What the lines so far fold to.
  private var state: TraceState?

  package init() {}

  package mutating func line(for header: Trace.Header) -> String {
    state = TraceState(header)
    let seed = header.seed.map { [Member("seed", .string(String($0)))] } ?? []
    let shown = header.shown.map { [Member("shown", .list($0.map(Value.string)))] } ?? []
    let sorted = header.keys.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) }
    let keys = sorted.isEmpty ? [] : [Member("keys", .record(sorted))]
    return line(
      [
        Member("trace", .int(TraceFile.version)), Member("machine", .string(header.machine)),
        Member("definition", .string(header.definition)), Member("case", .string(header.title)),
        Member("phase", header.phase.value), Member("fields", .record(header.fields)),
      ] + seed + shown + keys)
  }

  /// The line of a turn; nil for work without effect, which writes none. A stimulus always has a line, so that two
  /// traces can be aligned by what was done.
  package mutating func line(for turn: Turn) -> String? {
    let effects = turn.effectMembers(state?.fold(turn) ?? FoldedTurn())
    guard turn.cause.source == .user || !effects.isEmpty else { return nil }
    let (elapsed, overflow) = turn.time.subtractingReportingOverflow(time)
    time = turn.time
    return line(turn.cause.members(after: overflow ? 0 : elapsed) + effects)
  }

  /// The last line, which says how many lines stand above it and ends in the fingerprint of all bytes before that.
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
