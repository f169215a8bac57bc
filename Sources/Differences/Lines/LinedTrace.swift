import Files
import Traces

/// A mapped trace file as line numbers, split into steps.
struct LinedTrace {
  let header: Trace.Header
  let isComplete: Bool
  private(set) var lines: [Int32] = []
  /// The first line of each step, then the end.
  private var starts: [Int32] = [0]
  private(set) var stimuli: [Int32]

  func places(of step: Int) -> Range<Int> { Int(starts[step])..<Int(starts[step + 1]) }

  /// Nil for an invalid file, or if a turn cannot be checked alone.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ table: inout LineTable, allowsTruncation: Bool) {
    var decoder = TraceDecoder()
    let raw = UnsafeRawBufferPointer(bytes)
    guard bytes.count <= TraceFile.sizeLimit, let feed = lineFeed(in: raw, from: 0, to: bytes.count),
      case .header(let header)? = try? decoder.read(line: Array(bytes[..<feed]))
    else { return nil }
    self.header = header
    stimuli = [table.noStimulus]
    let last = Self.lastLine(of: bytes, behind: feed + 1)
    // The decoder can check the end line only after all other lines, so a copy tests the last line.
    var probe = decoder
    let lastElement = last.map { try? probe.read(line: Array(bytes[$0])) }
    if case .turn?? = lastElement { isComplete = false } else { isComplete = last != nil }
    let end = isComplete ? last?.lowerBound ?? bytes.count : bytes.count
    var start = feed + 1
    while let feed = lineFeed(in: raw, from: start, to: end) {
      guard let line = table.number(of: LineBytes(bytes, start..<feed)) else { return nil }
      append(line, table.facts[Int(line)])
      start = feed + 1
    }
    starts.append(Int32(lines.count))
    if isComplete, let last {
      decoder.pass(lines: UnsafeBufferPointer(rebasing: bytes[feed + 1..<start]), count: lines.count)
      guard case .end? = try? decoder.read(line: Array(bytes[last])) else { return nil }
    }
    let isTorn = !isComplete && start < bytes.count
    guard (try? decoder.finish(hasTornLine: isTorn, allowsTruncation: allowsTruncation)) != nil else { return nil }
  }

  /// Nil if bytes follow the last line feed.
  private static func lastLine(of bytes: UnsafeBufferPointer<UInt8>, behind start: Int) -> Range<Int>? {
    guard bytes.count > start, bytes.last == UInt8(ascii: "\n") else { return nil }
    let end = bytes.count - 1
    return (bytes[start..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start)..<end
  }

  private mutating func append(_ line: Int32, _ facts: LineTable.Facts) {
    if let stimulus = facts.stimulus, !lines.isEmpty || !facts.isOpening {
      starts.append(Int32(lines.count))
      stimuli.append(stimulus)
    }
    lines.append(line)
  }
}

extension TraceDifference {
  /// Compares two mapped trace files. Each distinct line is decoded once to check it.
  ///
  /// The result equals a comparison of decoded traces. The cost is linear in the bytes, plus decoding of differing
  /// steps and of the lines that set their state.
  ///
  /// - Returns: Nil for an invalid file, or one that only `TraceFile` can check.
  package init?(
    files a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, allowsTruncation: Bool = false
  ) {
    var table = LineTable()
    guard let first = LinedTrace(a, &table, allowsTruncation: allowsTruncation),
      let second = LinedTrace(b, &table, allowsTruncation: allowsTruncation)
    else { return nil }
    let runs = Sides(a: first, b: second)
    let source = LineSteps(runs, table)
    let alignment = StepAlignment(numbered: runs.map(\.stimuli), below: table.stimulusCount) {
      source.stimulus(of: $0, on: $1)
    }
    var comparison = TraceComparison(source, by: RowKeys(commonTo: runs.map(\.header.keys)))
    comparison.compare(alignment)
    guard !comparison.source.hasFailed else { return nil }
    comparison.count(comparison.source.passedOthers)
    self.init(
      headers: runs.map(\.header), isComplete: runs.map(\.isComplete), alignment, comparison,
      stimuli: runs.map { $0.stimuli.count - 1 })
  }
}
