import Transcripts

/// What becomes of a difference.
enum ReviewAnswer: Equatable {
  /// It is taken over as it came; those alike too, and lines that would be dropped only where that is said.
  case accept(alike: Bool, losing: Bool)
  /// It stays, and those alike too.
  case reject
  case skip
  /// The first field that differs becomes a matcher; nil for the narrowest that holds.
  case loosen(String?)
  case quit

  static let question = "accept, reject, skip, loosen, accept All alike, quit? [a r s l A q] "

  static let help = [
    "  a  accept it as it came            A  accept it and all alike",
    "  a! accept it, and drop the lines that have nothing in their places",
    "  r  reject it: it stays red, and all alike are not asked about",
    "  s  skip it                         q  quit; what was accepted is written",
    "  l  loosen the first field that differs to the narrowest matcher; l <any>: to this one",
  ]

  /// Reads a line; nil where it is no answer.
  init?(_ line: String) {
    let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
    let rest = words.count > 1 ? words[1] : nil
    switch words.first {
    case "a" where rest == nil: self = .accept(alike: false, losing: false)
    case "a!" where rest == nil: self = .accept(alike: false, losing: true)
    case "A" where rest == nil: self = .accept(alike: true, losing: false)
    case "A!" where rest == nil: self = .accept(alike: true, losing: true)
    case "r" where rest == nil: self = .reject
    case "s" where rest == nil: self = .skip
    case "l": self = .loosen(rest)
    case "q" where rest == nil: self = .quit
    default: return nil
    }
  }
}
