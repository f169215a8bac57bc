import Exploration
import Traces

/// What a search did not try, reach or test; at most two lines.
package struct UntriedText {
  private let untried: Untried
  private let isComplete: Bool
  private let remedy: String

  private let options: [SearchOption]

  /// - Parameter hasJSON: Whether `--json` lists the omitted names.
  package init(
    _ untried: Untried, isComplete: Bool, hasJSON: Bool, options: [SearchOption] = SearchOption.allCases
  ) {
    self.options = options
    self.untried = untried
    self.isComplete = isComplete
    remedy = hasJSON ? " (all: --json)" : ""
  }

  /// Nil if a search left out no rows.
  static func text(ofRows names: [String]) -> String? {
    names.isEmpty ? nil : "not tried: \(names.joined(separator: ", "))"
  }

  package var lines: [String] { [items, laws].compactMap(\.self) }

  private var items: String? {
    let tried = groups(of: untried, Untried.Reason.allCases.filter { $0 != .unreached })
    let parts = [("not tried", tried), ("not reached", groups(of: untried, [.unreached]))].compactMap {
      title, groups in
      groups.isEmpty ? nil : "\(title)\(isComplete ? "" : " so far"): \(groups.joined(separator: "; "))"
    }
    if parts.isEmpty { return nil }
    let isCut = Untried.Reason.allCases.contains { reason in
      untried.items.count { $0.reason == reason } > Self.mostNames
    }
    return parts.joined(separator: "; ") + (isCut ? remedy : "")
  }

  private func groups(of untried: Untried, _ reasons: [Untried.Reason]) -> [String] {
    reasons.compactMap { reason in
      let names = untried.items.filter { $0.reason == reason }.map(\.name.escapedForDisplay)
      return names.isEmpty ? nil : Self.cut(names) + (told(reason).map { " (\($0))" } ?? "")
    }
  }

  private var laws: String? {
    if untried.laws.isEmpty { return nil }
    let names = untried.laws.map { "\"\($0.escapedForDisplay)\"" }
    return "\(isComplete ? "never tested" : "not tested so far"): \(Self.cut(names))"
      + (names.count > Self.mostNames ? remedy : "")
  }

  private static let mostNames = 4

  private static func cut(_ names: [String]) -> String {
    let more = names.count - mostNames
    return more > 0
      ? names.prefix(mostNames).joined(separator: ", ") + " and \(more) more" : names.joined(separator: ", ")
  }

  private func told(_ reason: Untried.Reason) -> String? {
    let (text, option, value): (String?, SearchOption?, String) =
      switch reason {
      case .uncalled: ("no control calls them", .pastTheScreen, "")
      case .withoutSample: ("no sample", .values, "")
      case .impossible: ("never possible", nil, "")
      case .leftOut: ("a domain with 'rows: .all' tries them", nil, "")
      case .unasked: ("never requested", nil, "")
      case .unanswered: ("the service did not give this answer", .services, " any")
      case .unreached: (nil, nil, "")
      }
    guard let option, options.contains(option) else { return text }
    return text.map { "\($0); \(option.rawValue)\(value)" }
  }
}
