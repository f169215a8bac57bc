import Statecharts
import Traces
import ViewModels

/// What a search found, with a shortest script that leads to it.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A declared property became false.
    case broken
    /// The model faulted.
    case crash
    /// A named limit was reached.
    case limit
    /// No button of an alert leads out of it.
    case alert
    /// Nothing can be done or will happen, though the page offers something.
    case trap
    /// A region executes, and nothing waits that could end it.
    case hang
    /// Time alone goes round for ever.
    case unrest
    /// What was promised does not come.
    case unkept
    /// What should be possible again and again can never be.
    case lost
    /// What was looked for.
    case reached
  }

  package var kind: Kind
  /// The property, the fault, the limit, the alert, the page, or what executes.
  package var name: String
  /// What broke it: the transition or the cause of the turn.
  package var cause: String
  /// Why that turn ran, where it took no transition and no command began it.
  package var source: Cause.Source?
  /// What is done after the machine was opened.
  package var script: [DrivenStimulus] = []
  /// Whether no time was left to make its script.
  package var lacksScript = false
  /// How many commands come again and again: the last ones of the script.
  package var roundLength = 0

  /// What findings are grouped by: not the script, and not which row or instance it was.
  package var group: Group { Group(kind: kind, name: name.withoutNumbers, cause: cause.withoutNumbers) }

  package struct Group: Hashable, Sendable {
    var kind: Kind
    var name: String
    var cause: String
  }
}

extension Finding {
  /// What is wrong with a state in which nothing goes on that should: nothing can be done, or an execution has no end.
  ///
  /// - Parameter moves: What can be done there; that the app can be restarted, or that its environment calls it, is no way on.
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

  /// What the turns of a step show: properties that became false, and faults.
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
  /// The transitions that were taken.
  private var moves: [String] {
    effects.compactMap { effect -> String? in
      guard case .moved(let region, let from, let to) = effect else { return nil }
      return from.isEmpty ? "\(region) \(to)" : "\(region) \(from) -> \(to)"
    }
  }

  /// Why it ran, where it took no transition and no command began it.
  fileprivate var source: Cause.Source? { moves.isEmpty && cause.source != .user ? cause.source : nil }

  /// The transitions that were taken, else why the turn ran.
  fileprivate var told: String {
    let moves = moves
    if !moves.isEmpty { return moves.joined(separator: ", ") }
    return [cause.source == .user ? nil : cause.source.rawValue, cause.event, cause.target].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension String {
  /// The text with what stands in brackets as `N`, and without the numbers of instances (`check'2`): one cause has one name in
  /// every row and of every instance.
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
