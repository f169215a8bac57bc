/// Why a file is not a trace, and where.
package typealias TraceError = LocatedError<TraceFault>

/// What is wrong with a trace.
package enum TraceFault: FileFault {
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

  package var sentence: String {
    switch self {
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

  package var code: String {
    switch self {
    case .text: "E2010"
    case .notATrace: "E2101"
    case .unsupportedVersion: "E2040"
    case .truncated: "E2110"
    case .afterEnd: "E2102"
    case .carriageReturn: "E2203"
    case .timeOutOfRange: "E2103"
    case .lineCount: "E2104"
    case .otherBytes: "E2105"
    }
  }
}

extension Int {
  fileprivate var lines: String { self == 1 ? "1 line" : "\(self) lines" }
}
