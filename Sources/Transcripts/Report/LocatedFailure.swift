import Traces

/// A place of a transcript that does not hold, as every report tells it.
package struct LocatedFailure: Sendable {
  package enum Kind: String, Sendable {
    /// The first block of a case that differs.
    case failed
    /// A later block of the case that differs by itself.
    case differsToo = "differs too"
    /// Blocks that differ too and are not shown.
    case more
    /// A case that holds, and leaves something behind.
    case leftover = "left over"
    /// A case that did something else in a second run.
    case nondeterministic = "not deterministic"
    case unexpectedPass = "passed unexpectedly"
    case error
  }

  package var kind: Kind
  /// The file that the place is in, as it is.
  package var path: String
  /// Counted from one.
  package var line: Int
  /// Counted from one; nil where the whole line is meant.
  package var column: Int?
  /// What is wrong there, on one line.
  package var sentence: String
  /// The lines below it, escaped: what the header says, the command, the lines that differ, how to go on.
  package var details: [String]
  /// The bytes of the lines that differ, by which equal failures are known; empty when there are none.
  var signature: [UInt8] = []

  /// `PATH:LINE`, as it is shown.
  package var place: String { "\(path):\(line)".escapedForDisplay }

  /// `PATH:LINE: sentence`, and the lines below it.
  package var lines: [String] {
    let place = [path.escapedForDisplay, String(line), column.map(String.init)].compactMap(\.self)
    return ["\(place.joined(separator: ":")): \(sentence)"] + details
  }
}

extension Sequence<LocatedFailure> {
  /// The lines about all of them; those in the same lines are told once, with the places of the others.
  package var groupedLines: [String] {
    var groups: [(first: LocatedFailure, others: [String])] = []
    var known: [[UInt8]: Int] = [:]
    for failure in self {
      if !failure.signature.isEmpty, let same = known[failure.signature] {
        groups[same].others.append(failure.place)
      } else {
        known[failure.signature] = groups.count
        groups.append((failure, []))
      }
    }
    return groups.flatMap { $0.first.lines + FailureText.othersText($0.others) }
  }
}
