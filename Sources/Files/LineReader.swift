import CFiles

/// Reads lines as they arrive. An invalid line gives an error, and reading continues; a read failure is the last
/// element. Memory is at most the line limit and 64 KiB.
package final class LineReader: Sequence, IteratorProtocol {
  package static let chunkSize = 65_536
  package static let defaultLineLimit = 1_048_576

  package let path: String
  /// In bytes without the line feed.
  package let lineLimit: Int
  private let ending: LineEnding
  private let file: OpenFile

  package private(set) var capacity: Int
  private var buffer: UnsafeMutableRawPointer
  /// The unread bytes are `start..<end`; no line feed lies before `scanned`.
  private var start = 0
  private var scanned = 0
  private var end = 0
  private var number = 0
  private var isSkipping = false
  private var isAtEnd = false
  private var failure: SystemCode?

  private init(_ file: OpenFile, path: String, lineLimit: Int, ending: LineEnding) {
    self.file = file
    self.path = path
    self.lineLimit = Swift.max(0, lineLimit)
    self.ending = ending
    capacity = Swift.min(2 * Self.chunkSize, self.lineLimit + Self.chunkSize)
    buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  /// Does not close the descriptor.
  package convenience init(
    descriptor: Int32, name: String, lineLimit: Int = LineReader.defaultLineLimit,
    ending: LineEnding = .lineFeedOrCarriageReturn
  ) {
    self.init(OpenFile(borrowing: descriptor), path: name, lineLimit: lineLimit, ending: ending)
  }

  package convenience init(
    path: String, lineLimit: Int = LineReader.defaultLineLimit, ending: LineEnding = .lineFeedOrCarriageReturn
  ) throws(FileError) {
    let file = try attempt(OpenFile(reading: path)) { .opening(path, $0) }
    let kind = try attempt(file.status().kind) { .opening(path, $0) }
    guard kind != .directory else { throw FileError(path, .directory) }
    guard kind == .regular else { throw FileError(path, .notRegular) }
    self.init(file, path: path, lineLimit: lineLimit, ending: ending)
  }

  deinit {
    buffer.deallocate()
  }

  /// Blocks on a pipe or a terminal.
  package func next() -> InputLine? {
    while true {
      if let feed = nextLineFeed() { return line(upTo: feed) }
      if isSkipping || end - start > lineLimit { skip() }
      if isAtEnd { return lastLine() }
      fill()
    }
  }

  /// Whether `next()` need not wait.
  package var hasBufferedLine: Bool {
    lineFeed(in: UnsafeRawBufferPointer(start: buffer, count: end), from: scanned, to: end) != nil
  }

  /// Reads until `next()` need not wait; false at the timeout.
  package func waitForLine(milliseconds: Int) -> Bool {
    let deadline = cfiles_now() + Int64(milliseconds)
    while !hasBufferedLine && !isAtEnd {
      scanned = end
      if isSkipping || end - start > lineLimit { skip() }
      guard cfiles_wait_to_read(file.descriptor, deadline) > 0 else { return false }
      fill()
    }
    return true
  }

  private func nextLineFeed() -> Int? {
    let bytes = UnsafeRawBufferPointer(start: buffer, count: end)
    let feed = lineFeed(in: bytes, from: scanned, to: end)
    scanned = feed.map { $0 + 1 } ?? end
    return feed
  }

  private func line(upTo feed: Int) -> InputLine {
    let isTooLong = isSkipping || feed - start > lineLimit
    let bytes = UnsafeRawBufferPointer(start: buffer + start, count: feed - start)
    isSkipping = false
    start = feed + 1
    let strips = ending == .lineFeedOrCarriageReturn && bytes.last == 0x0D
    return deliver(strips ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes, isTooLong, isTerminated: true)
  }

  /// An unterminated line, a read failure, then nil.
  private func lastLine() -> InputLine? {
    if isSkipping || end > start {
      let bytes = UnsafeRawBufferPointer(start: buffer + start, count: end - start)
      let isTooLong = isSkipping
      isSkipping = false
      start = end
      return deliver(bytes, isTooLong, isTerminated: false)
    }
    guard let code = failure else { return nil }
    failure = nil
    return InputLine(number: number + 1, text: .failure(FileError.reading(path, code)), isTerminated: false)
  }

  private func deliver(_ bytes: UnsafeRawBufferPointer, _ isTooLong: Bool, isTerminated: Bool) -> InputLine {
    number += 1
    let text =
      isTooLong
      ? .failure(FileError(path, .lineTooLong(line: number, limit: lineLimit)))
      : decodedLine(bytes, line: number, path: path)
    return InputLine(number: number, text: text, isTerminated: isTerminated)
  }

  private func skip() {
    isSkipping = true
    (start, scanned, end) = (0, 0, 0)
  }

  private func fill() {
    makeRoom()
    let result = cfiles_read(file.descriptor, buffer + end, capacity - end)
    if result < 0 { failure = SystemCode(Int32(-result)) }
    isAtEnd = result <= 0
    end += Swift.max(0, result)
  }

  private func makeRoom() {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      (start, scanned, end) = (0, scanned - start, end - start)
    }
    guard capacity - end < Self.chunkSize else { return }
    let larger = Swift.min(2 * capacity, lineLimit + Self.chunkSize)
    guard larger > capacity else { return }
    let grown = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    grown.copyMemory(from: buffer, byteCount: end)
    buffer.deallocate()
    (buffer, capacity) = (grown, larger)
  }
}

package struct InputLine: Hashable, Sendable {
  /// Counted from 1.
  package let number: Int
  package let text: Result<String, FileError>
  /// False for a last line without a line feed, as in a torn recording.
  package let isTerminated: Bool
}

package enum LineEnding: Hashable, Sendable {
  case lineFeed
  case lineFeedOrCarriageReturn
}
