import Testing

@testable import ViewModels

/// Each kind of finding of definitions and screens, with a near-miss.
struct FindingTests {
  /// A door, with what each test adds.
  enum Door: ViewModel {
    struct Model: Hashable, Sendable {
      var isOpen = false
      var isLocked = false
    }
    static let isOpen = Field("isOpen", \Model.isOpen)
    static let isLocked = Field("isLocked", \Model.isLocked)
    static let push = Input<Void>("push")
    static let knock = Input<Void>("knock")
    static let opened = Subject<Void>("opened")
    static let isFree = Guard<Model>("it is free", reads: [isLocked]) { !$0.isLocked }

    static let definition = made(fields: [isOpen, isLocked], inputs: [push]) {}
    static func made(
      fields: [any AnyField<Model>], inputs: [any AnyInput], @Parts<Door> _ parts: () -> [Part<Door>]
    ) -> Definition<Door> {
      let added = parts()
      return Definition<Door>(Model(), fields: fields, inputs: inputs, subjects: [opened]) {
        Region("door") {
          State("shut") { On(push, to: "open", when: isFree) }
          State("open") { On(push, to: "shut") }
        }
        added
      }
    }
  }

  private func codes(_ definition: Definition<Door>) -> [String] {
    definition.templates.flatMap { DefinitionCheck($0).findings }.map { "\($0.code) \($0.place)" }
  }

  private func codes(_ parts: [ScreenPart]) -> [String] {
    let page = PageModel("door", Door.self)
    return ScreenCheck(page, Door.definition.templates, screen: Screen("Door") { parts }).findings.map {
      "\($0.code) \($0.place)"
    }
  }

  @Test("a definition whose names meet has no finding")
  func clean() {
    #expect(codes(Door.definition) == [])
    #expect(Machine(Door.self, name: "door", variant: "one", summary: "").findings == [])
  }

  @Test("unknown-read: a guard reads a field that is not listed")
  func reads() {
    let closed = Guard<Door.Model>("it is closed", reads: [Field("isClosed", \Door.Model.isLocked)]) { !$0.isOpen }
    let found = codes(
      Door.made(fields: [Door.isOpen, Door.isLocked], inputs: [Door.push]) {
        Door.Region("bell") { Door.State("quiet") { Door.On(Door.push, when: closed) } }
      })
    #expect(found == ["unknown-read Door: quiet"])
  }

  @Test("untaken-input: no transition takes an input")
  func untaken() {
    let fields: [any AnyField<Door.Model>] = [Door.isOpen, Door.isLocked]
    #expect(
      codes(Door.made(fields: fields, inputs: [Door.push, Door.knock]) {}) == ["untaken-input Door: knock"])
  }

  @Test("repeated-name: an input, a control, a wiring or a handler comes twice")
  func repeated() {
    let fields: [any AnyField<Door.Model>] = [Door.isOpen, Door.isLocked]
    #expect(codes(Door.made(fields: fields, inputs: [Door.push, Door.push]) {}) == ["repeated-name Door: push"])
    #expect(
      codes([Door.Button(Door.push, "Push"), Door.Button(Door.push, "Push harder")]) == [
        "repeated-name Door: screen.push"
      ])
    #expect(repeats(["a", "b", "a", "\u{E9}", "e\u{301}"]) == ["a"])
  }

  @Test("unknown-field, unknown-input, unknown-subject: a screen is bound to what is not there")
  func screens() {
    let missing = Field("missing", \Door.Model.isOpen)
    #expect(codes([Door.Label(missing, "Missing")]) == ["unknown-field Door: screen.missing"])
    #expect(codes([Door.Label(Door.isOpen, "Open")]) == [])
    #expect(codes([Door.Button(Door.knock, "Knock")]) == ["unknown-input Door: screen.knock"])
    #expect(codes([Door.Push(Page("hall", title: ""), on: Door.opened)]) == [])
    #expect(
      codes([Door.Push(Page("hall", title: ""), on: Subject<Void>("closed"))]) == [
        "unknown-subject Door: screen.closed"
      ])
    #expect(
      codes([Door.Button(Door.push, "Push", enabled: missing, in: "view")]) == ["unknown-field Door: screen.push"])
  }

  @Test("an accepted finding keeps its reason, and an acceptance of nothing is stale")
  func acceptances() {
    let found = [DefinitionFinding("trap", .note, at: "Door: door.open", cause: "", cure: "")]
    let fitting = Acceptance(code: "trap", place: "door.open", reason: "it is the last one")
    #expect(found.accepting([fitting], of: "Door").map(\.acceptance) == ["it is the last one"])
    let stale = Acceptance(code: "trap", place: "door.shut", reason: "")
    #expect(found.accepting([stale], of: "Door").map(\.code) == ["trap", "stale-acceptance"])
  }
}
