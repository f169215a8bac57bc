import CFiles

/// Reads a whole text file. Limits are in bytes, without line feeds.
///
/// A symbolic link is allowed, because the user may read its target anyway. Anything but a regular file is refused
/// without blocking.
///
/// - Parameters:
///   - root: Where given, the path is one that a file names, as `%use` does. It follows symbolic links only in `root`,
///     so it never reads outside `root`, even if others move files meanwhile.
///   - skipsMark: Whether a UTF-8 byte order mark at the start is skipped instead of refused.
package func readText(
  _ path: String, under root: String? = nil, limit: Int, lineLimit: Int = LineReader.defaultLineLimit,
  skipsMark: Bool = false
) throws(FileError) -> String {
  let bytes = try readTextBytes(path, under: root, limit: limit, lineLimit: lineLimit, skipsMark: skipsMark)
  return String(decoding: bytes, as: UTF8.self)
}

package func readTextBytes(
  _ path: String, under root: String? = nil, limit: Int, lineLimit: Int = LineReader.defaultLineLimit,
  skipsMark: Bool = false
) throws(FileError) -> [UInt8] {
  let file: OpenFile
  if let root {
    file = try openFile(path, under: root)
  } else {
    file = try attempt(OpenFile(reading: path)) { .opening(path, $0) }
  }
  let status = try attempt(file.status()) { .reading(path, $0) }
  guard status.kind != .directory else { throw FileError(path, .directory) }
  guard status.kind == .regular else { throw FileError(path, .notRegular) }
  guard status.size <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
  var bytes = try attempt(readBytes(of: file, expecting: status.size, limit: limit)) { .reading(path, $0) }
  guard bytes.count <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
  if skipsMark, bytes.starts(with: UTF8Fault.byteOrderMark) { bytes.removeFirst(UTF8Fault.byteOrderMark.count) }
  if let cause = bytes.withUnsafeBytes({ textFault(in: $0, lineLimit: lineLimit) }) { throw FileError(path, cause) }
  return bytes
}

/// Reads to the end, or one byte past the limit, because the file may grow while it is read.
private func readBytes(of file: OpenFile, expecting size: Int, limit: Int) throws(SystemCode) -> [UInt8] {
  var bytes = try nextBytes(of: file, atMost: size + 1)
  guard bytes.count == size + 1 else { return bytes }
  while bytes.count <= limit {
    let more = try nextBytes(of: file, atMost: min(LineReader.chunkSize, limit + 1 - bytes.count))
    if more.isEmpty { break }
    bytes += more
  }
  return bytes
}

/// Uses uninitialized memory, to save clearing it.
private func nextBytes(of file: OpenFile, atMost limit: Int) throws(SystemCode) -> [UInt8] {
  var failure: SystemCode?
  let bytes = [UInt8](unsafeUninitializedCapacity: limit) { memory, count in
    do throws(SystemCode) {
      while count < limit, let start = memory.baseAddress {
        let read = try checked(cfiles_read(file.descriptor, start + count, limit - count))
        if read == 0 { break }
        count += read
      }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

func textFault(in bytes: UnsafeRawBufferPointer, lineLimit: Int) -> FileError.Cause? {
  if bytes.starts(with: UTF8Fault.byteOrderMark) { return .byteOrderMark }
  let fault = UTF8Fault.first(in: bytes)
  let end = fault?.offset ?? bytes.count
  var line = 1
  var start = 0
  while let feed = lineFeed(in: bytes, from: start, to: end) {
    if feed - start > lineLimit { return .lineTooLong(line: line, limit: lineLimit) }
    line += 1
    start = feed + 1
  }
  if end - start > lineLimit { return .lineTooLong(line: line, limit: lineLimit) }
  guard let fault else { return nil }
  let column = UTF8Fault.scalarCount(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) + 1
  return fault.isNull ? .nullByte(line: line, column: column) : .invalidUTF8(line: line, column: column)
}

package func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  memcmp(left, right, count) == 0
}

package func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
  guard start < end, let base = bytes.baseAddress else { return nil }
  return memchr(base + start, 0x0A, end - start).map { UnsafeRawPointer($0) - base }
}

/// Readers and writers share these limits, so that every written file can be read.
package struct TextLimits: Hashable, Sendable {
  package var fileBytes: Int
  /// Without the line feed.
  package var lineBytes: Int
  /// Reserved for the last line, so that it always fits.
  package var lastLineBytes: Int

  package init(fileBytes: Int, lineBytes: Int = LineReader.defaultLineLimit, lastLineBytes: Int = 0) {
    self.fileBytes = fileBytes
    self.lineBytes = lineBytes
    self.lastLineBytes = lastLineBytes
  }

  /// Why whole lines may not be appended at `length`; nil if they may.
  func fault(of text: String, behind length: Int = 0, isLast: Bool = true) -> Fault? {
    if text.utf8.count > fileBytes - length - (isLast ? 0 : lastLineBytes) { return .file(limit: fileBytes) }
    guard text.utf8.count > lineBytes else { return nil }
    let isTooLong = text.utf8.split(separator: 0x0A).contains { $0.count > lineBytes }
    return isTooLong ? .line(limit: lineBytes) : nil
  }

  package enum Fault: Hashable, Sendable {
    case file(limit: Int)
    case line(limit: Int)
  }
}

/// A memory-mapped text file, which costs no copy.
///
/// Other processes may change it: changes are visible, and bytes cut off read as zeros; check `isWhole`.
package final class MappedText: @unchecked Sendable {
  /// Valid only while this object lives.
  package let bytes: UnsafeBufferPointer<UInt8>

  /// Nil if the file is empty, invalid or cannot be mapped; `readTextBytes` gives the reason.
  package init?(_ path: String, limit: Int, lineLimit: Int) {
    guard let file = try? OpenFile(reading: path), let status = try? file.status(), status.kind == .regular,
      status.size > 0, status.size <= limit,
      let start = cfiles_map(file.descriptor, status.size)
    else { return nil }
    bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: status.size)
    if textFault(in: UnsafeRawBufferPointer(bytes), lineLimit: lineLimit) != nil { return nil }
  }

  deinit { cfiles_unmap(bytes.baseAddress, bytes.count) }

  package var isWhole: Bool { cfiles_is_cut(bytes.baseAddress) == 0 }
}
