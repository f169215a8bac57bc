/// What a difference means for whoever relies on the first run's behaviour.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Nobody can tell the two apart.
  case identical
  /// The second does all that the first does, and more that changes no state of it.
  case additive
  /// Only times differ.
  case timing = "timing only"
  /// Something that the first does is gone or different.
  case breaking
}

extension Verdict {
  /// The verdict over two comparisons; an addition here and another time there change what somebody relies on.
  func combined(with other: Verdict) -> Verdict {
    if self == other || other == .identical { return self }
    return self == .identical ? other : .breaking
  }
}

extension TraceDifference {
  /// The verdict; nothing but an identical pair agrees, so that a tool's answer is no for all others.
  package var verdict: Verdict {
    if findings.isEmpty { return .identical }
    if findings.allSatisfy({ $0.differenceClass == .timing }) { return .timing }
    return findings.allSatisfy(\.isAddition) ? .additive : .breaking
  }
}
