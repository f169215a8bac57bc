import Turns

/// The keys of one line. Each accepted key is removed; remaining keys are unknown.
struct TraceLine {
  /// An error with its byte offset in the line.
  struct Problem: Error {
    var reason: TraceFault
    var offset: Int

    init(_ reason: TraceFault, offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  private var fields: [(key: String, node: JSONNode)]
  private let offset: Int

  init(_ node: JSONNode) throws(Problem) {
    guard case .object(let fields) = node.content else {
      throw Problem(.text(.wrongValue(of: "this line", expected: "an object")), offset: node.offset)
    }
    self.fields = fields
    offset = node.offset
  }

  func has(_ key: String) -> Bool {
    fields.contains { Name($0.key) == key }
  }

  mutating func take(_ key: String) throws(Problem) -> TraceField? {
    guard let index = fields.firstIndex(where: { Name($0.key) == key }) else { return nil }
    let (_, node) = fields.remove(at: index)
    do throws(JSONShapeError) {
      return TraceField(key: key, value: try node.value(), offset: node.offset)
    } catch {
      throw Problem(.text(error.reason), offset: error.offset)
    }
  }

  mutating func require(_ key: String) throws(Problem) -> TraceField {
    guard let field = try take(key) else { throw Problem(.text(.missingKey(key)), offset: offset) }
    return field
  }

  func expectNothingMore() throws(Problem) {
    guard let (key, node) = fields.first else { return }
    throw Problem(.text(.unknownKey(key)), offset: node.offset)
  }
}

extension TraceLine {
  mutating func begun() throws(Problem) -> BegunStimulus {
    let begun = BegunStimulus(
      try require("begin").text(), on: try take("on")?.text() ?? "", value: try take("value").map(\.value),
      secret: try take("secret")?.text())
    try expectNothingMore()
    return begun
  }

  mutating func header() throws(Problem) -> Trace.Header {
    guard let version = try take("trace") else { throw Problem(.notATrace, offset: 0) }
    let number = try version.int()
    guard number == TraceFile.version else { throw Problem(.unsupportedVersion(number), offset: version.offset) }
    var header = Trace.Header(
      machine: Name(try require("machine").text()), definition: try require("definition").text(),
      title: try require("case").text(), phase: try require("phase").regions(), fields: try require("fields").members(),
      seed: try take("seed")?.seed(), shown: try take("shown")?.texts().names,
      keys: try take("keys")?.namesByName() ?? [:])
    if let cut = try take("cut") {
      try cut.expectTrue()
      header.isCut = true
    }
    try expectNothingMore()
    return header
  }

  /// Checks the end line against the lines above it.
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

/// The line count and fingerprint of the end line.
struct TraceSeal: Sendable {
  private(set) var lineCount = 0
  private var hash = SipHash()

  init() {}

  /// The line comes without its line feed.
  mutating func add(line: some Sequence<UInt8>) {
    lineCount += 1
    hash.update(line)
    hash.update(UInt8(ascii: "\n"))
  }

  /// The lines come with their line feeds.
  mutating func add(lines: UnsafeBufferPointer<UInt8>, count: Int) {
    lineCount += count
    hash.update(lines)
  }

  /// The rest of the end line, given its beginning.
  func ending(of beginning: some Sequence<UInt8>) -> String {
    var hash = hash
    hash.update(beginning)
    return ",\"fingerprint\":\"\(hash.digits)\"}"
  }

  func fits(_ line: [UInt8]) -> Bool {
    let length = ending(of: []).utf8.count
    return line.suffix(length).elementsEqual(ending(of: line.dropLast(length)).utf8)
  }
}

package struct TraceMismatch: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case time(Int, before: Int)
    case value(field: String, was: Value, folded: Value)
    case state(region: String, was: String, folded: String)
    case endPhase(region: String, was: String?, folded: String?)
    case endField(field: String, was: Value?, folded: Value?)
  }

  package var kind: Kind
  /// From 0; nil for the end.
  package var turn: Int?
}

extension TraceMismatch: CustomStringConvertible {
  /// Counts turns from 1.
  package var description: String {
    (turn.map { "turn \($0 + 1): " } ?? "end: ") + sentence
  }

  private var sentence: String {
    switch kind {
    case .time(let time, let before): "the time goes back from \(before) ms to \(time) ms"
    case .value(let field, let was, let folded):
      "the field '\(field.escapedForDisplay)' changes from \(text(was)), but folding gives \(text(folded))"
    case .state(let region, let was, let folded):
      "the region '\(region.escapedForDisplay)' leaves '\(was.escapedForDisplay)', but folding gives '\(folded.escapedForDisplay)'"
    case .endPhase(let region, let was, let folded):
      "the region '\(region.escapedForDisplay)' ends in \(text(was)), but folding gives \(text(folded))"
    case .endField(let field, let was, let folded):
      "the field '\(field.escapedForDisplay)' ends as \(text(was)), but folding gives \(text(folded))"
    }
  }

  private func text(_ value: Value?) -> String { value.map { ValuePrinter(.folded).text(of: $0) } ?? "nothing" }
  private func text(_ state: String?) -> String { state.map { "'\($0.escapedForDisplay)'" } ?? "no state" }
}

package typealias TraceError = LocatedError<TraceFault>

package enum TraceFault: FileFault {
  case text(TextError.Reason)
  case notATrace
  case unsupportedVersion(Int)
  case truncated
  case afterEnd
  case carriageReturn
  case timeOutOfRange
  case lineCount(Int, found: Int)
  case otherBytes

  package var sentence: String {
    switch self {
    case .text(let reason): TextError(reason, offset: 0, column: 1).sentence
    case .notATrace: "this is not a trace; its first line must begin with '{\"trace\":1'"
    case .unsupportedVersion(let version): "version \(version) of the trace is unknown; this program reads version 1"
    case .truncated: "the trace ends here without its end line; record it again, or allow it with '--allow-truncated'"
    case .afterEnd: "nothing may follow the end line; remove this line"
    case .carriageReturn: "this line ends with CR LF; save the trace with LF alone"
    case .timeOutOfRange: "the time of this turn is not between 0 and the largest number; correct its 'dt'"
    case .lineCount(let count, let found):
      "the end line states \(count.lines) above it, and there \(found == 1 ? "is" : "are") \(found); record the trace again"
    case .otherBytes: "the lines were changed after the recording; record the trace again"
    }
  }

  package var code: String {
    switch self {
    case .text: "E2010"
    case .notATrace: "E2101"
    case .unsupportedVersion: "E2040"
    case .truncated: "E2110"
    case .afterEnd: "E2102"
    case .carriageReturn: "E2203"
    case .timeOutOfRange: "E2103"
    case .lineCount: "E2104"
    case .otherBytes: "E2105"
    }
  }
}

extension Int {
  fileprivate var lines: String { self == 1 ? "1 line" : "\(self) lines" }
}
