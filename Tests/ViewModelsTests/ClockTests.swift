import Testing

@testable import Statecharts
@testable import ViewModels

/// The clock is a token: who declares it has the time in its identity, and nobody else sees it.
struct ClockTests {
  /// Whether a bell declares its clock.
  protocol Declaring: Sendable { static var isDeclared: Bool { get } }
  enum Declared: Declaring { static var isDeclared: Bool { true } }
  enum Silent: Declaring { static var isDeclared: Bool { false } }

  /// Says when it was rung last, by a clock that it may or may not declare.
  struct Bell<D: Declaring>: ViewModel {
    struct Model: ModelType { var rungAt = 0 }
    static var templateName: String { "Bell" }
    let ring = Input()
    let wait = Input()

    var chart: Chart {
      Region("bell") {
        On(ring) { me in me.rungAt = me.milliseconds(on: Clock()) }
        On(wait) { me in me.send(ring, after: .seconds(2)) }
        State("hung")
      }
      if D.isDeclared { Uses(Clock()) }
    }
  }

  private static let machine = Machine(Bell<Declared>.self, name: "bell", variant: "one", summary: "")

  private func program<D>(_ definition: Definition<Bell<D>>) -> Program {
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
    var kernel = opened(program(Bell<Silent>.definition))
    kernel.advance(to: 500)
    kernel.run(Cause(.user, "ring")) { $0.send("ring", to: InstanceID(0)) }
    #expect(kernel.snapshot.fault == "the code reads the clock, but the definition does not declare that")
  }

  @Test("two moments of a machine with a clock are two states to the millisecond; of one without, they are one")
  func identity() {
    for (program, isTold) in [
      (program(Bell<Declared>.definition), true), (program(Bell<Silent>.definition), false),
    ] {
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
    let hashes = [
      MaskedDigest(of: Machine.description(Vault<Short>.definition.templates, [])),
      MaskedDigest(of: Machine.description(Vault<Long>.definition.templates, [])),
    ]
    #expect(hashes[0] == hashes[1])
  }

  protocol Code: Sendable { static var code: Secret<String> { get } }
  enum Short: Code { static var code: Secret<String> { "1234" } }
  enum Long: Code { static var code: Secret<String> { "a longer one" } }
  struct Vault<C: Code>: ViewModel {
    struct Model: ModelType { var code = C.code }
    static var templateName: String { "Vault" }
    let code = Field(\.code, samples: ["right": C.code])
  }

  @Test("that a machine reads the clock is part of what it is")
  func hash() {
    let silent = Machine.description(Bell<Silent>.definition.templates, [])
    #expect(Machine.description(Bell<Declared>.definition.templates, []) != silent)
    #expect(Self.machine.findings == [])
  }
}
