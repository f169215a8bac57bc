import Exploration
import Statecharts
import ViewModels

/// What can be taken of a machine with one view model, and the fewest commands to it: every step is made, recorded,
/// and read from its effects alone.
struct TakenOracle {
  /// By kind and name: `state login.failed`, `move login.idle -> validating`.
  private(set) var depths: [String: Int] = [:]

  init(_ machine: Machine, _ options: SearchOptions, depth: Int) {
    var depths: [String: Int] = [:]
    _ = Oracle(machine, options, depth: depth) { snapshot, driven, turns, length in
      var facts = turns.flatMap { turn in turn.effects.flatMap { Self.facts($0, turn.cause) } }
      if case .dismiss? = driven?.stimulus, let alert = machine.alert(of: snapshot) {
        facts += turns.compactMap { turn in
          guard turn.effects.contains(.alertClosed), case .string(let button)? = turn.cause.value else { return nil }
          return "alert \"\(alert.title)\" \"\(button)\""
        }
      }
      for fact in facts { depths[fact] = min(depths[fact] ?? .max, length) }
      guard driven == nil, length < depth, snapshot.fault == nil else { return }
      for control in machine.screen(of: snapshot).controls where control.kind == .button {
        var copy = snapshot
        let effects = machine.step(&copy, .tap(control: control.name.text, nil)).first?.effects ?? []
        guard effects.contains(where: { if case .refused = $0 { true } else { false } }) else { continue }
        let fact = "refusal \(control.name)"
        depths[fact] = min(depths[fact] ?? .max, length + 1)
      }
    }
    self.depths = depths
  }

  private static func facts(_ effect: Effect, _ cause: Cause) -> [String] {
    switch effect {
    case .moved(let region, let from, let to):
      ["state \(region).\(to)"] + (from.isEmpty ? [] : ["move \(region).\(from) -> \(to)"])
    case .replied(let request, let outcome, _): ["outcome \(request.text.prefix { $0 != "'" }) \(outcome.rawValue)"]
    case .alertShown(let title, _, _): ["alert \"\(title)\""]
    case .timerFired(let name): ["timer \(name)"]
    default: []
    }
  }

  /// The fact by which an item is known; nil for one that effects alone do not tell.
  static func fact(of item: CoverageItem, among items: [CoverageItem]) -> String? {
    switch item.kind {
    case .state: return "state \(item.name)"
    case .refusal: return "refusal \(item.name)"
    case .alert: return "alert \(item.name)"
    case .outcome:
      return item.name.text.hasSuffix("error") || item.name.text.hasSuffix("time-out") ? nil : "outcome \(item.name)"
    case .timer:
      let state = item.name.text.split(separator: " ")[0].split(separator: ".").last.map(String.init)
      return state.map { "timer \($0)" }
    case .transition:
      guard let move = move(of: item), items.count(where: { Self.move(of: $0) == move }) == 1 else { return nil }
      return "move \(move)"
    }
  }

  /// `login.idle -> validating` of `login.idle: login -> validating`.
  private static func move(of item: CoverageItem) -> String? {
    let parts = item.name.text.components(separatedBy: " -> ")
    guard item.kind == .transition, parts.count == 2 else { return nil }
    return "\(parts[0].components(separatedBy: ": ")[0]) -> \(parts[1])"
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }
}
