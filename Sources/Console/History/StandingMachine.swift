import Statecharts
import ViewModels

/// A machine where it stands, with the kernel that steps it, which is kept from step to step.
///
/// It is a value: of several copies, each that is changed goes on with a kernel of its own.
struct StandingMachine: Sendable {
  /// Changed only by the one copy that refers to it.
  private final class Kept: @unchecked Sendable {
    var run: StepRun

    init(_ machine: Machine, _ snapshot: Snapshot) {
      run = StepRun(machine, at: snapshot)
    }
  }

  let machine: Machine
  private var kept: Kept

  init(_ machine: Machine, at snapshot: Snapshot) {
    self.machine = machine
    kept = Kept(machine, snapshot)
  }

  /// Where it stands. Setting it goes on from there.
  var snapshot: Snapshot {
    get { kept.run.snapshot }
    set {
      if isKnownUniquelyReferenced(&kept) { kept.run.snapshot = newValue } else { kept = Kept(machine, newValue) }
    }
  }

  /// Virtual time in milliseconds since the machine was opened.
  var time: Int { kept.run.time }
  /// Whether the model faulted.
  var hasCrashed: Bool { kept.run.hasCrashed }

  /// Steps it with the kernel that is kept.
  mutating func step<Result, Stop>(_ body: (inout StepRun) throws(Stop) -> Result) throws(Stop) -> Result {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(machine, snapshot) }
    return try body(&kept.run)
  }

  /// Ends the app and opens it again; its output counts from time 0.
  mutating func restart() -> [Turn] {
    let old = machine.fields(of: snapshot)
    let opened = machine.restart(snapshot)
    snapshot = opened.snapshot
    return opened.turns.settingInitially(machine.fields(of: snapshot), after: old)
  }
}

extension [Turn] {
  /// The turns of a machine that was opened again; its first turn also says which fields begin anew.
  fileprivate func settingInitially(_ fields: [FieldState], after old: [FieldState]) -> [Turn] {
    let resets = fields.compactMap { field -> Effect? in
      let before = old.first { $0.path.hasBytes(of: field.path) }
      let initial = firstValue(of: field.path) ?? field.value
      guard !field.isInternal, let before, before.value != initial else { return nil }
      return .set(field: field.path, old: before.value, new: initial)
    }
    var turns = self
    if turns.isEmpty { turns.append(Turn(time: 0, cause: Cause(.open, "open"))) }
    turns[0].effects = resets + turns[0].effects
    return turns
  }

  /// What a field was before the turns set it; nil when they do not.
  private func firstValue(of path: String) -> Value? {
    for case .set(let field, let old, _) in flatMap(\.effects) where field.hasBytes(of: path) { return old }
    return nil
  }
}
