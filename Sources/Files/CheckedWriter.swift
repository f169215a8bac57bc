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

/// Replaces a file by `text`, or makes it where there is none: afterwards the name holds the old text or the new one,
/// whole, whatever happens.
///
/// - Parameters:
///   - newPermissions: those of a file that was not there, less the umask.
///   - limits: what the file's readers take; nil for any size.
/// - Throws: `unsafeTarget` for a symbolic link, anything but a regular file, and a file of several names; a failure to
///   write, after which the old text stands and nothing is left behind; `syncFailed`, which is final; `tooLargeToRead`.
package func replaceFile(
  at path: String, with text: String, newPermissions: UInt32 = 0o644, limits: TextLimits? = nil
) throws(FileError) {
  if let fault = limits?.fault(of: text) { throw FileError(path, .tooLargeToRead(fault, .oldContents)) }
  let place = try FilePlace(path)
  let old = try place.target()
  try holdingSignals { () throws(FileError) in
    try TemporaryFile(
      beside: place, holding: [text], permissions: old?.permissions, newPermissions: newPermissions
    ).replace()
  }
}

/// Makes a file that holds `text`; it appears whole or not at all.
///
/// - Parameters:
///   - permissions: less the umask.
///   - limits: what the file's readers take; nil for any size.
/// - Throws: `alreadyExists` for whatever stands under the name, a symbolic link that leads nowhere included;
///   `tooLargeToRead`.
package func createFile(
  at path: String, with text: String, permissions: UInt32 = 0o644, limits: TextLimits? = nil
) throws(FileError) {
  if let fault = limits?.fault(of: text) { throw FileError(path, .tooLargeToRead(fault, .oldContents)) }
  let place = try FilePlace(path)
  try holdingSignals { () throws(FileError) in
    try TemporaryFile(beside: place, holding: [text], permissions: nil, newPermissions: permissions).appear()
  }
}

/// Ends, before the work whose result is to be kept, where `replaceFile` would find no place for it.
///
/// - Throws: what `replaceFile` throws before it writes.
package func requirePlace(at path: String) throws(FileError) {
  _ = try FilePlace(path).target()
}

/// Ends, before the work whose results are to be kept in a folder, where there is no such folder.
///
/// - Throws: what `createFile` throws for a file in it, with the folder's path.
package func requireFolder(_ path: String) throws(FileError) {
  guard !path.isEmpty else { throw FileError(path, .missing) }
  do {
    _ = try Folder(path)
  } catch {
    throw FileError.making("\(path)/", error)
  }
}
