import SeededRandom
import Testing

@testable import Statecharts

/// A snapshot becomes plain values and comes back.
struct SnapshotFormTests {
  @Test(
    "a snapshot that was saved and opened anywhere on a walk goes on as if nothing had been",
    arguments: WalkedMachine.all)
  func walk(machine: WalkedMachine) throws {
    for seed in 0..<6 {
      var random = SplitMix64(seed: seed)
      var simulation = machine.opened()
      let program = simulation.kernel.program
      for step in 0..<40 {
        let form = simulation.kernel.snapshot.form(program)
        var opened = Simulation(program, from: try Snapshot(form, of: program))
        #expect(opened.kernel.snapshot.form(program) == form, "seed \(seed) step \(step)")
        simulation.kernel.forgetTurns()
        let act = machine.choice(&random)
        act(&simulation)
        act(&opened)
        #expect(opened.kernel.turns == simulation.kernel.turns, "seed \(seed) step \(step)")
        #expect(opened.kernel.snapshot.value(program) == simulation.kernel.snapshot.value(program))
      }
    }
  }

  @Test("a migration to the same definition drops nothing", arguments: WalkedMachine.all)
  func migration(machine: WalkedMachine) throws {
    var random = SplitMix64(seed: 3)
    var simulation = machine.opened()
    let program = simulation.kernel.program
    for _ in 0..<40 {
      let form = simulation.kernel.snapshot.form(program)
      let (snapshot, dropped) = try Snapshot.migrated(form, to: program)
      #expect(dropped == [])
      #expect(snapshot.form(program) == form)
      machine.choice(&random)(&simulation)
    }
  }

  // The others' code trusts its captures, as untyped code may; typed machines are tried in GalleryTests.
  @Test(
    "a form in which anything was changed is refused or runs on",
    arguments: WalkedMachine.all.filter {
      ["requests", "a chart with regions, history and delays"].contains($0.testDescription)
    })
  func hostile(machine: WalkedMachine) {
    for seed in 0..<400 {
      var random = SplitMix64(seed: seed)
      var simulation = machine.opened()
      let program = simulation.kernel.program
      for _ in 0..<Int.random(in: 0..<12, using: &random) { machine.choice(&random)(&simulation) }
      var form = simulation.kernel.snapshot.form(program)
      for _ in 0..<Int.random(in: 1..<4, using: &random) { form.damage(&random) }
      let read =
        try? seed.isMultiple(of: 2) ? Snapshot(form, of: program) : Snapshot.migrated(form, to: program).snapshot
      guard let read else { continue }
      var opened = Simulation(program, from: read)
      opened.kernel.forgetTurns()
      for _ in 0..<6 { machine.choice(&random)(&opened) }
      _ = opened.kernel.snapshot.canonicalBytes(program)
    }
  }
}

extension SnapshotForm {
  /// Replaces one part somewhere in an instance, the work or the frame.
  mutating func damage(_ random: inout SplitMix64) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: frame.damage(&random)
    case 1, 2:
      guard let index = work.indices.randomElement(using: &random) else { return }
      work[index].damage(&random)
    case 3:
      guard let index = instances.indices.randomElement(using: &random) else { return }
      if Bool.random(using: &random) {
        instances.remove(at: index)
      } else {
        instances[index].place += Int.random(in: -1...3, using: &random)
      }
    default:
      guard let index = instances.indices.randomElement(using: &random) else { return }
      instances[index].value.damage(&random)
    }
  }
}

extension Value {
  /// Replaces one part somewhere in the value.
  mutating func damage(_ random: inout SplitMix64) {
    switch self {
    case .list(var values) where !values.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      let index = values.indices.randomElement(using: &random)!
      switch Int.random(in: 0..<8, using: &random) {
      case 0: values.remove(at: index)
      case 1: values.append(values[index])
      default: values[index].damage(&random)
      }
      self = .list(values)
    case .record(var members) where !members.isEmpty && Int.random(in: 0..<12, using: &random) > 0:
      members.damage(&random)
      self = .record(members)
    case .enumeration(let name, var members) where !members.isEmpty && Int.random(in: 0..<12, using: &random) > 0:
      members.damage(&random)
      self = .enumeration(name, members)
    default:
      self = Value.odd(self, &random)
    }
  }

  /// A value that its place does not expect, or just not so.
  private static func odd(_ old: Value, _ random: inout SplitMix64) -> Value {
    if case .bool(let truth) = old { return .bool(!truth) }
    if case .reference(let id) = old, Bool.random(using: &random) {
      return .reference(InstanceID(id.index &+ Int.random(in: -2...2, using: &random)))
    }
    if case .int(let number) = old, Bool.random(using: &random) {
      return .int(number &+ Int.random(in: -2...2, using: &random))
    }
    return [
      .null, true, .int(.max), .int(.min), -1, 0, 1, 7, "", "x", [], [[]], ["a": 1], .enumeration("stage", []),
      .reference(InstanceID(0)), .reference(InstanceID(1)), .reference(InstanceID(.max)), .weak(InstanceID(-1)),
      .weak(nil),
      .signal(.failing(1)), .secret("x"), .double(.nan),
      .enumeration("values", [Member("", .reference(InstanceID(0))), Member("", .int(.max))]),
      .enumeration("wiring", [Member("x", [])]),
    ].randomElement(using: &random)!
  }
}

extension [Member] {
  fileprivate mutating func damage(_ random: inout SplitMix64) {
    let index = indices.randomElement(using: &random)!
    switch Int.random(in: 0..<12, using: &random) {
    case 0: remove(at: index)
    case 1: self[index].name = ["", "x", "values", "stage"].randomElement(using: &random)!
    default: self[index].value.damage(&random)
    }
  }
}
