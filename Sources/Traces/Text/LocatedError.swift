/// Why a file is not what it is read for, and where.
package struct LocatedError<Fault: FileFault>: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: Fault
  /// From 1.
  package var line: Int
  /// In Unicode scalars, from 1.
  package var column: Int

  package init(_ reason: Fault, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  package var sentence: String { reason.sentence }

  /// `LINE:COLUMN: sentence`, to stand behind a path and a colon; safe to show.
  package var description: String { "\(line):\(column): \(sentence)" }
}

/// What can be wrong with files of one kind.
package protocol FileFault: Hashable, Sendable {
  /// What is wrong and what to do; safe to show.
  var sentence: String { get }
  /// The name that scripts may rely on.
  var code: String { get }
}
