import Testing

@testable import Statecharts

/// Key-value observing with options (SEEDS A).
struct KeyValueObservationTests {
  /// A root with `x`, a list, a field computed from `x` and a user; every registration's handler says what it gets.
  static func model(
    _ x: Value = .null, setter: Code? = nil, observers: [Code] = [], then: Code? = nil
  ) -> Simulation {
    Simulation(
      Program(
        templates: [
          .slots(
            "root",
            [
              .hidden("x", x, setter: setter, observers: observers), .hidden("list", ["p", "q"]),
              Slot.hiddenDouble, .hidden("user"), .hidden("other"),
            ], subjects: ["log"]), .slots("user", [.hidden("name"), .hidden("friend")]),
        ],
        handlers: [
          .say,
          HandlerDefinition("hear") { turn, captures, value in
            let re = turn.read(InstanceID(0), "x")
            turn.say("\(captures.first?.text ?? "")\(value["change"]!.dictionary)", re)
          },
          HandlerDefinition("echo") { turn, _, value in turn.say("\(value["keyPath"]!.line)", value["context"]!) },
          HandlerDefinition("act") { turn, captures, value in
            turn.say(value["change"]!.dictionary, .null)
            then?(turn, InstanceID(0), value)
          },
        ]))
  }

  private static func observe(
    _ simulation: inout Simulation, _ options: ObservationOptions, _ path: [Name] = ["x"], as name: String = "",
    context: Value = .null, handler: Name = "hear"
  ) {
    simulation.act("observe") { turn, me in
      turn.observe(
        path, of: me, options, by: me, context: context, HandlerValue(handler, name.isEmpty ? [] : [.string(name)]))
    }
  }

  /// What an observer of `x` with these options hears: at registration, and of a set from "o" to "n".
  static func heard(_ options: ObservationOptions) -> (registration: [String], set: [String]) {
    var simulation = model("o")
    observe(&simulation, options)
    let registration = simulation.said()
    simulation.set("x", "n")
    return (registration, simulation.said())
  }

  /// The sixteen rows of A.2, the eight with Initial behind the eight without.
  static let rows: [ObservationOptions] = (0..<16).map { index in
    var options: ObservationOptions = []
    if index & 1 != 0 { options.insert(.new) }
    if index & 2 != 0 { options.insert(.old) }
    if index & 4 != 0 { options.insert(.prior) }
    if index & 8 != 0 { options.insert(.initial) }
    return options
  }

  @Test("A.2: what each of the sixteen combinations of options is told", arguments: rows)
  func table(options: ObservationOptions) {
    let heard = Self.heard(options)
    let registration = options.contains(.initial) ? [options.contains(.new) ? "kind new=o" : "kind"] : []
    #expect(heard.registration == registration.map { "\($0) \"o\"" })
    let old = options.contains(.old) ? " old=o" : ""
    let new = options.contains(.new) ? " new=n" : ""
    // Reading the field inside the notification before a change still gives the old value.
    let prior = options.contains(.prior) ? ["kind prior\(old) \"o\""] : []
    #expect(heard.set == prior + ["kind\(new)\(old) \"n\""])
  }

  @Test("A.2: the eight rows without Initial, written out")
  func rowsWrittenOut() {
    let sets = Self.rows.prefix(8).map { Self.heard($0).set.map { $0.split(separator: " \"")[0] } }
    #expect(
      sets == [
        ["kind"], ["kind new=n"], ["kind old=o"], ["kind new=n old=o"], ["kind prior", "kind"],
        ["kind prior", "kind new=n"], ["kind prior old=o", "kind old=o"], ["kind prior old=o", "kind new=n old=o"],
      ])
  }

  @Test("K1: New hears each set with its value, and nothing at registration")
  func newValues() {
    var simulation = Self.model()
    Self.observe(&simulation, .new)
    simulation.set("x", "1111")
    simulation.set("x", "2222")
    #expect(simulation.said() == ["kind new=1111 \"1111\"", "kind new=2222 \"2222\""])
  }

  @Test("K2: Initial with New gets nil as a value, never as a missing key (HZ-A4)")
  func initialNil() {
    var simulation = Self.model()
    Self.observe(&simulation, [.initial, .new])
    #expect(simulation.said() == ["kind new=nil"])
  }

  @Test("K3: Initial never has old")
  func initialOld() {
    var simulation = Self.model(5)
    Self.observe(&simulation, [.initial, .old])
    #expect(simulation.said() == ["kind 5"])
  }

  @Test("K4: Old is nil, then what was set")
  func old() {
    var simulation = Self.model()
    Self.observe(&simulation, .old)
    simulation.set("x", 1)
    simulation.set("x", 2)
    #expect(simulation.said() == ["kind old=nil 1", "kind old=1 2"])
  }

  @Test("K5: Prior is told twice for a set, before it and after it")
  func prior() {
    var simulation = Self.model(1)
    Self.observe(&simulation, .prior)
    simulation.set("x", 2)
    #expect(simulation.said() == ["kind prior 1", "kind 2"])
  }

  @Test("K6: Prior of an insertion has no old; of a removal and a replacement it has")
  func priorOfLists() {
    var simulation = Self.model()
    Self.observe(&simulation, [.new, .old, .prior], ["list"])
    simulation.edit(.insert(["z"], at: [0]))
    simulation.edit(.remove(at: [1]))
    simulation.edit(.replace(at: [0], with: ["y"]))
    #expect(
      simulation.said() == [
        "kind2 [0] prior", "kind2 [0] new=z", "kind3 [1] prior old=p", "kind3 [1] old=p", "kind4 [0] prior old=z",
        "kind4 [0] new=y old=z",
      ])
    #expect(simulation.read("list") == ["y", "q"])
  }

  @Test("K7: Initial with Prior is told once at registration, and that is not prior")
  func initialPrior() {
    var simulation = Self.model(1)
    Self.observe(&simulation, [.initial, .prior])
    #expect(simulation.said() == ["kind 1"])
  }

  @Test("K8: an equal set notifies")
  func equal() {
    var simulation = Self.model("a")
    Self.observe(&simulation, .new)
    simulation.set("x", "a")
    #expect(simulation.said() == ["kind new=a \"a\""])
  }

  @Test("K-R7: an equal value is told of by a set, and not by a setter that notifies by hand")
  func manual() {
    var simulation = Self.model("a")
    Self.observe(&simulation, [.new, .old, .prior])
    let assign = { (simulation: inout Simulation, value: Value) in
      simulation.act { turn, me in
        if turn.read(me, "x") == value { return }
        turn.changing(me, port: 0) { $0.setSilently(me, port: 0, to: value) }
      }
    }
    assign(&simulation, "a")
    #expect(simulation.said() == [])
    assign(&simulation, "b")
    let manual = simulation.said()
    #expect(manual.count == 2)
    simulation.set("x", "a")
    _ = simulation.said()
    simulation.set("x", "b")
    #expect(simulation.said() == manual)
  }

  @Test("K9: without options an observer is told that there was a change")
  func none() {
    var simulation = Self.model()
    Self.observe(&simulation, [])
    simulation.set("x", 1)
    #expect(simulation.said() == ["kind 1"])
  }

  @Test("K10: the edits of a list say where they were, and what came and went")
  func lists() {
    var simulation = Self.model()
    Self.observe(&simulation, [.new, .old], ["list"])
    simulation.edit(.insert(["r", "s"], at: [1, 3]))
    simulation.edit(.remove(at: [0, 3]))
    simulation.edit(.replace(at: [0, 1], with: ["t", "u"]))
    simulation.set("list", ["v"])
    #expect(
      simulation.said() == [
        "kind2 [1, 3] new=r, s", "kind3 [0, 3] old=p, s", "kind4 [0, 1] new=t, u old=r, q", "kind new=v old=t, u",
      ])
  }

  @Test("K11: the same observer may register twice, and is told twice; the context is echoed")
  func twice() {
    var simulation = Self.model()
    Self.observe(&simulation, .new, context: "first", handler: "echo")
    Self.observe(&simulation, .new, context: "second", handler: "echo")
    simulation.set("x", 1)
    #expect(simulation.said() == ["\"x\" \"first\"", "\"x\" \"second\""])
    simulation.act { turn, me in turn.removeObserver(me, of: me, ["x"], context: "first") }
    simulation.set("x", 2)
    #expect(simulation.said() == ["\"x\" \"second\""])
  }

  @Test("K12: observers are told in the order in which they registered, or in reverse")
  func order() {
    var simulation = Self.model()
    for name in ["A ", "B "] { Self.observe(&simulation, [.prior], as: name) }
    simulation.set("x", 1)
    #expect(simulation.said() == ["A kind prior", "B kind prior", "A kind 1", "B kind 1"])
    simulation.kernel.snapshot.reversesObservers = true
    simulation.set("x", 2)
    #expect(simulation.said() == ["B kind prior 1", "A kind prior 1", "B kind 2", "A kind 2"])
  }

  @Test("K13: the write of an instance variable notifies nobody")
  func silent() {
    var simulation = Self.model(0, setter: { turn, _, _ in turn.say("setter") })
    Self.observe(&simulation, [.new, .prior])
    simulation.act { turn, me in turn.setSilently(me, port: 0, to: 7) }
    #expect(simulation.said() == [])
    #expect(simulation.read("x") == 7)
  }

  @Test(
    "K14, HZ-A1: a set inside a notification: the remaining observers hear the newest value first, then a stale new")
  func nested() {
    var simulation = Self.model(then: { turn, me, value in
      if value["change"]?["new"] == 1 { turn.set(me, "x", 2) }
    })
    Self.observe(&simulation, .new, handler: "act")
    Self.observe(&simulation, .new, as: "B ")
    simulation.set("x", 1)
    #expect(simulation.said() == ["kind new=1", "kind new=2", "B kind new=2 2", "B kind new=1 2"])
  }

  @Test("HZ-A2: a set inside a notification without a guard is stopped by the limit of nesting")
  func endless() {
    var simulation = Self.model(then: { turn, me, _ in turn.set(me, "x", 1) })
    Self.observe(&simulation, .new, handler: "act")
    simulation.set("x", 1)
    #expect(simulation.kernel.snapshot.fault == "limit nestedDeliveries of 64 reached")
  }

  @Test("HZ-A3: Initial tells of an outcome that there is none of yet")
  func initialOutcome() {
    var simulation = Self.model()
    Self.observe(&simulation, [.initial, .new], as: "success ")
    Self.observe(&simulation, .new, as: "plain ")
    #expect(simulation.said() == ["success kind new=nil"])
    simulation.set("x", "done")
    #expect(simulation.said() == ["success kind new=done \"done\"", "plain kind new=done \"done\""])
  }

  @Test("K15: removing an observer that is not registered is a fault of the model")
  func removedTwice() {
    var simulation = Self.model()
    Self.observe(&simulation, .new)
    simulation.act { turn, me in turn.removeObserver(me, of: me, ["x"]) }
    simulation.set("x", 1)
    #expect(simulation.said() == [])
    simulation.act { turn, me in turn.removeObserver(me, of: me, ["x"]) }
    #expect(simulation.effects() == ["crash: an observer of 'x' was removed, but is not registered"])
  }

  @Test("K-R10: the observed object goes while it is observed")
  func observedGoes() {
    var simulation = Self.model()
    simulation.act { turn, me in
      let user = turn.make("user", at: "user")
      turn.set(me, "user", .reference(user))
      turn.observe(["name"], of: user, .new, by: me, HandlerValue("hear"))
    }
    simulation.set("user", .null)
    #expect(
      simulation.effects() == [
        "crash: the instance of 'user.name' was deallocated while the field was observed; remove its observers first"
      ])
  }

  @Test("K-R10: the observer goes without being removed; one that goes by itself does not mind")
  func observerGoes() {
    func run(isAutomatic: Bool) -> [String] {
      var simulation = Self.model()
      simulation.act { turn, me in
        let user = turn.make("user", at: "user")
        turn.set(me, "user", .reference(user))
        turn.observe(
          ["x"], of: me, .new, by: user, isAutomatic: isAutomatic, HandlerValue("hear", [.reference(user)]))
      }
      simulation.set("user", .null)
      simulation.set("x", 1)
      #expect(simulation.kernel.snapshot.instanceCount == (isAutomatic ? 1 : 3))
      return simulation.effects()
    }
    #expect(run(isAutomatic: false) == ["crash: an observer of 'x' was deallocated while registered; remove it first"])
    #expect(run(isAutomatic: true) == [])
  }

  @Test("K-R14: a computed field passes on the changes of what it declares, with old, new and prior")
  func dependent() {
    var simulation = Self.model(1)
    Self.observe(&simulation, [.new, .old, .prior], ["double"])
    simulation.set("x", 4)
    #expect(simulation.said() == ["kind prior old=2 1", "kind new=8 old=2 4"])
  }

  @Test("a path of two components is attached again when the instance between them is replaced")
  func path() {
    var simulation = Self.model()
    Self.observe(&simulation, [.initial, .new, .old], ["user", "name"])
    simulation.act { turn, me in
      let user = turn.make("user", at: "user")
      let other = turn.make("user", at: "other")
      turn.set(user, "name", "a")
      turn.set(other, "name", "o")
      turn.set(me, "other", .reference(other))
      turn.set(me, "user", .reference(user))
      turn.set(user, "name", "b")
      turn.set(me, "user", .reference(other))
      turn.set(user, "name", "late")
      turn.set(other, "name", "p")
      turn.set(me, "user", .null)
    }
    #expect(
      simulation.said() == [
        "kind new=nil", "kind new=a old=nil", "kind new=b old=a", "kind new=o old=b", "kind new=p old=o",
        "kind new=nil old=p",
      ])
  }

  @Test("a path of three components through a circle hears each change, and can be removed")
  func longPath() {
    var simulation = Self.model()
    simulation.act { turn, me in
      let user = turn.make("user", at: "user")
      turn.set(user, "friend", .reference(user))
      turn.set(user, "name", "a")
      turn.set(me, "user", .reference(user))
    }
    Self.observe(&simulation, .new, ["user", "friend", "friend", "name"])
    simulation.act { turn, me in
      let user = turn.read(me, "user").target!
      turn.set(user, "name", "b")
      turn.set(user, "friend", .null)
      turn.set(user, "friend", .reference(user))
      turn.removeObserver(me, of: me, ["user", "friend", "friend", "name"])
      turn.set(user, "name", "c")
    }
    // The field of the circle stands in the path twice and is listened to twice.
    #expect(simulation.said() == ["kind new=b", "kind new=nil", "kind new=nil", "kind new=b"])
    #expect(simulation.kernel.snapshot.fault == nil)
  }

  @Test("an observer that was removed by one before it hears nothing, and one that joins meanwhile neither")
  func removedMeanwhile() {
    var simulation = Self.model(then: { turn, me, _ in
      turn.removeObserver(me, of: me, ["x"], context: "second")
      turn.observe(["x"], of: me, .new, by: me, context: "third", HandlerValue("echo"))
    })
    Self.observe(&simulation, [], handler: "act")
    Self.observe(&simulation, [], context: "second", handler: "echo")
    simulation.set("x", 1)
    #expect(simulation.said() == ["kind"])
  }

  @Test("new is the value behind the setter's own body, the same for every observer")
  func behindTheSetter() {
    var simulation = Self.model(setter: { turn, me, value in if value == "raw" { turn.set(me, "x", "clean") } })
    Self.observe(&simulation, [.new, .old])
    simulation.set("x", "raw")
    #expect(simulation.said() == ["kind new=clean old=raw \"clean\"", "kind new=clean old=nil \"clean\""])
  }

  @Test("an edit that has no place in the list is a fault, as is one of no list")
  func badEdits() {
    func fault(_ edit: ListEdit, of port: Int = 1) -> String? {
      var simulation = Self.model(1)
      simulation.act { turn, me in turn.edit(me, port: port, edit) }
      return simulation.kernel.snapshot.fault
    }
    let place = "the list 'list' of 2 elements cannot be changed at"
    #expect(fault(.insert(["z"], at: [3])) == "\(place) [3]")
    #expect(fault(.insert(["z"], at: [0, 1])) == "\(place) [0, 1]")
    #expect(fault(.remove(at: [-1])) == "\(place) [-1]")
    #expect(fault(.remove(at: [1, 0])) == "\(place) [1, 0]")
    #expect(fault(.replace(at: [2], with: ["z"])) == "\(place) [2]")
    #expect(fault(.insert(["y", "z"], at: [2, 3])) == nil)
    #expect(fault(.remove(at: [0]), of: 0) == "field 'x' is not a list; it cannot be changed in place")
  }

  @Test("observers and probes of a field leave its notifications in the trace; a secret is masked")
  func recorded() {
    var secret = Slot("password", "old")
    secret.isSecret = true
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [secret, Slot("x")], subjects: ["log"])],
        handlers: [
          HandlerDefinition("quiet") { _, _, _ in }
        ]))
    simulation.kernel.watchers.probes = [Probe("x", [.new, .prior])]
    simulation.act { turn, me in
      turn.observe(["password"], of: me, [.new, .old], by: me, HandlerValue("quiet"))
      turn.set(me, "password", "new")
      turn.set(me, "x", 1)
    }
    #expect(
      simulation.effects() == [
        "password = <secret>", "notify password {kind: 1, new: <secret>, old: <secret>}", "x = 1",
      ])
    #expect(
      simulation.kernel.watchers.sightings.map(\.change) == [
        [Member("kind", 1), Member("notificationIsPrior", true)], [Member("kind", 1), Member("new", 1)],
      ])
  }
}

extension Slot {
  fileprivate static var hiddenDouble: Slot {
    var slot = Slot("double", from: ["x"]) { .int(($0[0].number ?? 0) * 2) }
    slot.isInternal = true
    return slot
  }
}

extension Value {
  /// A change dictionary in short: `kind prior new=n old=o`.
  fileprivate var dictionary: String {
    guard case .record(let members) = self else { return line }
    return members.map { member in
      switch member.name {
      case "kind": member.value == 1 ? "kind" : "kind\(member.value.line)"
      case "indexes": member.value.line
      case "notificationIsPrior": "prior"
      default: "\(member.name)=\(member.value.plain)"
      }
    }.joined(separator: " ")
  }

  private var plain: String {
    if case .list(let values) = self { return values.map(\.plain).joined(separator: ", ") }
    return text ?? line
  }
}

extension Simulation {
  /// Edits the root's field `list`.
  fileprivate mutating func edit(_ edit: ListEdit) {
    act("edit") { turn, me in turn.edit(me, port: 1, edit) }
  }
}
