/// A text with `*` for any number of scalars and `?` for one; `\` takes the next scalar as it is.
package struct Glob: Sendable {
  private enum Part: Equatable, Sendable {
    case scalar(Unicode.Scalar)
    case one
    case many
  }

  private let parts: [Part]

  package init(_ text: String) {
    var parts: [Part] = []
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped: parts.append(.scalar(scalar))
      case "*": parts.append(.many)
      case "?": parts.append(.one)
      case "\\": break
      default: parts.append(.scalar(scalar))
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    if isEscaped { parts.append(.scalar("\\")) }
    self.parts = parts
  }

  /// Whether the whole text fits; costs at most the product of the lengths, since only the last `*` is ever retried.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (part, index) = (0, 0)
    var retry: (part: Int, index: Int)?
    while index < scalars.count {
      if part < parts.count, parts[part] == .many {
        retry = (part, index)
        part += 1
      } else if part < parts.count, parts[part] == .one || parts[part] == .scalar(scalars[index]) {
        part += 1
        index += 1
      } else if let last = retry {
        retry = (last.part, last.index + 1)
        (part, index) = (last.part + 1, last.index + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .many }
  }
}
