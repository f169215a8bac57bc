import Transcripts

/// What of a suite is run, and in which order.
struct SuitePlan {
  var named: NamedTranscripts
  var selection: CaseSelection
  /// Whether others run the rest, so that nothing may be left to run here.
  var isPart = false
}
