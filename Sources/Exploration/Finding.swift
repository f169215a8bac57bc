import Statecharts
import Traces
import ViewModels

/// A problem or goal that a search found, with a shortest script to it.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case broken
    case crash
    case limit
    /// No button closes the alert.
    case alert
    /// No move is possible and nothing waits, though the page has controls.
    case trap
    /// A region executes, but nothing waits that could end it.
    case hang
    /// Time steps alone repeat for ever.
    case unrest
    /// A promise is not kept.
    case unkept
    /// A recurrence became impossible.
    case lost
    case reached
    /// An object does not end, hides what counts, or does something else in another process.
    case object
  }

  package var kind: Kind
  /// The property, fault, limit, alert, page or executing region.
  package var name: String
  /// The transition or other cause of the turn.
  package var cause: String
  /// The source of that turn, if it took no transition and no command began it.
  package var source: Cause.Source?
  package var script: [DrivenStimulus] = []
  /// The script of another history with the same key; empty where none is compared.
  package var otherScript: [DrivenStimulus] = []
  /// Whether there was no time to make the script.
  package var lacksScript = false
  /// The commands at the script's end that repeat for ever.
  package var roundLength = 0

  /// Findings of one group count as one, whatever their script, row or instance.
  package var group: Group { Group(kind: kind, name: name.withoutNumbers, cause: cause.withoutNumbers) }

  package struct Group: Hashable, Sendable {
    var kind: Kind
    var name: String
    var cause: String
  }
}

extension Finding {
  /// Finds traps and hangs in a state.
  ///
  /// - Parameter moves: The possible moves; a restart and calls by the environment do not count as an exit.
  static func findings(in snapshot: Snapshot, of machine: Machine, _ moves: [Move]) -> [Finding] {
    var findings: [Finding] = []
    if moves.allSatisfy({ $0.stimulus == .restart || $0.isOfEnvironment }), machine.isTrap(snapshot) {
      findings.append(Finding(kind: .trap, name: machine.page(of: snapshot).text, cause: machine.told(snapshot)))
    }
    guard snapshot.fault == nil, snapshot.nextDue == nil, snapshot.requests.allSatisfy(\.isEnded),
      snapshot.isExecuting(machine.program)
    else { return findings }
    for (region, state) in machine.regions(of: snapshot) where state.isExecutingState {
      findings.append(Finding(kind: .hang, name: "\(region) = \(state)", cause: ""))
    }
    return findings
  }

  /// Finds broken properties, crashes and limits in the turns of a step.
  static func findings(in turns: [Turn]) -> [Finding] {
    turns.flatMap { turn -> [Finding] in
      let reached = turn.effects.contains { if case .limit = $0 { true } else { false } }
      return turn.effects.compactMap { effect -> Finding? in
        switch effect {
        case .broken(let property): Finding(kind: .broken, name: property.text, cause: turn.told, source: turn.source)
        case .limit(let name, let detail): Finding(kind: .limit, name: name.text, cause: detail)
        case .crashed(let fault) where !reached:
          Finding(kind: .crash, name: fault, cause: turn.told, source: turn.source)
        default: nil
        }
      }
    }
  }
}

extension Turn {
  /// `login idle -> executing`, for each move of a region.
  package var moves: [String] {
    effects.compactMap { effect -> String? in
      guard case .moved(let region, let from, let to) = effect else { return nil }
      return from.isEmpty ? "\(region) \(to)" : "\(region) \(from) -> \(to)"
    }
  }

  fileprivate var source: Cause.Source? { moves.isEmpty && cause.source != .user ? cause.source : nil }

  /// The transitions taken, else the cause.
  fileprivate var told: String {
    let moves = moves
    if !moves.isEmpty { return moves.joined(separator: ", ") }
    return [cause.source == .user ? nil : cause.source.rawValue, cause.event, cause.target].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String {
  /// Replaces bracketed text by `N` and removes instance numbers (`check'2`), so that a cause has one name in all
  /// rows and instances.
  package var withoutNumbers: String {
    var (result, depth, isNumber): ([UInt8], Int, Bool) = ([], 0, false)
    for byte in utf8 {
      if byte == UInt8(ascii: "]") { depth = max(0, depth - 1) }
      isNumber = isNumber && byte.isDigit || byte == UInt8(ascii: "'")
      if depth == 0, !isNumber { result.append(byte) }
      guard byte == UInt8(ascii: "[") else { continue }
      if depth == 0 { result.append(UInt8(ascii: "N")) }
      depth += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
