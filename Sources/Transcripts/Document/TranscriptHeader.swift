import Traces
import Turns

/// What the lines above the first case say.
struct TranscriptHeader {
  var versionLine: Int?
  /// Whether the file was recorded, so that its last line has to be `%end`.
  var isRecorded = false
  var machine: MachineReference?
  var machineIndex: Int?
  var seed: UInt64?
  var seedLine: Int?
  var uses: [UsedFile] = []
  var bindings: [LetBinding] = []
  var paths = OutputPaths()
  var reportsMissingMachine = true
}

/// A `%let` line: a value named by the file.
package struct LetBinding: Sendable {
  package var name: String
  package var value: Value
  /// The line of the directive, counted from one.
  package var line: Int
}

/// A `%use` line.
package struct UsedFile: Hashable, Sendable {
  package let path: String
  /// The line of the directive, counted from one.
  package let line: Int
}
