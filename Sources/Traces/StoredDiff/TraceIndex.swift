import Files
import Statecharts

/// Where the lines and steps of a stored trace stand, what sort of line each is, and which stimuli are equal.
///
/// Every line was held to be right: by a look, when one of its sort has been read before, else by reading it.
struct TraceIndex {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var header = Trace.Header(machine: "", definition: "")
  private(set) var isComplete = false
  /// Where each line of a turn begins, and at last where the one behind them would.
  private(set) var starts: [UInt32] = []
  /// The sort of each line.
  private(set) var classes: [UInt32] = []
  /// The first line of each step, and at last the one behind them; the opening is the first.
  private(set) var steps: [UInt32] = []
  /// The number of each step's stimulus.
  private(set) var stimuli: [Int32] = []

  private var base: UnsafePointer<UInt8> { bytes.baseAddress! }

  /// Goes over a trace.
  ///
  /// - Parameter other: The index of the trace that it is compared with; what is equal there is not looked at again.
  /// - Returns: Nil for a trace that is not right, and one that only a reader of values can judge.
  init?(
    _ bytes: UnsafeBufferPointer<UInt8>, like other: TraceIndex?, allowsTruncation: Bool, _ sorts: inout LineClasses,
    _ numbering: StimulusNumbering
  ) {
    self.bytes = bytes
    guard bytes.count <= TraceFile.sizeLimit, let header = Self.header(in: bytes) else { return nil }
    self.header = header.value
    stimuli.append(numbering.number(ofCopied: [0]))
    steps.append(0)
    var looks = OtherTrace(other)
    var start = header.end
    while let feed = Self.lineFeed(in: bytes, from: start) {
      if feed > start, let end = end(start..<feed) {
        guard end, feed + 1 == bytes.count else { return nil }
        isComplete = true
      } else if let known = looks.line(equalTo: bytes, start..<feed, number: classes.count) {
        append(start, known.sort, stimulus: known.stimulus)
      } else {
        guard let (sort, stimulus) = look(at: start..<feed, &sorts, numbering) else { return nil }
        append(start, sort, stimulus: stimulus)
      }
      start = feed + 1
    }
    guard isComplete ? start == bytes.count : allowsTruncation else { return nil }
    starts.append(UInt32(isComplete ? endStart : start))
    steps.append(UInt32(classes.count))
  }

  /// Where the end line begins.
  private var endStart = 0

  private mutating func append(_ start: Int, _ sort: Int, stimulus: Int32?) {
    if let stimulus {
      steps.append(UInt32(classes.count))
      stimuli.append(stimulus)
    }
    starts.append(UInt32(start))
    classes.append(UInt32(sort))
  }

  // MARK: What is in it

  /// The bytes of a line, without its line feed.
  func line(_ number: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(starts[number])..<Int(starts[number + 1]) - 1])
  }

  /// The lines of a step.
  func lines(of step: Int) -> Range<Int> { Int(steps[step])..<Int(steps[step + 1]) }

  /// The bytes of a step.
  func bytes(of step: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(starts[Int(steps[step])])..<Int(starts[Int(steps[step + 1])])])
  }

  // MARK: Lines

  private static func lineFeed(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    Files.lineFeed(in: UnsafeRawBufferPointer(bytes), from: start, to: bytes.count)
  }

  private static func header(in bytes: UnsafeBufferPointer<UInt8>) -> (value: Trace.Header, end: Int)? {
    guard let feed = lineFeed(in: bytes, from: 0), var line = TraceLine(reading: bytes[..<feed]),
      let header = try? line.header()
    else { return nil }
    return (header, feed + 1)
  }

  /// Whether a line that is an end line is right; nil for another one.
  private mutating func end(_ range: Range<Int>) -> Bool? {
    // No line of a turn begins so.
    guard range.count > 5, bytes[range.lowerBound + 2] == UInt8(ascii: "e"), bytes[range].starts(with: "{\"end\"".utf8)
    else { return nil }
    endStart = range.lowerBound
    guard var line = TraceLine(reading: bytes[range]) else { return false }
    var seal = TraceSeal()
    seal.add(lines: UnsafeBufferPointer(rebasing: bytes[..<range.lowerBound]), count: classes.count + 1)
    return (try? line.end(sealed: seal, Array(bytes[range]))) != nil
  }

  /// Looks at a line; nil when it is not right.
  private func look(
    at range: Range<Int>, _ sorts: inout LineClasses, _ numbering: StimulusNumbering
  ) -> (sort: Int, stimulus: Int32?)? {
    var scan = TraceLineScan(base, range)
    guard scan.scan() else {
      guard let turn = Self.turn(Array(bytes[range])) else { return nil }
      return (LineClasses.opaque, startsStep(turn.cause) ? numbering.number(ofCopied: turn.cause.stimulusBytes) : nil)
    }
    guard let sort = sorts.number(of: scan, in: base, read: { Self.turn(Array(bytes[range])) }) else { return nil }
    let isStart = scan.source == .user || scan.source == .open && !classes.isEmpty
    guard isStart else { return (sort, nil) }
    return (
      sort,
      numbering.number(
        of: UnsafeBufferPointer(rebasing: bytes[scan.causeHead]), UnsafeBufferPointer(rebasing: bytes[scan.causeTail]))
    )
  }

  /// A machine that is opened once more begins a step like any stimulus; that it is opened at first is the opening.
  private func startsStep(_ cause: Cause) -> Bool {
    cause.source == .user || cause.source == .open && !classes.isEmpty
  }

  /// A line read apart from those before it; nil when it is not right, or its time might pass the largest number together
  /// with others.
  private static func turn(_ line: [UInt8]) -> Turn? {
    guard line.last != 0x0D, var line = TraceLine(reading: line), !line.has("end") else { return nil }
    var reader = TurnReader(Trace.Header(machine: "", definition: ""))
    guard let turn = try? reader.turn(from: &line), turn.time < 10_000_000_000 else { return nil }
    return turn
  }
}

/// A trace whose lines are known, gone along with one that is like it.
private struct OtherTrace {
  private let index: TraceIndex?
  private var line = 0
  private var step = 1

  init(_ index: TraceIndex?) {
    self.index = index
  }

  /// What is known of a line that has the same bytes and stands about here.
  mutating func line(
    equalTo bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, number: Int
  ) -> (sort: Int, stimulus: Int32?)? {
    guard let index else { return nil }
    // The first line of all can belong to the opening where the same line further on begins a step.
    let first = Swift.max(line - 1, 1)
    let places = first..<Swift.max(first, Swift.min(line + 2, index.classes.count))
    line += 1
    guard number > 0, let place = place(in: places, of: index, equalTo: bytes, range) else { return nil }
    line = place + 1
    while step < index.stimuli.count, index.steps[step] < place { step += 1 }
    while step > 1, index.steps[step - 1] >= place { step -= 1 }
    let isStart = step < index.stimuli.count && index.steps[step] == place
    return (Int(index.classes[place]), isStart ? index.stimuli[step] : nil)
  }

  /// Where about here the other trace has the same bytes; it is tried at the same line first.
  private func place(
    in places: Range<Int>, of index: TraceIndex, equalTo bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    func isEqualLine(_ place: Int) -> Bool {
      let known = index.line(place)
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
