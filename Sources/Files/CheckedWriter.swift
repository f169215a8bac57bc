import CFiles
import Locks

/// Checks every write; after a failure every call throws the same error. `deinit` drops pending text, because it
/// cannot report errors: call ``flush()`` or ``close()``.
package final class CheckedWriter {
  package enum Flushing: Hashable, Sendable {
    case everyLine
    case whenFull
    /// When 64 KiB are pending, or within 200 ms, even while the program is busy.
    case soon
  }

  /// In milliseconds; a text waits at most twice as long.
  private static let pause: Int32 = 100

  private let flushing: Flushing
  private let stream: HeldStream
  private var alarm: OpaquePointer?

  package var bytesWritten: Int { stream.bytesWritten }

  /// Does not close the descriptor.
  package init(descriptor: Int32, name: String, flushing: Flushing) {
    self.flushing = flushing
    stream = HeldStream(descriptor: descriptor, name: name)
  }

  deinit {
    if let alarm { cfiles_alarm_end(alarm) }
  }

  package func write(_ text: String) throws(FileError) {
    if try stream.write(text, endsLine: false, isDue: flushing == .everyLine && text.utf8.last == 0x0A) { setAlarm() }
  }

  package func write(line text: String) throws(FileError) {
    if try stream.write(text, endsLine: true, isDue: flushing == .everyLine) { setAlarm() }
  }

  package func flush() throws(FileError) { try stream.flush() }

  /// Some file systems report failures only when the descriptor closes.
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

/// A stream with pending text, which two threads may flush.
private final class HeldStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var bytesWritten = 0
    var failure: FileError?
  }

  let name: String
  private let descriptor: Int32
  private let state = Locked(State())

  init(descriptor: Int32, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
    state.withLock { $0.pending.reserveCapacity(LineReader.chunkSize) }
  }

  var bytesWritten: Int { state.withLock { $0.bytesWritten } }

  /// Returns whether the text is the first pending one.
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

  /// Drops the error, because the next call throws it again.
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

/// Replaces or makes a file atomically. After a write failure the old text remains; `syncFailed` is final. The
/// umask applies only to `newPermissions`.
///
/// - Parameter root: Where given, the path is below this folder, without links, and missing folders are made.
package func replaceFile(
  at path: String, under root: String? = nil, with text: String, newPermissions: UInt32 = 0o644,
  limits: TextLimits? = nil
) throws(FileError) {
  if let fault = limits?.fault(of: text) { throw FileError(path, .tooLargeToRead(fault, .oldContents)) }
  let place = try FilePlace(path, under: root)
  let old = try place.target()
  try holdingSignals { () throws(FileError) in
    try TemporaryFile(
      beside: place, holding: [text], permissions: old?.permissions, newPermissions: newPermissions
    ).replace()
  }
}

/// Makes a file, whole or not at all; throws `alreadyExists` even for a dangling link.
///
/// - Parameter root: Where given, the path is below this folder, without links, and missing folders are made.
package func createFile(
  at path: String, under root: String? = nil, with text: String, permissions: UInt32 = 0o644,
  limits: TextLimits? = nil
) throws(FileError) {
  if let fault = limits?.fault(of: text) { throw FileError(path, .tooLargeToRead(fault, .oldContents)) }
  let place = try FilePlace(path, under: root)
  try holdingSignals { () throws(FileError) in
    try TemporaryFile(beside: place, holding: [text], permissions: nil, newPermissions: permissions).appear()
  }
}

/// Checks, before long work, that `replaceFile` could write here.
package func requirePlace(at path: String) throws(FileError) {
  _ = try FilePlace(path).target()
}
