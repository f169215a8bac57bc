import Testing

@testable import ViewModels

/// Every stored property of a model is covered by a stored field, told by the bytes where both lie.
struct CoverageTests {
  private struct Limits: Sendable {
    var isStrict = false
    var upper = 10
  }

  private struct Empty: Sendable {}

  @propertyWrapper
  private struct Clamped: Sendable {
    private var stored = 0
    var wrappedValue: Int {
      get { stored }
      set { stored = max(0, newValue) }
    }
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  }

  private struct Model: Sendable {
    var isOn = true
    var count = 1
    var isLate = false
    var name: String?
    var limits = Limits()
    var nothing: Void = ()
    var empty = Empty()
    var error: (any Error)?
    var double: Int {
      get { count * 2 }
      set { count = newValue / 2 }
    }
  }

  private struct Wrapped: Sendable {
    @Clamped var level = 3
    var watched = 0 { didSet { level = watched } }
    let fixed = 1
  }

  private static let isOn = Field("isOn", \Model.isOn)
  private static let count = Field("count", \Model.count)
  private static let isLate = Field("isLate", \Model.isLate)
  private static let name = Field("name", \Model.name)
  private static let upper = Field("upper", \Model.limits.upper)
  private static let isStrict = Field("isStrict", \Model.limits.isStrict)
  private static let double = Field("double", \Model.double)

  private func uncovered<M: Sendable>(_ model: M, _ fields: any AnyField<M>...) -> [String] {
    ModelCoverage(of: model, by: fields.compactMap(\.place)).uncovered.map { "\($0.path): \($0.type)" }
  }

  @Test("a property that no field covers is named with its type; padding and what takes no bytes are none")
  func named() {
    #expect(
      uncovered(Model(), Self.isOn, Self.count, Self.isLate, Self.name, Self.isStrict, Self.upper) == [
        "error: Optional<Error>"
      ])
    #expect(
      uncovered(Model(), Self.isOn, Self.count, Self.name, Self.isStrict, Self.upper) == [
        "isLate: Bool", "error: Optional<Error>",
      ])
    #expect(
      uncovered(Model()) == [
        "isOn: Bool", "count: Int", "isLate: Bool", "name: Optional<String>", "limits: Limits",
        "error: Optional<Error>",
      ])
  }

  @Test("of a property that fields cover in part, the rest is named")
  func nested() {
    let found = uncovered(Model(), Self.isOn, Self.count, Self.isLate, Self.name, Self.upper)
    #expect(found == ["limits.isStrict: Bool", "error: Optional<Error>"])
  }

  @Test("a computed field covers nothing, writable or not")
  func computed() {
    let derived = Field("count", \Model.count, from: [Self.isOn])
    let others: [any AnyField<Model>] = [Self.isOn, Self.isLate, Self.name, Self.isStrict, Self.upper]
    for field in [Self.double, derived] as [any AnyField<Model>] {
      let places = (others + [field]).compactMap(\.place)
      #expect(ModelCoverage(of: Model(), by: places).uncovered.map(\.path) == ["count", "error"])
    }
  }

  @Test("a property with a wrapper is its wrapper, one with observers is reached by code, a constant is no state")
  func wrapped() {
    let found = uncovered(
      Wrapped(), Field("level", \Wrapped.level), Field("watched", \Wrapped.watched), Field("fixed", \Wrapped.fixed))
    #expect(found == ["_level: Clamped", "watched: Int", "fixed: Int"])
  }

  @Test("an enumeration, a class, and a structure that tells otherwise what it holds are named as a whole")
  func others() {
    enum Switch: Sendable { case on, off }
    final class Counter: Sendable {}
    struct Liar: Sendable, CustomReflectable {
      var hidden = 1
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    #expect(uncovered(Switch.on) == ["model: Switch"])
    #expect(uncovered(Counter()) == ["model: Counter"])
    #expect(uncovered(Liar()) == ["model: Liar"])
    #expect(uncovered(Liar(), Field("hidden", \Liar.hidden)) == [])
    #expect(uncovered(Empty()) == [])
    #expect(uncovered(()) == [])
    #expect(uncovered(7, Field("number", \Int.self)) == [])
  }

  @Test("unordered-instances: a set of instances tells their numbers; a list of them does not")
  func unordered() {
    enum Club: ViewModel {
      struct Model: Sendable {
        var members: Set<Ref<Club>> = []
        var groups: [String: Set<Ref<Club>>]?
        var list: [Ref<Club>] = []
        var numbers: Set<Int> = []
      }
      static let definition = Definition<Club>(
        Model(),
        fields: [
          Field("members", \Model.members), Field("groups", \Model.groups), Field("list", \Model.list),
          Field("numbers", \Model.numbers),
        ]
      ) {}
    }
    let findings = Machine(Club.self, name: "club", variant: "one", summary: "").findings
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(
      findings.first?.sentence
        == "Club: members: the instances of a set have no order but that of their numbers, in which snapshots that are one "
        + "may differ; keep them in a list")
    #expect(findings.map(\.place) == ["Club: members", "Club: groups"])
  }

  @Test("the language's own models and those of its tests are covered")
  func models() {
    let templates = [
      Navigation.definition.templates, BlockCommand.definition.templates, Shelf.definition.templates,
      Feed.definition.templates, Player.definition.templates, EditingTests.Form.definition.templates,
      Follower.definition.templates, AnswerTests.Office.definition.templates, Home.definition.templates,
      HomeCell.definition.templates, Kettle.definition.templates, FindingTests.Door.definition.templates,
      Desk.definition.templates, ClockTests.Bell.definition.templates, UnlistedNameTests.Shop.definition.templates,
    ].flatMap { $0 }
    #expect(templates.filter { !$0.uncovered.isEmpty }.map(\.template.name) == [])
  }

  @Test("it is an error of the definition, which the machine has when it is made")
  func finding() {
    enum Half: ViewModel {
      struct Model: Sendable {
        var isOpen = false
        var attempts = 0
      }
      static let isOpen = Field("isOpen", \Model.isOpen)
      static let definition = Definition<Half>(Model(), fields: [isOpen]) {}
    }
    let machine = Machine(Half.self, name: "half", variant: "one", summary: "")
    #expect(machine.findings.map(\.severity) == [.error])
    #expect(
      machine.findings.map { "\($0.code) \($0.sentence)" } == [
        "uncovered-property Half: attempts: no stored field covers the model's property of type 'Int', so snapshots that "
          + "differ in it would be one; list a field over it, or make it static"
      ])
  }
}
