import Statecharts
import Traces

/// Why a file is not a snapshot that can be opened, and where.
package typealias SnapshotFileError = LocatedError<SnapshotFileFault>

/// What is wrong with a snapshot's file.
package enum SnapshotFileFault: SealedFileFault {
  case text(TextError.Reason)
  case notASnapshot
  case unsupportedVersion(Int)
  case truncated
  case afterEnd
  case misplaced
  case damaged
  case unknownMachine(String)
  case tooLarge
  case tooManyValues
  case problem(SnapshotProblem.Reason)

  /// What is wrong and what to do; safe to show. Of a line that cannot be read nothing is repeated, since it may hold a
  /// secret.
  package var sentence: String {
    switch self {
    case .text(let reason): TextError(reason, offset: 0, column: 1).concealed.sentence
    case .notASnapshot: "this is not a snapshot; its first line must begin with '{\"snapshot\":1'"
    case .unsupportedVersion(let version): "version \(version) of the snapshot is unknown; this program reads version 1"
    case .truncated: "the snapshot ends here without its end line; save it again"
    case .afterEnd: "nothing may follow the end line; remove this line"
    case .misplaced: "this line is no instance, no work and no end in its place; save the snapshot again"
    case .damaged: "the lines above are not those that were saved; save the snapshot again"
    case .unknownMachine(let name):
      "this is a snapshot of '\(name.escapedForDisplay.truncated(toWidth: 40))', which this program does not have; "
        + "open it with the program that does"
    case .tooLarge: "larger than \(SnapshotFile.sizeLimit) bytes; save a smaller snapshot"
    case .tooManyValues: "holds more than \(SnapshotFile.valueLimit) values; save a smaller snapshot"
    case .problem(let reason): SnapshotProblem(.frame, reason).sentence.escapedForDisplay
    }
  }

  package var code: String {
    switch self {
    case .text: "E2010"
    case .notASnapshot: "E2121"
    case .unsupportedVersion: "E2040"
    case .truncated: "E2122"
    case .afterEnd: "E2123"
    case .misplaced: "E2124"
    case .damaged: "E2125"
    case .unknownMachine: "E2126"
    case .tooLarge: "E3001"
    case .tooManyValues: "E3004"
    case .problem(.otherDefinition): "E2127"
    case .problem: "E2128"
    }
  }
}
