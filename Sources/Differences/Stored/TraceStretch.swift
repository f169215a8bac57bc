import Files
import Traces
import Turns

/// Whole lines of a stored trace, looked at apart from the lines before them: where they and their steps stand, what sort of line
/// each is, and which stimuli are equal.
///
/// Every line was held to be right: by a look, when one of its sort has been read before, else by reading it.
struct TraceStretch {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether the lines are the first of the trace, so that they begin with its opening.
  private let isFirst: Bool
  /// Where each line of a turn begins, and at last where the one behind them would.
  private(set) var starts: [UInt32] = []
  /// The sort of each line.
  private(set) var classes: [UInt32] = []
  /// The first line of each step, and at last the one behind them. The first step is the opening, or what of a step stands in the
  /// stretch before.
  private(set) var steps: [UInt32] = []
  /// The number of each step's stimulus; that of the first stands for none.
  private(set) var stimuli: [Int32] = []
  /// Which lines were found to have the bytes of lines of the other trace; empty without another trace.
  private(set) var twins: [TwinRun] = []
  /// Where the end line begins, which is not held to be right.
  private(set) var endStart: Int?
  /// How far the lines go.
  private(set) var end: Int

  private var base: UnsafePointer<UInt8> { bytes.baseAddress! }

  /// Goes over lines.
  ///
  /// - Parameters:
  ///   - range: From where a line begins up to where one would.
  ///   - other: The stretch of the trace that it is compared with; what is equal there is not looked at again.
  ///   - expected: How many lines there will be at most in the whole trace, if it is as it begins.
  /// - Returns: Nil for a line that is not right, and for one that only a reader of values can judge.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isFirst: Bool, like other: TraceStretch?, expected: Int,
    _ sorts: inout LineClasses, _ numbering: StimulusNumbering, _ known: inout KnownLines
  ) {
    self.bytes = bytes
    self.isFirst = isFirst
    end = range.lowerBound
    reserve(expected)
    stimuli.append(numbering.number(ofCopied: [0]))
    steps.append(0)
    var looks = OtherLines(other)
    while let feed = lineFeed(in: UnsafeRawBufferPointer(bytes), from: end, to: range.upperBound) {
      if isEnd(end..<feed) {
        guard endStart == nil, feed + 1 == bytes.count else { return nil }
        endStart = end
      } else if let like = looks.line(equalTo: bytes, end..<feed, number: isFirst ? classes.count : 1) {
        append(end, like.sort, stimulus: like.stimulus)
        note(twin: like.line)
      } else {
        let (line, count) = (base + end, feed - end)
        let place = KnownLines.place(of: line, count)
        // The first line of all can belong to the opening where the same line further on begins a step.
        if !isOpening, let same = known.line(at: place, line, count) {
          append(end, same.sort, stimulus: same.stimulus)
        } else {
          guard let (sort, stimulus) = look(at: end..<feed, &sorts, numbering) else { return nil }
          if !isOpening { known.take(line, count, at: place, sort: sort, stimulus: stimulus) }
          append(end, sort, stimulus: stimulus)
        }
        if other != nil { note(twin: nil) }
      }
      end = feed + 1
    }
    starts.append(UInt32(endStart ?? end))
    steps.append(UInt32(classes.count))
  }

  /// Takes in the lines behind these, whose sorts and stimuli have other numbers there.
  ///
  /// - Parameter others: How many lines the other trace has before these, where there is one.
  mutating func append(_ next: TraceStretch, sorts: [UInt32], stimuli numbers: [Int32], others: Int) {
    let lines = UInt32(classes.count)
    twins += next.twins.map { TwinRun(line: $0.line + Int(lines), other: $0.other.map { $0 + others }) }
    starts.removeLast()
    starts += next.starts
    classes += next.classes.lazy.map { sorts[Int($0)] }
    steps.removeLast()
    steps += next.steps.dropFirst().lazy.map { $0 + lines }
    stimuli += next.stimuli.dropFirst().lazy.map { numbers[Int($0)] }
    endStart = next.endStart
    end = next.end
  }

  /// The bytes of a line, without its line feed.
  func line(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(starts[number])..<Int(starts[number + 1]) - 1])
  }

  // Memory that is not used costs nothing, and lists that grow are copied.
  private mutating func reserve(_ lines: Int) {
    starts.reserveCapacity(lines)
    classes.reserveCapacity(lines)
    steps.reserveCapacity(lines)
    stimuli.reserveCapacity(lines)
  }

  /// Notes of the last line which line of the other trace has its bytes.
  private mutating func note(twin other: Int?) {
    let line = classes.count - 1
    if let last = twins.last, last.other.map({ $0 + line - last.line }) == other { return }
    twins.append(TwinRun(line: line, other: other))
  }

  private mutating func append(_ start: Int, _ sort: Int, stimulus: Int32?) {
    if let stimulus {
      steps.append(UInt32(classes.count))
      stimuli.append(stimulus)
    }
    starts.append(UInt32(start))
    classes.append(UInt32(sort))
  }

  // MARK: Lines

  /// Whether it is an end line: no line of a turn begins so.
  private func isEnd(_ range: Range<Int>) -> Bool {
    range.count > 5 && bytes[range.lowerBound + 2] == UInt8(ascii: "e") && bytes[range].starts(with: "{\"end\"".utf8)
  }

  /// Looks at a line; nil when it is not right.
  private func look(
    at range: Range<Int>, _ sorts: inout LineClasses, _ numbering: StimulusNumbering
  ) -> (sort: Int, stimulus: Int32?)? {
    // What a closure takes with it is these bytes, and not the whole stretch.
    let (bytes, base) = (bytes, base)
    var scan = TraceLineScan(base, range)
    guard scan.scan() else {
      guard let turn = Self.turn(Array(bytes[range])) else { return nil }
      return (LineClasses.opaque, startsStep(turn.cause) ? numbering.number(ofCopied: turn.cause.stimulusBytes) : nil)
    }
    guard let sort = sorts.number(of: scan, in: base, read: { Self.turn(Array(bytes[range])) }) else { return nil }
    guard scan.source == .user || scan.source == .open && !isOpening else { return (sort, nil) }
    return (
      sort,
      numbering.number(
        of: UnsafeBufferPointer(rebasing: bytes[scan.causeHead]), UnsafeBufferPointer(rebasing: bytes[scan.causeTail]))
    )
  }

  /// Whether the next line is the first of the trace.
  private var isOpening: Bool { isFirst && classes.isEmpty }

  /// A machine that is opened once more begins a step like any stimulus; that it is opened at first is the opening.
  private func startsStep(_ cause: Cause) -> Bool { cause.source == .user || cause.source == .open && !isOpening }

  /// A line read apart from those before it; nil when it is not right, or its time might pass the largest number together
  /// with others.
  private static func turn(_ line: [UInt8]) -> Turn? {
    guard line.last != 0x0D, var line = TraceLine(reading: line), !line.has("end") else { return nil }
    var reader = TurnReader(Trace.Header(machine: "", definition: ""))
    guard let turn = try? reader.turn(from: &line), turn.time < 10_000_000_000 else { return nil }
    return turn
  }
}

/// Lines that stand one by one for lines of another trace with the same bytes, up to the next run.
struct TwinRun {
  /// The first of them.
  let line: Int
  /// The line that has its bytes; nil where no such line is known.
  let other: Int?
}

/// Lines that are known, gone along with others that are like them.
private struct OtherLines {
  private let stretch: TraceStretch?
  private var line = 0
  private var step = 1

  init(_ stretch: TraceStretch?) {
    self.stretch = stretch
  }

  /// What is known of a line that has the same bytes and stands about here.
  mutating func line(
    equalTo bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, number: Int
  ) -> (sort: Int, stimulus: Int32?, line: Int)? {
    guard let stretch else { return nil }
    // The first line of all can belong to the opening where the same line further on begins a step.
    let first = Swift.max(line - 1, 1)
    let places = first..<Swift.max(first, Swift.min(line + 2, stretch.classes.count))
    line += 1
    guard number > 0, let place = place(in: places, of: stretch, equalTo: bytes, range) else { return nil }
    line = place + 1
    while step < stretch.stimuli.count, stretch.steps[step] < place { step += 1 }
    while step > 1, stretch.steps[step - 1] >= place { step -= 1 }
    let isStart = step < stretch.stimuli.count && stretch.steps[step] == place
    return (Int(stretch.classes[place]), isStart ? stretch.stimuli[step] : nil, place)
  }

  /// Where about here the other trace has the same bytes; it is tried at the same line first.
  private func place(
    in places: Range<Int>, of stretch: TraceStretch, equalTo bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    func isEqualLine(_ place: Int) -> Bool {
      let known = stretch.line(place)
      return known.count == range.count
        && isEqual(known.baseAddress!, bytes.baseAddress! + range.lowerBound, range.count)
    }
    if places.contains(line - 1), isEqualLine(line - 1) { return line - 1 }
    return places.first { $0 != line - 1 && isEqualLine($0) }
  }
}

extension Cause {
  /// How a trace spells it, up to its time and from there on.
  fileprivate var stimulusBytes: [UInt8] {
    var members = [Member("by", .string(source.rawValue)), Member("event", .string(event))]
    if !target.isEmpty { members.append(Member("on", .string(target))) }
    if let value { members.append(Member("value", value)) }
    if isHeld { members.append(Member("held", true)) }
    var writer = JSONWriter()
    writer.value(.record(members))
    return Array(writer.text.utf8.dropLast())
  }
}
