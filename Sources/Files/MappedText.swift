import CFiles

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
