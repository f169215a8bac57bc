#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why there is no line editor, or no line.
package enum LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// The process has a line editor already; the terminal is one.
  case alreadyOpen
  /// The system refused, with this error number.
  case system(errno: Int32)

  init(errno number: Int32) {
    switch number {
    case EBUSY: self = .alreadyOpen
    case ENOTTY: self = .notATerminal
    default: self = .system(errno: number)
    }
  }

  /// One sentence: what is wrong and what to do.
  package var description: String {
    switch self {
    case .notATerminal: "standard input or output is not a terminal, so lines cannot be edited; read them as a stream"
    case .alreadyOpen: "a line editor is open in this process already; close it first"
    case .system(let number): "the terminal cannot be read: \(String(cString: strerror(number))); start again"
    }
  }
}
