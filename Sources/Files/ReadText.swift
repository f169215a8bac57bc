import CFiles

/// Reads a whole text file.
///
/// The user's own argument may be a symbolic link: it names what the user may read anyway. It must lead to a regular
/// file: a FIFO, a device or a directory is refused without blocking.
///
/// - Parameters:
///   - limit: the largest size, in bytes; the size is checked before and while reading.
///   - lineLimit: the longest line, in bytes without its line feed.
/// - Throws: that the file cannot be read, is too large, or is not UTF-8; a NUL and a byte order mark are refused.
package func readText(
  _ path: String, limit: Int, lineLimit: Int = LineReader.defaultLineLimit
) throws(FileError) -> String {
  String(decoding: try readTextBytes(path, limit: limit, lineLimit: lineLimit), as: UTF8.self)
}

/// Reads a whole text file, as `readText` does, and gives its bytes.
package func readTextBytes(
  _ path: String, limit: Int, lineLimit: Int = LineReader.defaultLineLimit
) throws(FileError) -> [UInt8] {
  let file: OpenFile
  do {
    file = try OpenFile(reading: path)
  } catch {
    throw FileError.opening(path, error)
  }
  return try readTextBytes(of: file, path: path, limit: limit, lineLimit: lineLimit)
}

func readText(of file: OpenFile, path: String, limit: Int, lineLimit: Int) throws(FileError) -> String {
  String(decoding: try readTextBytes(of: file, path: path, limit: limit, lineLimit: lineLimit), as: UTF8.self)
}

private func readTextBytes(
  of file: OpenFile, path: String, limit: Int, lineLimit: Int
) throws(FileError) -> [UInt8] {
  let bytes: [UInt8]
  do {
    let status = try file.status()
    guard status.kind != .directory else { throw FileError(path, .directory) }
    guard status.kind == .regular else { throw FileError(path, .notRegular) }
    guard status.size <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
    bytes = try readBytes(of: file, expecting: status.size, limit: limit)
  } catch let error as SystemCode {
    throw FileError.reading(path, error)
  } catch let error as FileError {
    throw error
  } catch {
    preconditionFailure("reading \(path) failed with \(error)")
  }
  guard bytes.count <= limit else { throw FileError(path, .tooLarge(limit: limit)) }
  if let cause = bytes.withUnsafeBytes({ textFault(in: $0, lineLimit: lineLimit) }) { throw FileError(path, cause) }
  return bytes
}

/// Reads to the end, or one byte past the limit: the file may have grown since its size was asked for.
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

/// Reads up to the end or so many bytes, into memory that nobody has cleared before.
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

/// The first mistake of a text.
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

/// Whether two stretches of as many bytes are the same.
package func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  memcmp(left, right, count) == 0
}

/// The offset of the first line feed in a range of some bytes.
package func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
  guard start < end, let base = bytes.baseAddress else { return nil }
  return memchr(base + start, 0x0A, end - start).map { UnsafeRawPointer($0) - base }
}

/// How large a text file may be: what reads it and what writes it hold to the same table, so that nothing is written
/// which no reader takes.
package struct TextLimits: Hashable, Sendable {
  /// Bytes in the file.
  package var fileBytes: Int
  /// Bytes in a line, without its line feed.
  package var lineBytes: Int
  /// Bytes at the file's end that are kept for its last line, so that there is always room for it.
  package var lastLineBytes: Int

  package init(fileBytes: Int, lineBytes: Int = LineReader.defaultLineLimit, lastLineBytes: Int = 0) {
    self.fileBytes = fileBytes
    self.lineBytes = lineBytes
    self.lastLineBytes = lastLineBytes
  }

  /// Why a text of whole lines cannot stand behind so many bytes of a file; nil when it can.
  ///
  /// - Parameter isLast: Whether nothing has to stand behind it.
  func fault(of text: String, behind length: Int = 0, isLast: Bool = true) -> Fault? {
    if text.utf8.count > fileBytes - length - (isLast ? 0 : lastLineBytes) { return .file(limit: fileBytes) }
    // A text that is no longer than a line may be has no longer line.
    guard text.utf8.count > lineBytes else { return nil }
    let isTooLong = text.utf8.split(separator: 0x0A).contains { $0.count > lineBytes }
    return isTooLong ? .line(limit: lineBytes) : nil
  }

  /// The limit that a text would pass.
  package enum Fault: Hashable, Sendable {
    case file(limit: Int)
    case line(limit: Int)
  }
}

/// A text file whose bytes are those of the system's own cache, so that reading it copies nothing and takes no memory.
///
/// Another process may write to the file meanwhile. What it cuts off reads as zeros, and `isWhole` tells; what it changes is seen.
package final class MappedText: @unchecked Sendable {
  /// They stay where they are as long as this.
  package let bytes: UnsafeBufferPointer<UInt8>

  /// - Parameters:
  ///   - limit: The largest size, in bytes.
  ///   - lineLimit: The longest line, in bytes without its line feed.
  /// - Returns: Nil for a file that cannot be mapped, is too large or empty, or is no text; `readTextBytes` tells what is wrong.
  package init?(_ path: String, limit: Int, lineLimit: Int) {
    guard let file = try? OpenFile(reading: path), let status = try? file.status(), status.kind == .regular,
      status.size > 0, status.size <= limit,
      let start = cfiles_map(file.descriptor, status.size)
    else { return nil }
    bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: status.size)
    if textFault(in: UnsafeRawBufferPointer(bytes), lineLimit: lineLimit) != nil { return nil }
  }

  deinit { cfiles_unmap(bytes.baseAddress, bytes.count) }

  /// Whether nothing was cut off from the file so far.
  package var isWhole: Bool { cfiles_is_cut(bytes.baseAddress) == 0 }
}
