#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A progress line on standard error for slow commands, removed at their end. In pipes and files each text is a
/// line, less often.
///
/// Use it on one thread at a time. It reads a clock, so no result of a run may depend on it.
package final class ProgressLine: @unchecked Sendable {
  /// In milliseconds.
  static let delay = 1_000
  static let interval = 200
  static let pipeInterval = 10_000

  /// Printed by the terminal on Ctrl-C.
  private static let echo = "^C"

  private let columns: (() -> Int)?
  private let now: () -> Int
  private let write: (String) -> Void
  private var start = 0
  private var due = Int.max
  private var width = 0

  /// Nil if standard error is no terminal, unless `isInPipes`.
  package convenience init?(inPipes isInPipes: Bool = false) {
    let isTerminal = isatty(STDERR_FILENO) == 1
    guard isTerminal || isInPipes else { return nil }
    self.init(
      columns: isTerminal ? { TerminalCapabilities.windowSize.columns } : nil, now: Self.monotonicMilliseconds,
      write: { text in
        var text = text
        _ = text.withUTF8 { Self.writeToStandardError($0) }
      })
  }

  init(columns: (() -> Int)?, now: @escaping () -> Int, write: @escaping (String) -> Void) {
    self.columns = columns
    self.now = now
    self.write = write
  }

  /// Starts a command's clock.
  package func begin() {
    start = now()
    due = start + (columns == nil ? Self.pipeInterval : Self.delay)
  }

  package func rate(of count: Int) -> Rate { Rate(of: count, in: now() - start) }

  /// Shows an ASCII text if one is due.
  package func show(_ text: @autoclosure () -> String) {
    let moment = now()
    guard moment >= due else { return }
    guard let columns else {
      due = moment + Self.pipeInterval
      return write("\(text())\n")
    }
    due = moment + Self.interval
    let line = Self.shortened(text(), to: max(0, columns() - 1 - Self.echo.count))
    let rest = String(repeating: " ", count: max(0, width - line.utf8.count))
    write("\r\(line)\(rest)")
    width = max(width, line.utf8.count)
  }

  /// Cuts at the last comma that fits.
  private static func shortened(_ text: String, to count: Int) -> String {
    guard text.utf8.count > count else { return text }
    var whole = ""
    for part in text.split(separator: ", ") {
      let longer = whole.isEmpty ? String(part) : "\(whole), \(part)"
      if longer.utf8.count > count { break }
      whole = longer
    }
    return whole.isEmpty ? String(text.utf8.prefix(count)) ?? "" : whole
  }

  /// Removes the line until the next `show`, so that other text can be written.
  package func clear() {
    if width > 0 { write("\r\(String(repeating: " ", count: width + Self.echo.count))\r") }
    width = 0
  }

  /// Ends a command and removes the line.
  ///
  /// - Parameter summary: An ASCII text that remains after a slow command.
  package func end(saying summary: String? = nil) {
    let isQuick = columns == nil || due == .max || now() - start < Self.delay
    due = Int.max
    clear()
    if let summary, !isQuick { write("\(summary)\n") }
  }

  private static func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }

  private static func writeToStandardError(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    #if canImport(Glibc)
      Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}
