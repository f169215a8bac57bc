import CFiles
import Synchronization

/// Writes text to a stream and checks every write.
///
/// After a failure every further call throws the same error. What was not flushed is lost when the writer goes, since
/// nobody could be told of a failure then: call ``flush()`` or ``close()``.
package final class CheckedWriter {
  /// When the writer writes automatically.
  package enum Flushing: Hashable, Sendable {
    /// After every text that ends a line, as a terminal wants it.
    case everyLine
    /// When 64 KiB are pending.
    case whenFull
    /// When 64 KiB are pending, and at the latest 200 ms after a text, while the program does something else.
    case soon
  }

  /// How long a text is held back at least, in milliseconds; twice that at most.
  private static let pause: Int32 = 100

  private let flushing: Flushing
  private let stream: HeldStream
  /// Flushes what is pending while the program is busy.
  private var alarm: OpaquePointer?

  /// The stream's name, as errors carry it.
  package var name: String { stream.name }
  /// The bytes that the stream accepted.
  package var bytesWritten: Int { stream.bytesWritten }

  /// Writes to a descriptor that others own, such as standard output.
  package init(descriptor: Int32, name: String, flushing: Flushing) {
    self.flushing = flushing
    stream = HeldStream(descriptor: descriptor, name: name)
  }

  deinit {
    if let alarm { cfiles_alarm_end(alarm) }
  }

  /// - Throws: `closedPipe`, `diskFull`, `fileSizeLimit` or `writeFailed`, with the number of bytes that the stream took.
  package func write(_ text: String) throws(FileError) {
    if try stream.write(text, endsLine: false, isDue: flushing == .everyLine && text.utf8.last == 0x0A) { setAlarm() }
  }

  /// Writes a text and a line feed behind it.
  package func write(line text: String) throws(FileError) {
    if try stream.write(text, endsLine: true, isDue: flushing == .everyLine) { setAlarm() }
  }

  /// Writes what is pending.
  package func flush() throws(FileError) { try stream.flush() }

  /// Flushes and closes the descriptor: some file systems tell of a failure only then.
  package func close() throws(FileError) { try stream.close() }

  private func setAlarm() {
    guard flushing == .soon else { return }
    if alarm == nil {
      let context = Unmanaged.passRetained(stream)
      alarm = cfiles_alarm_begin(
        Self.pause, { Unmanaged<HeldStream>.fromOpaque($0!).takeUnretainedValue().flushLate() },
        { Unmanaged<HeldStream>.fromOpaque($0!).release() }, context.toOpaque())
      if alarm == nil { return context.release() }
    }
    if let alarm { cfiles_alarm_set(alarm) }
  }
}

/// A stream with the text that is held back, which two threads may flush.
private final class HeldStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var bytesWritten = 0
    var failure: FileError?
  }

  let name: String
  private let descriptor: Int32
  private let state = Mutex(State())

  init(descriptor: Int32, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
    state.withLock { $0.pending.reserveCapacity(LineReader.chunkSize) }
  }

  var bytesWritten: Int { state.withLock { $0.bytesWritten } }

  /// - Returns: Whether the text is the first one that is held back.
  func write(_ text: String, endsLine: Bool, isDue: Bool) throws(FileError) -> Bool {
    try state.withLock { (state) throws(FileError) in
      if let failure = state.failure { throw failure }
      let isFirst = state.pending.isEmpty
      state.pending.append(contentsOf: text.utf8)
      if endsLine { state.pending.append(0x0A) }
      guard isDue || state.pending.count >= LineReader.chunkSize else { return isFirst }
      try flush(&state)
      return false
    }
  }

  func flush() throws(FileError) {
    try state.withLock { (state) throws(FileError) in try flush(&state) }
  }

  /// Flushes for nobody: the next call throws what failed.
  func flushLate() { try? flush() }

  func close() throws(FileError) {
    try state.withLock { (state) throws(FileError) in
      try flush(&state)
      let result = cfiles_close(descriptor)
      state.failure = FileError.writing(name, SystemCode(EBADF), kept: .bytes(state.bytesWritten))
      if result < 0 { throw failed(SystemCode(-result), &state) }
    }
  }

  private func flush(_ state: inout State) throws(FileError) {
    if let failure = state.failure { throw failure }
    guard !state.pending.isEmpty else { return }
    let outcome = state.pending.withUnsafeBytes { OpenFile(borrowing: descriptor).write($0) }
    state.bytesWritten += outcome.written
    state.pending.removeAll(keepingCapacity: true)
    if let code = outcome.failure { throw failed(code, &state) }
  }

  private func failed(_ code: SystemCode, _ state: inout State) -> FileError {
    let error = FileError.writing(name, code, kept: .bytes(state.bytesWritten))
    state.failure = error
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
