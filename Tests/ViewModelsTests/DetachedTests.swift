import Testing
import ViewModels

/// A box in a box, which each can be kept alive by a request.
enum Crate: ViewModel {
  struct Model: Hashable, Sendable {
    var number = 0
    var inner: Ref<Crate>?
  }

  static let number = Field("number", \Model.number)
  static let inner = Field("inner", \Model.inner)
  static let work = Input<Void>("work")
  static let worked = Subject<Int>("worked")
  static let save = Service<Int, Bool>("save", after: .seconds(1)) { _ in .ok(true) }

  static let definition = Definition<Crate>(
    Model(), fields: [number, inner], inputs: [work], subjects: [worked]
  ) {
    Uses(Crate.self)
    Region("working") {
      State(.idle) { On(work, to: .executing) }
      State(.executing) {
        Invoke(save) { $0.number }
        On(save.succeeded, to: .idle) { me, _ in me[number] += 1 }
      }
    }
  }
}

/// Somewhere for boxes to stand: alone, in a list, and where one is only referred to.
enum Depot: ViewModel {
  struct Model: Hashable, Sendable {
    var one: Ref<Crate>?
    var two: Ref<Crate>?
    var all: [Ref<Crate>] = []
    var spare: [Ref<Crate>] = []
  }

  static let one = Field("one", \Model.one)
  static let two = Field("two", \Model.two)
  static let all = Field("all", \Model.all)
  static let spare = Field("spare", \Model.spare)
  static let act = Input<String>("act")

  static let definition = Definition<Depot>(Model(), fields: [one, two, all, spare], inputs: [act]) {
    Uses(Crate.self)
    Region("depot") {
      On(act) { me, act in
        switch act {
        case "fill": me[one] = me.make(Crate.self) { me[$0, Crate.inner] = me.make(Crate.self) }
        case "list": me[all] = [me.make(Crate.self)]
        case "work inner":
          if let crate = me[one], let inner = me[crate, Crate.inner] { me.raise(Crate.work, for: inner) }
        case "work": if let crate = me[one] { me.raise(Crate.work, for: crate) }
        case "work all": for crate in me[all] { me.raise(Crate.work, for: crate) }
        case "refer": me[two] = me[all].first
        case "share": if let crate = me[one] { me[two] = me[crate, Crate.inner] }
        case "send": me.turn.emit(Crate.worked, 1, by: me.make(Crate.self))
        case "spare": me[spare] = me[all]
        case "empty": me[all] = []
        case "drop": me[one] = nil
        default: break
        }
      }
      State(.idle)
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
    effects.compactMap { if case .set(let field, _, _) = $0 { field } else { nil } }
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
