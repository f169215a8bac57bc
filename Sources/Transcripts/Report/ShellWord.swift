import Traces

extension String {
  /// The text as one word of a POSIX shell: in single quotes unless it needs none.
  public var asShellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        let folded = byte | 0x20
        return (0x61...0x7A).contains(folded) || (0x2B...0x3A).contains(byte) || byte == 0x5F || byte == 0x40
          || byte == 0x25 || byte >= 0x80
      }
    if isPlain { return escapedForDisplay }
    let inner = unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return "'\(inner.escapedForDisplay)'"
  }
}
