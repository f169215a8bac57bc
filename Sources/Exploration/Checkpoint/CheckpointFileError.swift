import Traces

/// Why a file is no checkpoint that a search can go on from, and where.
package typealias CheckpointFileError = LocatedError<CheckpointFileFault>

/// What is wrong with a checkpoint.
package enum CheckpointFileFault: SealedFileFault {
  case text(TextError.Reason)
  case notACheckpoint
  case unsupportedVersion(Int)
  case truncated
  case afterEnd
  case misplaced
  case damaged
  /// It is a checkpoint, but not of this search.
  case other(String)

  /// What is wrong and what to do; safe to show.
  package var sentence: String {
    switch self {
    case .text(let reason): TextError(reason, offset: 0, column: 1).sentence
    case .notACheckpoint: "this is not a checkpoint of a search; its first line must begin with '{\"search\":1'"
    case .unsupportedVersion(let version):
      "version \(version) of the checkpoint is unknown; this program reads version 1"
    case .truncated: "the checkpoint ends here without its end line; search from the beginning"
    case .afterEnd: "nothing may follow the end line; remove this line"
    case .misplaced: "this line is not what stands here in a checkpoint; search from the beginning"
    case .other(let sentence): sentence.escapedForDisplay
    case .damaged: "the lines above are not those that were written; search from the beginning"
    }
  }

  package var code: String { "E1221" }
}
