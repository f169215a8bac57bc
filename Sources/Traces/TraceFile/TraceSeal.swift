import Turns

/// What the end line of a trace says of the file: how many lines stand above it, and the fingerprint of every byte before
/// the fingerprint itself. Writer and reader take it line by line, in memory that does not grow.
struct TraceSeal: Sendable {
  private(set) var lineCount = 0
  private var bytes = ByteFingerprint()

  init() {}

  /// Takes a line, given without its line feed.
  mutating func add(line: some Sequence<UInt8>) {
    lineCount += 1
    bytes.add(line)
    bytes.add(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Takes whole lines with their line feeds.
  mutating func add(lines: UnsafeBufferPointer<UInt8>, count: Int) {
    lineCount += count
    bytes.add(lines)
  }

  /// How the end line ends that begins so.
  func ending(of beginning: some Sequence<UInt8>) -> String {
    var bytes = bytes
    bytes.add(beginning)
    return ",\"fingerprint\":\"\(bytes)\"}"
  }

  /// Whether an end line ends as it must.
  func fits(_ line: [UInt8]) -> Bool {
    let length = ending(of: []).utf8.count
    return line.suffix(length).elementsEqual(ending(of: line.dropLast(length)).utf8)
  }
}
