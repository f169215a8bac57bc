import Testing
import ViewModels

/// A kettle that breaks every kind of property when it is asked to.
struct Kettle: ViewModel {
  struct Model: ModelType, Hashable {
    var degrees = 20
    var isOn = false
  }

  let isOn = Field(\.isOn)
  let boil = Input()
  let off = Input()
  let heat = Input<Int>()
  let beep = Input()
  let done = Subject<Void>()
  let steam = Service<Int, Int>(after: .seconds(1)) { .ok($0) }
  let cool = Handler { $0.degrees = 99 }

  var chart: Chart {
    Region("kettle") {
      On(heat) { me, degrees in
        me.degrees = degrees
        if degrees > 200 { me.post(cool) }
      }
      On(beep) { $0.emit(done) }
      State(.idle) { On(boil, to: "boiling") { $0.isOn = true } }
      State("boiling") {
        Invoke(steam) { $0.degrees }
        On(off, to: .idle) { $0.isOn = false }
        On(steam.succeeded, to: .idle) { $0.emit(done) }
      }
    }
  }

  var laws: Chart {
    Invariant("it never runs dry", at: .turn) { $0.degrees < 1_000 }
    Invariant("it is never hotter than 100 at rest") { $0.degrees <= 100 }
    Invariant("it boils only when it is on", at: .turn) { $0.isIn("boiling") == ($0.openRequests(of: steam) == 1) }
    AtMost(1, .sent(done), since: .became(isOn, true), "it beeps once each time it was on")
    ExactlyOne(.sent(done), per: .requested(steam), "every boiling ends in one beep")
    None(of: .requested(steam), after: .became(isOn, false), until: .became(isOn, true), "it is never heated when off")
    EveryOne(of: .entered("kettle", "boiling"), endsIn: .entered("kettle", "idle"), "it does not boil for ever")
    Law("it never cools", from: 0) { hottest, turn in
      defer { hottest = max(hottest, turn.degrees) }
      return turn.degrees >= hottest
    }
  }
}

struct PropertyTests {
  private let machine = Machine(Kettle.self, name: "kettle", variant: "one", summary: "a kettle")

  /// The properties that each stimulus breaks.
  private func broken(by stimuli: [Stimulus]) -> [[String]] {
    var (snapshot, _) = machine.open()
    return stimuli.map { stimulus in
      machine.step(&snapshot, stimulus).flatMap(\.effects).compactMap {
        if case .broken(let property) = $0 { property.text } else { nil }
      }
    }
  }

  @Test("a machine that keeps its properties says nothing of them")
  func kept() {
    #expect(broken(by: [.send(input: "boil", nil), .advance(milliseconds: nil)]) == [[], []])
    var (snapshot, _) = machine.open()
    #expect(machine.properties(of: snapshot).count == 8)
    _ = machine.step(&snapshot, .send(input: "boil", nil))
    #expect(machine.properties(of: snapshot).allSatisfy { !$0.isBroken })
  }

  @Test("an invariant at rest is said when it becomes false, and again only after it held")
  func invariant() {
    let heat = { (degrees: Int) in Stimulus.send(input: "heat", .int(degrees)) }
    let hot = "it is never hotter than 100 at rest"
    let cooled = "it never cools"
    #expect(broken(by: [heat(120), heat(130), heat(90), heat(150)]) == [[hot], [], [cooled], [hot]])
  }

  @Test("an invariant at rest does not look between the turns of one instant, one of each turn does")
  func moments() {
    let stimuli: [Stimulus] = [.send(input: "heat", 1_000)]
    #expect(broken(by: stimuli) == [["it never runs dry", "it never cools"]])
    var (snapshot, _) = machine.open()
    let turns = machine.step(&snapshot, stimuli[0])
    #expect(turns.count == 2)
    #expect(turns[0].effects.last == .broken(property: "it never runs dry"))
    #expect(turns[1].cause.source == .hop)
    #expect(turns[1].effects.last == .broken(property: "it never cools"))
  }

  @Test("no more than one: the second beep is the one that breaks it, each time")
  func atMost() {
    let beep = Stimulus.send(input: "beep", nil)
    let boil: [Stimulus] = [.send(input: "boil", nil), .advance(milliseconds: nil)]
    let twice = "it beeps once each time it was on"
    let one = "every boiling ends in one beep"
    #expect(broken(by: boil + [beep]) == [[], [], [twice, one]])
  }

  @Test("exactly one: an outcome without a start, and a start without an outcome")
  func exactlyOne() {
    let one = "every boiling ends in one beep"
    #expect(broken(by: [.send(input: "beep", nil)]) == [[one]])
    #expect(broken(by: [.send(input: "boil", nil), .send(input: "off", nil)]) == [[], [one]])
  }

  @Test("what waits for ever breaks a law of ends; what waits for a typed reply does not yet")
  func everyOne() {
    let boil = Stimulus.send(input: "boil", nil)
    let never = Stimulus.service(name: "steam", ServiceBehaviour(answer: .never))
    let manual = Stimulus.service(name: "steam", ServiceBehaviour(answer: .manual))
    let forEver = ["every boiling ends in one beep", "it does not boil for ever"]
    #expect(broken(by: [never, boil]) == [[], forEver])
    #expect(broken(by: [manual, boil, .reply(request: "steam", .ok, 20)]) == [[], [], []])
  }

  @Test("what a property remembers is part of the snapshot: two histories of one state differ in it")
  func snapshot() {
    var (snapshot, _) = machine.open()
    let before = snapshot
    _ = machine.step(&snapshot, .send(input: "heat", 50))
    var other = snapshot
    _ = machine.step(&other, .send(input: "heat", 20))
    #expect(machine.fields(of: other).map(\.value) == machine.fields(of: before).map(\.value))
    #expect(other.canonicalBytes(machine.program) != before.canonicalBytes(machine.program))
    #expect(machine.properties(of: other).filter(\.isBroken).map(\.name) == ["it never cools"])
  }

  @Test("properties are checked alike when turns are not recorded")
  func unrecorded() {
    let (start, _) = machine.open()
    var recorded = Kernel(machine.program, start)
    var bare = Kernel(machine.program, start)
    bare.isRecording = false
    for heat in [150, 20] {
      let act = { (kernel: inout Kernel) in kernel.send("heat", .int(heat), to: InstanceID(0)) }
      recorded.run(Cause(.user, "send"), act)
      bare.run(Cause(.user, "send"), act)
    }
    #expect(bare.turns.isEmpty)
    #expect(bare.snapshot.canonicalBytes(machine.program) == recorded.snapshot.canonicalBytes(machine.program))
    #expect(bare.snapshot.properties(machine.program).filter(\.isBroken).map(\.name) == ["it never cools"])
  }
}

/// A model whose properties are called as members of closure arguments often are, with rows that a guard and a
/// service read.
struct Queue: ViewModel {
  struct Ticket: ViewModel {
    struct Model: ModelType { var number = 0 }
    let number = Field(\.number)
  }
  struct Model: ModelType {
    var count = 0
    var value = 1
    var state = 2
    var requests = 3
    var queue: [Ref<Ticket>] = []
  }
  let count = Field(\.count)
  let join = Input<Int>()
  let call = Input()
  let serve = Service<Int, Int>(after: .seconds(1)) { .ok($0) }
  let isFirstEven = Guard("the first number is even", reads: \.queue) { model, rows in
    !model.queue.isEmpty && rows[model.queue[0]].number % 2 == 0
  }

  var chart: Chart {
    Uses(Ticket.self)
    Region("desk") {
      On(join) { me, number in
        me.queue += [me.make(Ticket.self) { $0.number = number }]
        me.count += 1
      }
      State("free") { On(call, to: "busy", when: isFirstEven) }
      State("busy") {
        Invoke(serve) { model, rows in rows[model.queue[0]].number }
        On(serve.succeeded, to: "free") { me, number in me.value = number }
      }
    }
  }

  var laws: Chart {
    Invariant("few wait", at: .turn) { $0.count < 3 && $0[count] == $0.count }
    Invariant("all by their own names", at: .turn) { $0.value + $0.state + $0.requests < 100 }
  }
}

struct QueueTests {
  private let machine = Machine(Queue.self, name: "queue", variant: "one", summary: "a queue")

  private func run(_ stimuli: Stimulus...) -> [Effect] {
    var (snapshot, _) = machine.open()
    return stimuli.flatMap { machine.step(&snapshot, $0) }.flatMap(\.effects)
  }

  @Test("a law reads properties called count, value, state and requests by their names")
  func names() {
    #expect(machine.findings.filter { $0.severity == .error } == [])
    let join = Stimulus.send(input: "join", 2)
    #expect(!run(join, join).contains(.broken(property: "few wait")))
    #expect(run(join, join, join).contains(.broken(property: "few wait")))
    // 96 + 2 + 3 is above 100, and 94 + 2 + 3 is not.
    let busy = [Stimulus.send(input: "call", nil), .advance(milliseconds: 1_000)]
    #expect(run(.send(input: "join", 96), busy[0], busy[1]).contains(.broken(property: "all by their own names")))
    #expect(!run(.send(input: "join", 94), busy[0], busy[1]).contains(.broken(property: "all by their own names")))
  }

  @Test("a guard and an invocation read rows")
  func rows() {
    #expect(!run(.send(input: "call", nil)).contains { if case .moved = $0 { true } else { false } })
    #expect(
      !run(.send(input: "join", 7), .send(input: "call", nil)).contains { if case .moved = $0 { true } else { false } })
    let served = run(.send(input: "join", 8), .send(input: "call", nil))
    #expect(served.contains(.requested(service: "serve", input: 8)))
  }
}
