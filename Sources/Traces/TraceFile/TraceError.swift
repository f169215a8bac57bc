/// Why a file is not a trace, and where.
package struct TraceError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case text(TextError.Reason)
    case notATrace
    case unsupportedVersion(Int)
    case truncated
    case afterEnd
    case carriageReturn
    case timeOutOfRange
    /// The end line tells of another number of lines above it.
    case lineCount(Int, found: Int)
    /// The bytes of the file are not those that were written.
    case otherBytes
  }

  package var reason: Reason
  /// From 1.
  package var line: Int
  /// In Unicode scalars, from 1.
  package var column: Int

  package init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }
}

extension TraceError: CustomStringConvertible {
  /// `LINE:COLUMN: sentence`, to stand behind a path and a colon; safe to show.
  package var description: String { "\(line):\(column): \(sentence)" }

  package var sentence: String {
    switch reason {
    case .text(let reason): TextError(reason, offset: 0, column: 1).sentence
    case .notATrace: "this is not a trace; its first line must begin with '{\"trace\":1'"
    case .unsupportedVersion(let version): "version \(version) of the trace is unknown; this program reads version 1"
    case .truncated: "the trace ends here without its end line; record it again, or allow it with '--allow-truncated'"
    case .afterEnd: "nothing may follow the end line; remove this line"
    case .carriageReturn: "this line ends with CR LF; save the trace with LF alone"
    case .timeOutOfRange: "the time of this turn is not between 0 and the largest number; correct its 'dt'"
    case .lineCount(let count, let found):
      "the end line tells of \(count.lines) above it, and there \(found == 1 ? "is" : "are") \(found); record the trace again"
    case .otherBytes: "the lines are not those that were recorded; record the trace again"
    }
  }
}

extension Int {
  fileprivate var lines: String { self == 1 ? "1 line" : "\(self) lines" }
}
