import Statecharts
import Synchronization
import Testing

@testable import ViewModels

/// Tokens have names, and what is wrong with these is told all in one go, when the machine is made.
struct TokenTests {
  struct Asleep: ViewModel {
    struct Model: ModelType { var isAwake = false }
    static let made = Mutex(0)
    let wake = Input()
    init() { Self.made.withLock { $0 += 1 } }
  }

  @Test("the tokens of a view model are made once, when a machine over it is used, and not before")
  func lazily() {
    let machines = ["one", "two"].map { Machine(Asleep.self, name: "asleep", variant: $0, summary: "") }
    #expect(machines.map(\.title) == ["asleep@one", "asleep@two"])
    #expect(Asleep.made.withLock { $0 } == 0)
    for machine in machines { #expect(machine.open().turns.count == 1) }
    #expect(Asleep.made.withLock { $0 } == 1)
  }

  private func findings<V: ViewModel>(_ type: V.Type) -> [String] {
    Machine(type, name: "one", variant: "one", summary: "").findings.filter { $0.severity == .error }.map {
      "\($0.code) \($0.place)"
    }
  }

  struct Greeting: TokenGroup {
    typealias Owner = Named
    let hello = Input()
    let said = Subject<String>("spoken")
  }

  struct Named: ViewModel {
    struct Model: ModelType {
      var first = 1
      var second = "b"
      var third: Int?
      var sum: Int { first + (third ?? 0) }
    }
    let greeting = Greeting()
    let sum = Field(\.sum, named: "total", from: \.first, \.third)
    let second = Field(\.second)
    let isOne = Guard(reads: \.first) { $0.first == 1 }
    let ask = Service<Int, Int>(after: .seconds(1)) { .ok($0) }
    var chart: Chart {
      Region("r") {
        On(greeting.hello, when: isOne) { $0.emit(greeting.said, "hi") }
        State(.idle) { Invoke(ask) { $0.first } }
      }
    }
  }

  @Test(
    "a label is a name, unless another one is given; properties without a token are fields behind those that have one")
  func names() {
    let template = Named.definition.templates[0]
    #expect(template.template.fields.map(\.name) == ["total", "second", "first", "third"])
    #expect(template.template.subjects == ["spoken"])
    #expect(template.inputs.map(\.name) == ["hello"])
    #expect(template.services.map(\.own.name) == ["ask"])
    #expect(template.template.fields[0].kind == .derived(from: ["first", "third"]))
    #expect(Named.isOne.guardCondition.name == "isOne")
    #expect(findings(Named.self) == [])
  }

  @Test("a token from outside is the one that the machine knows")
  func outside() {
    #expect(Named.second.name == "second")
    #expect(Named.second.port == 1)
    #expect(Named.greeting.said.port == 4)
  }

  @Test("a property is read and set by its own name, be it named by a token, plain or computed")
  func model() {
    struct Pair: ViewModel {
      struct Model: ModelType {
        var left = 1
        var right = 2
        var both: Int {
          get { left + right }
          set { left = newValue }
        }
      }
      let both = Field(\.both)
      let swap = Input()
      let grow = Input()
      var chart: Chart {
        Region("pair") {
          On(swap) { me in (me.left, me.right) = (me.right, me.left) }
          On(grow) { me in me.both = 10 }
          State(.idle)
        }
      }
    }
    let machine = Machine(Pair.self, name: "pair", variant: "one", summary: "")
    var (snapshot, _) = machine.open()
    #expect(
      machine.step(&snapshot, .send(input: "swap", nil)).flatMap(\.effects) == [
        .set(field: "left", old: 1, new: 2), .set(field: "right", old: 2, new: 1),
      ])
    #expect(
      machine.step(&snapshot, .send(input: "grow", nil)).flatMap(\.effects) == [.set(field: "both", old: 3, new: 11)])
    #expect(machine.field(at: "left", of: snapshot)?.value == 10)
  }

  @Test("token-held-twice, repeated-token, reserved-name, unknown-source: all of them are told, each at its label")
  func mistakes() {
    struct Muddled: ViewModel {
      struct Model: ModelType {
        var a = 0
        var b = 0
        var c: Int { a + b }
      }
      static let shared = Muddled.Input("shared")
      let a = Field(\.a)
      let again = Field(\.b, named: "a")
      let derived = Field(\.c, from: \.c)
      let first = Muddled.shared
      let second = Muddled.shared
      let chart = Input()
    }
    #expect(
      Set(findings(Muddled.self)) == [
        "repeated-token Muddled: a", "token-held-twice Muddled: second", "reserved-name Muddled: chart",
      ])
    struct Lost: ViewModel {
      struct Model: ModelType {
        var limits = CoverageTests.Limits()
        var c: Int { limits.upper }
      }
      let upper = Field(\.limits.upper)
      let isStrict = Field(\.limits.isStrict)
      let c = Field(\.c, from: \.limits)
    }
    #expect(findings(Lost.self) == ["unknown-source Lost: c"])
  }

  @Test("one repeated name is one finding, whatever it names")
  func reportedOnce() {
    struct Doubled: ViewModel {
      struct Model: ModelType {
        var a = 0
        var b = 0
      }
      let first = Field(\.a, named: "sum")
      let second = Field(\.b, named: "sum")
      let go = Input("go")
      let leave = Input("go")
      let load = Service<Int, Int>("load", after: .seconds(1)) { .ok($0) }
      let fetch = Service<Int, Int>("load", after: .seconds(2)) { .ok($0) }
      let heard = Handler<Int>("heard") { _, _ in }
      let told = Handler<Int>("heard") { _, _ in }
      var chart: Chart {
        Region("doubled") { State("one") { On(go) } }
      }
    }
    let machine = Machine(Doubled.self, name: "doubled", variant: "one", summary: "")
    let repeated = machine.findings.filter { $0.code.text.hasPrefix("repeated") }.map { "\($0.code) \($0.place)" }
    #expect(
      repeated == [
        "repeated-token Doubled: sum", "repeated-token Doubled: go", "repeated-token Doubled: load",
        "repeated-token Doubled: heard",
      ])
  }

  @Test("a machine with such a mistake is not opened: it has crashed, and says all of it")
  func refused() {
    struct Twice: ViewModel {
      struct Model: ModelType {}
      let a = Subject<Int>("x")
      let b = Subject<Int>("x")
    }
    let machine = Machine(Twice.self, name: "twice", variant: "one", summary: "")
    let fault = machine.open().snapshot.fault
    #expect(fault?.contains("Twice: x: another token has the same name") == true)
  }

  @Test("code of a wiring has the name in the log that ReactiveObjC gives it")
  func selectors() {
    struct Chain: ViewModel {
      struct Model: ModelType { var count = 0 }
      let count = Field(\.count)
      var chart: Chart {
        Wire("chain") { me in
          me.values(\.count).doNext(me) { _, _ in }.doError(me) { _, _ in }.doCompleted(me) { _ in }.logAll()
            .subscribe(me) { _, _ in }
        }
      }
    }
    let turns = Machine(Chain.self, name: "chain", variant: "one", summary: "").open().turns
    let logged = turns.flatMap(\.effects).compactMap { if case .logged(let text, _) = $0 { text } else { nil } }
    #expect(logged == ["[[[RACObserve(count)] -doNext:] -doError:] -doCompleted: next"])
  }

  @Test("a token that nobody holds has no name, which is told where it is waited for")
  func unheld() {
    struct Loose: ViewModel {
      struct Model: ModelType {}
      static let knock = Loose.Input()
      var chart: Chart { Region("loose") { State(.idle) { On(Loose.knock) } } }
    }
    #expect(findings(Loose.self).contains("nameless-token Loose: idle"))
    var naming = TokenNaming(of: "Bare")
    _ = naming.name([("", Named.Input("x") as any TableToken)])
    #expect(naming.faults.map(\.code) == ["nameless-token"])
  }

  struct Egg: ViewModel {
    struct Model: ModelType {}
    let hen = Child<Hen>()
  }
  struct Hen: ViewModel {
    struct Model: ModelType {}
    let egg = Child<Egg>()
  }

  @Test("child-cycle: a child that has a child like its parent")
  func cycle() {
    #expect(findings(Egg.self) == ["child-cycle Egg: hen", "child-cycle Hen: egg"])
    let fault = Machine(Egg.self, name: "egg", variant: "one", summary: "").open().snapshot.fault
    #expect(fault?.contains("Egg, Hen, Egg") == true)
  }

  @Test("a property is set as a whole when it is a field, and never as its first part")
  func parts() {
    struct Range: Hashable, ValueConvertible {
      var low = 1
      var high = 2
      init() {}
      var value: Value { .list([.int(low), .int(high)]) }
      init?(_ value: Value) {
        guard let numbers = [Int](value), numbers.count == 2 else { return nil }
        (low, high) = (numbers[0], numbers[1])
      }
      static var shape: Shape { .any }
    }
    struct Split: ViewModel {
      struct Model: ModelType { var range = Range() }
      let low = Field(\.range.low, named: "low")
      let high = Field(\.range.high, named: "high")
      let reset = Input()
      let grow = Input()
      var chart: Chart {
        Region("split") {
          On(reset) { me in me.range = Range() }
          On(grow) { me in me.set(low, to: 7) }
          State(.idle)
        }
      }
    }
    let machine = Machine(Split.self, name: "split", variant: "one", summary: "")
    var (snapshot, _) = machine.open()
    #expect(
      machine.step(&snapshot, .send(input: "grow", nil)).flatMap(\.effects) == [.set(field: "low", old: 1, new: 7)])
    _ = machine.step(&snapshot, .send(input: "reset", nil))
    #expect(snapshot.fault?.hasPrefix("Split has no field for the property that is set") == true)
  }

  struct Tower: ViewModel {
    struct Model: ModelType {}
    let flat = Child<Flat>()
    let ring = Input()
    var chart: Chart {
      Wire("hear", flat) { me, flat in flat.values(of: \.rang).subscribe(me) { me, count in me.log("rang \(count)") } }
      Region("tower") {
        On(ring) { $0[flat].rings += 1 }
        State(.idle)
      }
    }
    var laws: Chart { Invariant("it rings at most twice") { $0[flat].rings <= 2 } }
    var screen: Screen { Screen("Tower") { Label(flat.rings, "Rings") } }
  }

  struct Flat: ViewModel {
    struct Model: ModelType { var rings = 0 }
    let rings = Field(\.rings)
    let rang = Subject<Int>()
    var chart: Chart { Observe(rings) { $0.emit(rang, $1) } }
  }

  @Test("a child stands at its label, is reached by it, and goes with its parent")
  func child() {
    let machine = Machine(Tower.self, name: "tower", variant: "one", summary: "")
    #expect(machine.findings.filter { $0.severity == .error } == [])
    var (snapshot, _) = machine.open()
    #expect(
      machine.step(&snapshot, .send(input: "ring", nil)).flatMap(\.effects) == [
        .set(field: "flat.rings", old: 0, new: 1), .output(subject: "flat.rang", value: 1), .logged("rang 1", nil),
      ])
    #expect(machine.screen(of: snapshot).controls.map(\.value) == [1])
    for _ in 0..<2 { _ = machine.step(&snapshot, .send(input: "ring", nil)) }
    #expect(machine.properties(of: snapshot).filter(\.isBroken).map(\.name) == ["it rings at most twice"])
    // A snapshot and its normal form have the same children.
    var normal = snapshot.normalised(machine.program)
    let turns = machine.step(&snapshot, .send(input: "ring", nil))
    #expect(machine.step(&normal, .send(input: "ring", nil)) == turns)
  }
}
