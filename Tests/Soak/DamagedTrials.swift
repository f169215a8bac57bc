import Foundation
import PtySupport
import SeededRandom

/// A trace cut or flipped at a byte, byte after byte: it is refused, or said to be truncated.
struct DamagedTrace: Trial {
  static let name = "a trace cut and flipped at every byte"
  let tool: ToolUnderTest
  private let trace: Data
  /// Whether the end line seals the rest, so that a flipped bit has to be noticed.
  private let isSealed: Bool

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    let folder = try ScratchFolder()
    try folder.put(Data(Recorded.session.utf8), "s")
    try tool.succeed(["trace", "s", "-o", "t.trace.jsonl"], in: folder)
    trace = try folder.bytes("t.trace.jsonl")
    let lines = trace.split(separator: 0x0A)
    isSealed = lines.last.map { String(decoding: $0, as: UTF8.self).contains("\"fp\"") } ?? false
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let place = random.below(trace.count)
    let folder = try ScratchFolder()
    // A last line without its line feed says the same.
    try folder.put(trace.prefix(place), "cut.trace.jsonl")
    let cut = try tool.answer(["trace", "--validate", "cut.trace.jsonl"], in: folder)
    if cut.code == 0, place < trace.count - 1 { throw SoakFailure("a trace cut at byte \(place) passes") }
    var flipped = trace
    flipped[place] ^= UInt8(1 << random.below(8))
    try folder.put(flipped, "flip.trace.jsonl")
    let flip = try tool.answer(["trace", "--validate", "flip.trace.jsonl"], in: folder)
    if isSealed, flip.code == 0 { throw SoakFailure("a trace flipped at byte \(place) passes") }
    try tool.answer(["diff", "flip.trace.jsonl", "cut.trace.jsonl", "--allow-truncated"], in: folder)
  }
}

/// A recording cut or flipped at a byte: it is answered, and one that is cut is never taken for a whole one.
struct DamagedTranscript: Trial {
  static let name = "a transcript cut and flipped at every byte"
  let tool: ToolUnderTest
  private let transcript: Data

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    transcript = try Recorded.transcript(by: tool)
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let place = random.below(transcript.count)
    let folder = try ScratchFolder()
    try folder.put(transcript.prefix(place), "cut.transcript")
    let cut = try tool.answer(["replay", "cut.transcript"], in: folder)
    if cut.code == 0 { throw SoakFailure("a transcript cut at byte \(place) passes") }
    var flipped = transcript
    flipped[place] ^= UInt8(1 << random.below(8))
    try folder.put(flipped, "flip.transcript")
    for command in [["replay"], ["run"], ["lint"]] { try tool.answer(command + ["flip.transcript"], in: folder) }
  }
}

/// Files of every kind with what is small and big changed in them: numbers at the edges of their types, lines moved,
/// pieces doubled or dropped.
struct MutatedFiles: Trial {
  static let name = "mutated transcripts and traces"
  let tool: ToolUnderTest
  private let files: [(name: String, bytes: Data)]

  init(tool: ToolUnderTest) throws {
    self.tool = tool
    let folder = try ScratchFolder()
    try tool.succeed([], input: Recorded.session + "trace t.trace.jsonl\n", in: folder)
    files = [
      ("a.transcript", try Recorded.transcript(by: tool)), ("t.trace.jsonl", try folder.bytes("t.trace.jsonl")),
    ]
  }

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    for file in files {
      var bytes = file.bytes
      for _ in 0...random.below(4) { mutate(&bytes, &random) }
      try folder.put(bytes, file.name)
    }
    try tool.answer(["replay", "a.transcript"], in: folder)
    try tool.answer(["replay", "--update", "a.transcript"], in: folder)
    try tool.answer(["trace", "--validate", "t.trace.jsonl"], in: folder)
    try tool.answer(["diff", "t.trace.jsonl", "t.trace.jsonl"], in: folder)
  }

  private func mutate(_ bytes: inout Data, _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = random.below(bytes.count)
    let end = min(bytes.count, start + 1 + random.below(40))
    switch random.below(5) {
    case 0: bytes[start] = UInt8(truncatingIfNeeded: random.next())
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count))
    case 3:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.swapAt(random.below(lines.count), random.below(lines.count))
      bytes = Data(lines.joined(separator: [0x0A]))
    default: replaceNumber(in: &bytes, from: start, &random)
    }
  }

  private func replaceNumber(in bytes: inout Data, from start: Int, _ random: inout SplitMix64) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
    let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.endIndex
    let edges = [
      "0", "-1", "-128", "127", "255", "-32768", "32767", "-2147483648", "2147483647", "4294967295",
      "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615", "1e400",
    ]
    bytes.replaceSubrange(first..<end, with: random.pick(edges).utf8)
  }
}

/// What the trials damage.
enum Recorded {
  static let session = """
    open login@fixed
    set name "1aaaaaa!"
    set password $wrong
    tap login
    advance
    dismiss
    set password $right
    tap login
    advance 2s

    """

  static func transcript(by tool: ToolUnderTest) throws -> Data {
    let folder = try ScratchFolder()
    try folder.put(Data(session.utf8), "s")
    try tool.succeed(["record", "a.transcript", "s"], in: folder)
    return try folder.bytes("a.transcript")
  }
}
