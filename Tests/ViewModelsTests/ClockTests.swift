import Testing

@testable import Statecharts
@testable import ViewModels

/// The clock is a token: who declares it has the time in its identity, and nobody else sees it.
struct ClockTests {
  /// Says when it was rung last, by a clock that it may or may not declare.
  enum Bell: ViewModel {
    struct Model: Sendable { var rungAt = 0 }
    static let rungAt = Field("rungAt", \Model.rungAt)
    static let ring = Input<Void>("ring")
    static let wait = Input<Void>("wait")
    static let clock = Clock()

    static let definition = made { Uses(clock) }
    static func made(@Parts<Bell> _ parts: () -> [Part<Bell>]) -> Definition<Bell> {
      Definition<Bell>(Model(), fields: [rungAt], inputs: [ring, wait]) {
        Region("bell") {
          On(ring) { me, _ in me[rungAt] = me.milliseconds(on: clock) }
          On(wait) { me, _ in me.send(ring, after: .seconds(2)) }
          State("hung")
        }
        parts()
      }
    }
  }

  private static let machine = Machine(Bell.self, name: "bell", variant: "one", summary: "")

  private func program(_ definition: Definition<Bell>) -> Program {
    let templates = definition.templates
    return Program(templates: templates.map(\.template), readsClock: templates.contains { $0.readsClock })
  }

  private func opened(_ program: Program) -> Kernel {
    var kernel = Kernel(program, Snapshot())
    kernel.run(Cause(.open, "open")) { kernel in
      let root = kernel.make("Bell", at: "")
      kernel.perform { $0.keep(root) }
    }
    return kernel
  }

  @Test("a definition that declares the clock reads the time since its machine was opened")
  func declared() {
    var (snapshot, _) = Self.machine.open()
    _ = Self.machine.step(&snapshot, .advance(milliseconds: 61_250))
    _ = Self.machine.step(&snapshot, .send(input: "ring", nil))
    #expect(Self.machine.field(at: "rungAt", of: snapshot)?.value == 61_250)
  }

  @Test("code that reads the clock undeclared is a fault, at any time the same")
  func undeclared() {
    var kernel = opened(program(Bell.made {}))
    kernel.advance(to: 500)
    kernel.run(Cause(.user, "ring")) { $0.send("ring", to: InstanceID(0)) }
    #expect(kernel.snapshot.fault == "the clock was read, and the definition does not declare it")
  }

  @Test("two moments of a machine with a clock are two states to the millisecond; of one without, they are one")
  func identity() {
    for (definition, isTold) in [(Bell.definition, true), (Bell.made {}, false)] {
      let program = program(definition)
      var early = opened(program)
      early.run(Cause(.user, "wait")) { $0.send("wait", to: InstanceID(0)) }
      var late = Kernel(program, early.snapshot)
      late.snapshot.time += 1
      late.snapshot.agenda = Agenda(
        late.snapshot.agenda.ordered.map { work in
          var work = work
          work.due += 1
          return work
        }, at: 1)
      #expect((early.snapshot.canonicalBytes(program) != late.snapshot.canonicalBytes(program)) == isTold)
      #expect((early.snapshot.fingerprint(program) != late.snapshot.fingerprint(program)) == isTold)
      #expect(late.snapshot.normalised(program).time == (isTold ? 1 : 0))
    }
  }

  @Test("a machine with a clock and its normal form do the same and stay the same")
  func law() {
    var (snapshot, _) = Self.machine.open()
    let acts: [Stimulus] = [
      .send(input: "wait", nil), .advance(milliseconds: 1_999), .send(input: "ring", nil), .advance(milliseconds: nil),
      .advance(milliseconds: 86_400_000), .send(input: "wait", nil), .advance(milliseconds: 3_000),
    ]
    for act in acts {
      var normal = snapshot.normalised(Self.machine.program)
      let turns = Self.machine.step(&snapshot, act)
      #expect(Self.machine.step(&normal, act) == turns)
      #expect(normal.canonicalBytes(Self.machine.program) == snapshot.canonicalBytes(Self.machine.program))
    }
    #expect(Self.machine.field(at: "rungAt", of: snapshot)?.value == .int(86_404_000))
  }

  @Test("a definition's hash does not depend on a secret, be it a sample or what a field begins with")
  func secrets() {
    enum Vault: ViewModel {
      struct Model: Sendable { var code: Secret<String> }
      static let definition = made("1234")
      static func made(_ code: Secret<String>) -> Definition<Vault> {
        Definition<Vault>(Model(code: code), fields: [Field("code", \Model.code, samples: ["right": code])]) {}
      }
    }
    let hash = { (code: Secret<String>) in MaskedDigest(of: Machine.description(Vault.made(code).templates, [])) }
    #expect(hash("1234") == hash("a longer one"))
  }

  @Test("that a machine reads the clock is part of what it is")
  func hash() {
    let silent = Machine.description(Bell.made {}.templates, [])
    #expect(Machine.description(Bell.definition.templates, []) != silent)
    #expect(Self.machine.findings == [])
  }
}
