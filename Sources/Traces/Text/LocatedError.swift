/// An error in a file, with its place.
package struct LocatedError<Fault: FileFault>: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: Fault
  package var line: Int
  /// In Unicode scalars, from 1.
  package var column: Int

  package init(_ reason: Fault, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  package var sentence: String { reason.sentence }

  /// `LINE:COLUMN: sentence`, safe to print after a path and a colon.
  package var description: String { "\(line):\(column): \(sentence)" }
}

package protocol FileFault: Hashable, Sendable {
  /// The fault and its fix; safe to print.
  var sentence: String { get }
  /// A stable code for scripts.
  var code: String { get }
}
