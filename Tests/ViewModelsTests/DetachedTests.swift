import Testing
import ViewModels

/// A box in a box, which each can be kept alive by a request.
struct Crate: ViewModel {
  struct Model: ModelType, Hashable {
    var number = 0
    var inner: Ref<Crate>?
  }

  let work = Input()
  let worked = Subject<Int>()
  let save = Service<Int, Bool>(after: .seconds(1)) { _ in .ok(true) }

  var chart: Chart {
    Region("working") {
      State(.idle) { On(work, to: .executing) }
      State(.executing) {
        Invoke(save) { $0.number }
        On(save.succeeded, to: .idle) { $0.number += 1 }
      }
    }
  }
}

/// Somewhere for boxes to stand: alone, in a list, and where one is only referred to.
struct Depot: ViewModel {
  struct Model: ModelType, Hashable {
    var one: Ref<Crate>?
    var two: Ref<Crate>?
    var all: [Ref<Crate>] = []
    var spare: [Ref<Crate>] = []
  }

  let act = Input<String>()

  var chart: Chart {
    Region("depot") {
      On(act, perform)
      State(.idle)
    }
  }

  private func perform(_ me: borrowing Me, _ act: String) {
    switch act {
    case "fill": me.one = me.make(Crate.self) { $0.inner = $0.make(Crate.self) }
    case "list": me.all = [me.make(Crate.self)]
    case "work inner":
      if let crate = me.one, let inner = me[crate].inner { me[inner].raise(Crate.work) }
    case "work": if let crate = me.one { me[crate].raise(Crate.work) }
    case "work all": for crate in me.all { me[crate].raise(Crate.work) }
    case "refer": me.two = me.all.first
    case "share": if let crate = me.one { me.two = me[crate].inner }
    case "send": me[me.make(Crate.self)].emit(Crate.worked, 1)
    case "spare": me.spare = me.all
    case "empty": me.all = []
    case "drop": me.one = nil
    default: break
    }
  }
}

/// What left its place, or outlived what it stood in, has one name from then on, and no other instance has it.
@Suite("Detached instances")
struct DetachedTests {
  private let machine = Machine(Depot.self, name: "depot", variant: "one", summary: "boxes")

  /// Does one thing after another, and returns what the last one told.
  private func effects(_ acts: [String], then last: Stimulus, _ snapshot: inout Snapshot) -> [Effect] {
    for act in acts { _ = machine.step(&snapshot, .send(input: "act", .string(act))) }
    return machine.step(&snapshot, last).flatMap(\.effects)
  }

  private func numbers(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .set(let field, _, _) = $0 { field.text } else { nil } }
  }

  @Test("what refers to a row that left its list gives it no name, in that turn and later")
  func reference() {
    var snapshot = machine.open().snapshot
    let told = effects(["list", "work all", "empty"], then: .advance(milliseconds: nil), &snapshot)
    #expect(numbers(told) == ["detached all[0].number"])
    snapshot = machine.open().snapshot
    let referred = effects(["list", "work all", "refer", "empty"], then: .advance(milliseconds: nil), &snapshot)
    #expect(numbers(referred) == ["detached all[0].number"])
  }

  @Test("a row that another list holds is called by that when it leaves its own")
  func otherList() {
    var snapshot = machine.open().snapshot
    let told = effects(["list", "work all", "spare", "empty"], then: .advance(milliseconds: nil), &snapshot)
    #expect(numbers(told) == ["spare[0].number"])
  }

  @Test("what outlives the instance that it stood in is called by another field that has it, from that turn on")
  func otherField() {
    var snapshot = machine.open().snapshot
    let told = effects(["fill", "work inner", "share", "drop"], then: .advance(milliseconds: nil), &snapshot)
    #expect(numbers(told) == ["two.number"])
  }

  @Test("what is below one detached instance is not called as another one")
  func crossing() {
    var snapshot = machine.open().snapshot
    let acts = ["fill", "work inner", "drop", "fill", "work", "work inner", "drop"]
    let told = effects(acts, then: .advance(milliseconds: nil), &snapshot)
    #expect(
      numbers(told) == ["detached one.inner.number", "detached one'2.number", "detached one'2.inner.number"])
    snapshot = machine.open().snapshot
    _ = effects(acts, then: .settle, &snapshot)
    let paths = snapshot.allMachines(machine.program).map(\.path)
    #expect(Set(paths).count == paths.count)
    for entry in snapshot.allMachines(machine.program) {
      #expect(snapshot.instance(at: entry.path, machine.program) == entry.id)
    }
  }

  @Test("what outlives a detached instance keeps the path that it had below it")
  func last() {
    var snapshot = machine.open().snapshot
    let acts = ["fill", "work", "drop"]
    _ = effects(acts, then: .settle, &snapshot)
    #expect(snapshot.instance(at: "detached one.inner", machine.program) != nil)
    snapshot = machine.open().snapshot
    // The outer box's answer comes first; the inner one's half a second later.
    let told = effects(
      ["fill", "work"], then: .advance(milliseconds: 500), &snapshot)
    #expect(numbers(told) == [])
    _ = effects(["work inner", "drop"], then: .advance(milliseconds: 500), &snapshot)
    #expect(numbers(effects([], then: .advance(milliseconds: 500), &snapshot)) == ["detached one.inner.number"])
  }

  @Test("what an instance sends before a field takes it is not told")
  func nowhere() {
    var snapshot = machine.open().snapshot
    #expect(effects([], then: .send(input: "act", "send"), &snapshot) == [])
  }
}
