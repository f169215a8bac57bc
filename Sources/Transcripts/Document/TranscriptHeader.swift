import Traces

/// What the lines above the first case say.
struct TranscriptHeader {
  var versionLine: Int?
  var machine: MachineReference?
  var machineIndex: Int?
  var seed: UInt64?
  var seedLine: Int?
  var uses: [UsedFile] = []
  var bindings: [LetBinding] = []
  var paths = OutputPaths()
  var reportsMissingMachine = true
}
