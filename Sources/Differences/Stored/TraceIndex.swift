import Files
import Traces

/// Where the lines and steps of a stored trace stand, what sort of line each is, and which stimuli are equal.
struct TraceIndex {
  let header: Trace.Header
  let isComplete: Bool
  private let lines: TraceStretch
  private var bytes: UnsafeBufferPointer<UInt8> { lines.bytes }

  /// The sort of each line.
  var classes: [UInt32] { lines.classes }
  /// Which lines were found to have the bytes of lines of the other trace.
  var twins: [TwinRun] { lines.twins }
  /// The number of each step's stimulus; the first step is the opening.
  var stimuli: [Int32] { lines.stimuli }

  /// The bytes of a line, without its line feed.
  func line(_ number: Int) -> UnsafeBufferPointer<UInt8> { lines.line(number) }

  /// The lines of a step.
  func lines(of step: Int) -> Range<Int> { Int(lines.steps[step])..<Int(lines.steps[step + 1]) }

  /// The bytes of a step.
  func bytes(of step: Int) -> UnsafeBufferPointer<UInt8> {
    let range = lines(of: step)
    return UnsafeBufferPointer(
      rebasing: bytes[Int(lines.starts[range.lowerBound])..<Int(lines.starts[range.upperBound])])
  }

  /// - Returns: Nil when the file does not end as a trace ends.
  fileprivate init?(_ header: Trace.Header, _ lines: TraceStretch, allowsTruncation: Bool) {
    self.header = header
    self.lines = lines
    isComplete = lines.endStart != nil
    guard isComplete ? lines.end == lines.bytes.count : allowsTruncation else { return nil }
  }
}

/// Two stored traces and what is numbered in both.
struct TraceIndices {
  let indices: Sides<TraceIndex>
  let sorts: LineClasses
  let numbering: StimulusNumbering

  /// A file shorter than this many bytes is gone over in one piece.
  static let leastStretch = 1 << 20

  /// Goes over two traces, by two threads where they are long: one takes the first half of both and one the second, while whoever is
  /// free holds the end lines to their fingerprints.
  ///
  /// - Parameter least: A file that is shorter is gone over in one piece.
  /// - Returns: Nil for a trace that is not right, and one that only a reader of values can judge.
  init?(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, allowsTruncation: Bool, least: Int = leastStretch
  ) {
    guard let first = TraceText(a), let second = TraceText(b) else { return nil }
    let texts = Sides(a: first, b: second)
    var tasks = Half.all(of: texts, least: least).map(Task.half)
    tasks += DiffSide.allCases.map { .seal(texts[$0]) }
    var workers: [Void] = Array(repeating: (), count: tasks.count > 3 ? 2 : 1)
    var halves: [Half.Result] = []
    for result in mapSideBySide(tasks, &workers, { task, _ in task.done }) {
      guard let result else { return nil }
      if let half = result.half { halves.append(half) }
    }
    var whole = halves[0]
    if halves.count > 1 { whole.append(halves[1]) }
    guard let a = TraceIndex(first.header, whole.lines.a, allowsTruncation: allowsTruncation),
      let b = TraceIndex(second.header, whole.lines.b, allowsTruncation: allowsTruncation)
    else { return nil }
    indices = Sides(a: a, b: b)
    (sorts, numbering) = (whole.sorts, whole.numbering)
  }

  /// What a thread does by itself.
  private enum Task: Sendable {
    case half(Half)
    case seal(TraceText)

    /// Nil when something is not right.
    var done: Done? {
      switch self {
      case .half(let half): half.result.map { Done(half: $0) }
      case .seal(let text): text.isSealed ? Done() : nil
      }
    }
  }

  private struct Done: @unchecked Sendable {
    var half: Half.Result?
  }

  /// Lines of both traces that are gone over together: what is equal in both is looked at once.
  private struct Half: Sendable {
    var texts: Sides<TraceText>
    var ranges: Sides<Range<Int>>
    var isFirst: Bool

    static func all(of texts: Sides<TraceText>, least: Int) -> [Half] {
      let wholes = texts.map { $0.firstLine..<$0.bytes.count }
      guard wholes.a.count >= least, wholes.b.count >= least, processorCount > 1, let cuts = texts.cuts else {
        return [Half(texts: texts, ranges: wholes, isFirst: true)]
      }
      let first = Sides(a: wholes.a.lowerBound..<cuts.a, b: wholes.b.lowerBound..<cuts.b)
      let second = Sides(a: cuts.a..<wholes.a.upperBound, b: cuts.b..<wholes.b.upperBound)
      return [Half(texts: texts, ranges: first, isFirst: true), Half(texts: texts, ranges: second, isFirst: false)]
    }

    /// What was gone over. What it refers to stays where it is, and nobody else has it.
    struct Result {
      var lines: Sides<TraceStretch>
      var sorts: LineClasses
      var numbering: StimulusNumbering

      mutating func append(_ next: Result) {
        let classes = sorts.numbers(of: next.sorts)
        let stimuli = numbering.numbers(of: next.numbering)
        let others = lines.a.classes.count
        for side in DiffSide.allCases {
          lines[side].append(next.lines[side], sorts: classes, stimuli: stimuli, others: others)
        }
      }
    }

    var result: Result? {
      var sorts = LineClasses()
      let numbering = StimulusNumbering()
      var known = KnownLines()
      guard
        let a = TraceStretch(
          texts.a.bytes, ranges.a, isFirst: isFirst, like: nil, expected: texts.a.expectedLines, &sorts, numbering,
          &known),
        let b = TraceStretch(
          texts.b.bytes, ranges.b, isFirst: isFirst, like: a, expected: texts.b.expectedLines, &sorts, numbering,
          &known)
      else { return nil }
      return Result(lines: Sides(a: a, b: b), sorts: sorts, numbering: numbering)
    }
  }
}

/// The bytes of a stored trace, which stay where they are, and its header.
private struct TraceText: @unchecked Sendable {
  let bytes: UnsafeBufferPointer<UInt8>
  let header: Trace.Header
  /// Where the line behind the header begins.
  let firstLine: Int

  /// - Returns: Nil for a header that is not right, or a file that is too long.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= TraceFile.sizeLimit,
      let feed = lineFeed(in: UnsafeRawBufferPointer(bytes), from: 0, to: bytes.count),
      var line = TraceLine(reading: Array(bytes[..<feed])), let header = try? line.header()
    else { return nil }
    (self.bytes, self.header, firstLine) = (bytes, header, feed + 1)
  }

  /// How many lines there are if all are as long as the first ones, and some more.
  var expectedLines: Int {
    let first = bytes.prefix(1 << 16)
    let lines = first.count { $0 == UInt8(ascii: "\n") }
    return first.isEmpty ? 0 : min(bytes.count, (bytes.count / first.count + 1) * (lines + 1) * 5 / 4)
  }

  /// The end line without its line feed; nil where the last line is another one.
  var endLine: Range<Int>? {
    guard bytes.last == UInt8(ascii: "\n"), let feed = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    let range = feed + 1..<bytes.count - 1
    return bytes[range].starts(with: "{\"end\"".utf8) ? range : nil
  }

  /// Whether the end line, if there is one, tells of the lines above it as they are.
  var isSealed: Bool {
    guard let range = endLine else { return true }
    let end = Array(bytes[range])
    guard var line = TraceLine(reading: end) else { return false }
    var seal = TraceSeal()
    let above = UnsafeBufferPointer(rebasing: bytes[..<range.lowerBound])
    seal.add(lines: above, count: lineCount(upTo: above.count))
    return (try? line.end(sealed: seal, end)) != nil
  }

  private func lineCount(upTo end: Int) -> Int {
    var (count, start) = (0, 0)
    while let feed = lineFeed(in: UnsafeRawBufferPointer(bytes), from: start, to: end) {
      (count, start) = (count + 1, feed + 1)
    }
    return count
  }

  /// Where a line begins behind a place, and the bytes of it and the next one; nil where there are no two lines.
  func lines(behind place: Int) -> (start: Int, bytes: UnsafeBufferPointer<UInt8>)? {
    let raw = UnsafeRawBufferPointer(bytes)
    guard let feed = lineFeed(in: raw, from: place, to: bytes.count),
      let first = lineFeed(in: raw, from: feed + 1, to: bytes.count),
      let second = lineFeed(in: raw, from: first + 1, to: bytes.count)
    else { return nil }
    return (feed + 1, UnsafeBufferPointer(rebasing: bytes[feed + 1...second]))
  }
}

extension Sides<TraceText> {
  /// Where both are cut in two: before lines that are equal, if such are near; nil where one has no lines there.
  fileprivate var cuts: Sides<Int>? {
    // Who has the smaller part holds the end lines to their fingerprints meanwhile: each takes a sixth of the time of both parts.
    let share = 50 + 9 * [a, b].count { $0.endLine != nil }
    guard let cut = a.lines(behind: Swift.max(a.bytes.count / 100 * share, a.firstLine)) else { return nil }
    // What was put in or left out before the middle moves the other's lines by at most half of the difference in length.
    let reach = abs(a.bytes.count - b.bytes.count) + 1 << 14
    var place = Swift.max(b.firstLine - 1, cut.start - reach - 1)
    var nearest: Int?
    while let lines = b.lines(behind: place), lines.start <= cut.start + reach {
      if lines.bytes.elementsEqual(cut.bytes),
        nearest.map({ abs($0 - cut.start) > abs(lines.start - cut.start) }) ?? true
      {
        nearest = lines.start
      }
      place = lines.start
    }
    guard let other = nearest ?? b.lines(behind: Swift.max(b.bytes.count / 100 * share, b.firstLine))?.start else {
      return nil
    }
    return Sides<Int>(a: cut.start, b: other)
  }
}
