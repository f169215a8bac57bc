import Traces

/// How much work a case is: its commands, or the microseconds that it once took.
struct CaseWeights {
  private struct Name: Hashable {
    var path: [UInt8]
    var title: [UInt8]

    init(_ title: String, _ path: String) {
      self.path = Array(path.utf8)
      self.title = Array(title.utf8)
    }
  }

  private var known: [Name: Int] = [:]
  /// The microseconds of a case that none are known of.
  private let usual: Int

  /// - Parameter timings: What cases took; nil to count commands.
  init(_ timings: CaseTimings?) {
    let all = timings?.all ?? []
    for timing in all { known[Name(timing.title, timing.path)] = timing.microseconds }
    usual = all.isEmpty ? 0 : all.reduce(0) { $0 + $1.microseconds } / all.count
  }

  /// At least one.
  func weight(of surveyed: SuiteSurvey.Case, in path: String) -> Int {
    if known.isEmpty { return surveyed.commands + 1 }
    return max(1, known[Name(surveyed.title, path)] ?? usual)
  }
}
