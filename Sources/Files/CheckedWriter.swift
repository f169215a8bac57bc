import CFiles

/// Writes text to a stream and checks every write.
///
/// After a failure every further call throws the same error. What was not flushed is lost when the writer goes, since
/// nobody could be told of a failure then: call ``flush()`` or ``close()``.
package final class CheckedWriter {
  /// When the writer writes of its own accord.
  package enum Flushing: Hashable, Sendable {
    /// After every text that ends a line, as a terminal wants it.
    case everyLine
    /// When 64 KiB have come together.
    case whenFull
  }

  /// The stream's name, as errors carry it.
  package let name: String
  private let descriptor: Int32
  private let flushing: Flushing
  private var pending: [UInt8] = []
  /// The bytes that the stream took.
  package private(set) var bytesWritten = 0
  private var failure: FileError?

  /// Writes to a descriptor that others own, such as standard output.
  package init(descriptor: Int32, name: String, flushing: Flushing) {
    self.name = name
    self.descriptor = descriptor
    self.flushing = flushing
    pending.reserveCapacity(LineReader.chunkSize)
  }

  /// - Throws: `closedPipe`, `diskFull`, `fileSizeLimit` or `writeFailed`, with the number of bytes that the stream took.
  package func write(_ text: String) throws(FileError) {
    if let failure { throw failure }
    pending.append(contentsOf: text.utf8)
    let isDue = flushing == .everyLine && text.utf8.last == 0x0A
    if isDue || pending.count >= LineReader.chunkSize { try flush() }
  }

  /// Writes what is pending.
  package func flush() throws(FileError) {
    if let failure { throw failure }
    let outcome = pending.withUnsafeBytes { OpenFile(borrowing: descriptor).write($0) }
    bytesWritten += outcome.written
    pending.removeAll(keepingCapacity: true)
    if let code = outcome.failure { throw failed(code) }
  }

  /// Flushes and closes the descriptor: some file systems tell of a failure only then.
  package func close() throws(FileError) {
    try flush()
    let result = cfiles_close(descriptor)
    failure = FileError.writing(name, SystemCode(EBADF), kept: .bytes(bytesWritten))
    if result < 0 { throw failed(SystemCode(-result)) }
  }

  private func failed(_ code: SystemCode) -> FileError {
    let error = FileError.writing(name, code, kept: .bytes(bytesWritten))
    failure = error
    return error
  }
}
