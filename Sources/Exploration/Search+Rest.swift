import Statecharts
import ViewModels

/// Whether time alone comes to an end.
extension Search {
  /// Notes what time does in a circle, where a state of it stands ready: to come there again means to drive a script.
  mutating func note(_ circle: TimeSteps.Circle, through snapshot: Snapshot) {
    circleCauses[circle.first] = causes(of: circle, through: snapshot)
  }

  /// Takes in the circles in which time alone goes and that no repeating timer is declared to go, each from the state of it that was
  /// found first.
  mutating func findUnrest() {
    for circle in timeSteps.circles {
      if let causes = circleCauses[circle.first], causes.areOfRepeatingTimers || report.knows(.unrest(causes)) {
        add(causes, of: circle) { nil }
      } else {
        tell(circle)
      }
    }
  }

  private mutating func tell(_ circle: TimeSteps.Circle) {
    let way = way(to: circle.first)
    if let way, let causes = causes(of: circle, through: way.snapshot) {
      let advance = DrivenStimulus(.advance(milliseconds: nil))
      add(causes, of: circle, roundLength: circle.length) {
        way.script + Array(repeating: advance, count: circle.length)
      }
    } else if let causes = circleCauses[circle.first] {
      add(causes, of: circle) { nil }
    } else if !report.unlooked.contains(.circles) {
      report.unlooked.append(.circles)
    }
  }

  private mutating func add(
    _ causes: [Cause], of circle: TimeSteps.Circle, roundLength: Int = 0, script: () -> [DrivenStimulus]?
  ) {
    guard !causes.areOfRepeatingTimers else { return }
    var finding = Finding.unrest(causes)
    log?.add(finding, at: circle.first)
    finding.roundLength = roundLength
    report.add(finding, script: script)
  }

  /// Returns what comes due in a circle, each once; nil when no time is left.
  private func causes(of circle: TimeSteps.Circle, through snapshot: Snapshot) -> [Cause]? {
    var stepper = Stepper(machine, from: snapshot)
    var causes: [Cause] = []
    for _ in 0..<circle.length {
      if options.isOver() { return nil }
      for turn in stepper.step(.advance(milliseconds: nil))
      where turn.cause.source != .user && !causes.contains(turn.cause) { causes.append(turn.cause) }
    }
    return causes
  }
}

extension Finding {
  fileprivate static func unrest(_ causes: [Cause]) -> Finding {
    let names = Set(causes.map { "\($0.source.rawValue) \($0.event)" }).sorted()
    return Finding(kind: .unrest, name: names.joined(separator: ", "), cause: "")
  }
}

extension [Cause] {
  /// Whether nothing but repeating timers makes time pass: what is declared to come again and again is no unrest, nor are the hops
  /// that come of it.
  var areOfRepeatingTimers: Bool {
    contains { $0.source == .timer } && allSatisfy { $0.source == .timer || $0.source == .hop }
  }
}
