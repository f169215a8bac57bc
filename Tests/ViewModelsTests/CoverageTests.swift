import Testing

@testable import ViewModels

/// Every stored property of a model is covered by a stored field, told by the bytes where both lie.
struct CoverageTests {
  struct Limits: Sendable {
    var isStrict = false
    var upper = 10
  }

  struct Empty: Sendable {}

  @propertyWrapper
  struct Clamped: Sendable {
    private var stored = 0
    var wrappedValue: Int {
      get { stored }
      set { stored = max(0, newValue) }
    }
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  }

  /// Properties of every kind; the tokens beside it are made over some of them.
  struct Odd: ViewModel {
    struct Model: ModelType {
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
  }

  struct Wrapped: ViewModel {
    struct Model: ModelType {
      @Clamped var level = 3
      var watched = 0 { didSet { level = watched } }
      let fixed = 1
    }
  }

  private let isOn = Odd.Field(\.isOn)
  private let count = Odd.Field(\.count)
  private let isLate = Odd.Field(\.isLate)
  private let name = Odd.Field(\.name)
  private let upper = Odd.Field(\.limits.upper)
  private let isStrict = Odd.Field(\.limits.isStrict)
  private let double = Odd.Field(\.double)

  private func uncovered(_ model: some Sendable, _ fields: any TableToken...) -> [String] {
    let places = fields.compactMap { ($0.declaration as? any AnyDeclaredField)?.bytes }
    return ModelCoverage(of: model, by: places).uncovered.map { "\($0.path): \($0.type)" }
  }

  @Test("a property that no field covers is named with its type; padding and what takes no bytes are none")
  func named() {
    #expect(
      uncovered(Odd.Model(), isOn, count, isLate, name, isStrict, upper) == [
        "error: Optional<Error>"
      ])
    #expect(
      uncovered(Odd.Model(), isOn, count, name, isStrict, upper) == [
        "isLate: Bool", "error: Optional<Error>",
      ])
    #expect(
      uncovered(Odd.Model()) == [
        "isOn: Bool", "count: Int", "isLate: Bool", "name: Optional<String>", "limits: Limits",
        "error: Optional<Error>",
      ])
  }

  @Test("of a property that fields cover in part, the rest is named")
  func nested() {
    let found = uncovered(Odd.Model(), isOn, count, isLate, name, upper)
    #expect(found == ["limits.isStrict: Bool", "error: Optional<Error>"])
  }

  @Test("a computed field covers nothing, writable or not")
  func computed() {
    for field in [double, Odd.Field(\.count, from: \.isOn)] {
      #expect(
        uncovered(Odd.Model(), isOn, isLate, name, isStrict, upper, field) == [
          "count: Int", "error: Optional<Error>",
        ])
    }
  }

  @Test("a property with a wrapper is its wrapper, one with observers is reached by code, a constant is no state")
  func wrapped() {
    let found = uncovered(
      Wrapped.Model(), Wrapped.Field(\.level), Wrapped.Field(\.watched), Wrapped.Field(\.fixed))
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
    #expect(uncovered(Empty()) == [])
    #expect(uncovered(()) == [])
  }

  @Test("unordered-instances: a set of instances tells their numbers; a list of them does not")
  func unordered() {
    struct Club: ViewModel {
      struct Model: ModelType {
        var members: Set<Ref<Club>> = []
        var groups: [String: Set<Ref<Club>>]?
        var list: [Ref<Club>] = []
        var numbers: Set<Int> = []
      }
    }
    let findings = Machine(Club.self, name: "club", variant: "one", summary: "").findings
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(
      findings.first?.sentence
        == "Club: members: the instances of a set are ordered only by their numbers, which may differ between equal snapshots; "
        + "keep them in a list")
    #expect(findings.map(\.place) == ["Club: members", "Club: groups"])
  }

  @Test("the language's own models and those of its tests are covered")
  func models() {
    let templates = [
      Navigation.definition.templates, BlockCommand.definition.templates, Shelf.definition.templates,
      Feed.definition.templates, Player.definition.templates, EditingTests.Form.definition.templates,
      Follower.definition.templates, AnswerTests.Office.definition.templates, Home.definition.templates,
      HomeCell.definition.templates, Kettle.definition.templates, FindingTests.Door.definition.templates,
      Desk.definition.templates, ClockTests.Bell<ClockTests.Declared>.definition.templates,
    ].flatMap { $0 }
    #expect(templates.filter { !$0.uncovered.isEmpty }.map(\.template.name) == [])
  }

  @Test("a property that can be no value is an error of the definition, which the machine has when it is made")
  func finding() {
    struct Half: ViewModel {
      struct Model: ModelType {
        var isOpen = false
        var failure: (any Error)?
      }
    }
    let machine = Machine(Half.self, name: "half", variant: "one", summary: "")
    #expect(machine.findings.map(\.severity) == [.error])
    #expect(
      machine.findings.map { "\($0.code) \($0.sentence)" } == [
        "uncovered-property Half: failure: the model's property is of type 'Optional<Error>', which is not a value, so "
          + "snapshots that differ in it would count as equal; give it a type that is ValueConvertible, or make it static"
      ])
    #expect(machine.open().snapshot.fault == nil)
  }
}
