#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line on the terminal of the standard error that shows how far a command is, and disappears when it ends. In a pipe or a file
/// each text is a line of its own, and they are rarer. Commands that are quick show none.
///
/// It is used on one thread at a time. It reads a clock, so nothing that a run depends on may know of it.
package final class ProgressLine: @unchecked Sendable {
  /// How long a command runs before the line comes, and how often it changes, in milliseconds.
  static let delay = 1_000
  static let interval = 200
  /// The same in a pipe, for both.
  static let pipeInterval = 10_000

  /// What the terminal shows behind the line when it is told to interrupt the command.
  private static let echo = "^C"

  /// How wide the terminal is; nil in a pipe.
  private let columns: (() -> Int)?
  private let now: () -> Int
  private let write: (String) -> Void
  /// When the command began.
  private var start = 0
  /// When the line is shown next.
  private var due = Int.max
  /// How many columns it takes now.
  private var width = 0

  /// The line of the standard error; nil where that is no terminal.
  ///
  /// - Parameter isInPipes: Whether it writes to what is no terminal, too.
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

  /// A command begins.
  package func begin() {
    start = now()
    due = start + (columns == nil ? Self.pipeInterval : Self.delay)
  }

  /// How many there were in a second of so many since the command began.
  package func rate(of count: Int) -> Rate { Rate(of: count, in: now() - start) }

  /// Shows a text of ASCII, if it is time to.
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

  /// Returns what fits of a text whose parts stand behind commas: no part is cut that has a whole one before it.
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

  /// The line goes until it is shown again: something else is to be written.
  package func clear() {
    if width > 0 { write("\r\(String(repeating: " ", count: width + Self.echo.count))\r") }
    width = 0
  }

  /// The command has ended: the line is as it was before.
  ///
  /// - Parameter summary: What stays in place of it, of ASCII, where the command was not quick.
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
