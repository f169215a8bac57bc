import Foundation
import SeededRandom

/// One thing that must never happen, tried once for each seed.
protocol Trial {
  static var name: String { get }
  /// Prepares what the runs share.
  init(tool: ToolUnderTest) throws
  /// - Throws: what happened that must not.
  func run(_ random: SplitMix64) throws
}

/// Why a trial failed.
struct SoakFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
