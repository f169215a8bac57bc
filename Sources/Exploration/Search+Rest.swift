import Statecharts
import ViewModels

/// Whether time alone comes to an end.
extension Search {
  /// Notes what time does in a circle, where a state of it stands ready: to come there again means to drive a script.
  mutating func note(_ circle: TimeSteps.Circle, through snapshot: Snapshot) {
    guard options.omitted.isEmpty else { return }
    circleNames[circle.first] = name(of: circle, through: snapshot)
  }

  /// Takes in the circles in which time alone goes, each from the state of it that was found first.
  mutating func findUnrest() {
    for circle in timeSteps.circles {
      if let name = circleNames[circle.first], report.knows(.unrest(name)) {
        add(.unrest(name), of: circle) { nil }
      } else {
        tell(circle)
      }
    }
  }

  private mutating func tell(_ circle: TimeSteps.Circle) {
    let way = way(to: circle.first)
    if let way, let name = name(of: circle, through: way.snapshot),
      let comesBack = comesBack(way.snapshot, after: circle)
    {
      if comesBack { add(.unrest(name), of: circle) { way.script } }
    } else if let name = circleNames[circle.first] {
      add(.unrest(name), of: circle) { nil }
    } else if !report.unlooked.contains(.circles) {
      report.unlooked.append(.circles)
    }
  }

  private mutating func add(_ finding: Finding, of circle: TimeSteps.Circle, script: () -> [DrivenStimulus]?) {
    log?.add(finding, at: circle.first)
    report.add(finding, script: script)
  }

  /// Returns what comes due in a circle; nil when no time is left.
  private func name(of circle: TimeSteps.Circle, through snapshot: Snapshot) -> String? {
    var (snapshot, causes): (Snapshot, [String]) = (snapshot, [])
    for _ in 0..<circle.length {
      if options.isOver() { return nil }
      for turn in machine.step(&snapshot, .advance(milliseconds: nil)) where turn.cause.source != .user {
        let name = "\(turn.cause.source.rawValue) \(turn.cause.event)"
        if !causes.contains(name) { causes.append(name) }
      }
    }
    return causes.sorted().joined(separator: ", ")
  }

  /// Whether time alone leads a state back to where it was in what its key leaves out, too; nil when no time is left.
  private func comesBack(_ snapshot: Snapshot, after circle: TimeSteps.Circle) -> Bool? {
    if options.omitted.isEmpty { return true }
    var (snapshot, seen): (Snapshot, Set<Fingerprint>) = (snapshot, [])
    var exactKeys = KeyMaker(machine.program)
    for _ in 0..<circle.length * Self.mostRounds where snapshot.fault == nil && snapshot.nextDue != nil {
      if options.isOver() { return nil }
      guard seen.insert(exactKeys.key(of: snapshot)).inserted else { return true }
      _ = machine.step(&snapshot, .advance(milliseconds: nil))
    }
    return false
  }

  /// So many rounds may go by until it comes back.
  private static let mostRounds = 100
}

extension Finding {
  fileprivate static func unrest(_ name: String) -> Finding { Finding(kind: .unrest, name: name, cause: "") }
}
