import Traces

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
