#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why an editor or a line is not available.
package enum LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  case notATerminal
  /// A process can have only one line editor.
  case alreadyOpen
  case system(errno: Int32)

  init(errno number: Int32) {
    switch number {
    case EBUSY: self = .alreadyOpen
    case ENOTTY: self = .notATerminal
    default: self = .system(errno: number)
    }
  }

  /// One sentence: the problem and what to do.
  package var description: String {
    switch self {
    case .notATerminal: "standard input or output is not a terminal, so lines cannot be edited; read them as a stream"
    case .alreadyOpen: "a line editor is open in this process already; close it first"
    case .system(let number): "the terminal cannot be read: \(systemMessage(number)); start again"
    }
  }
}

/// The system's words for an error number.
func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
