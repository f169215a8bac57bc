import Testing

@testable import Statecharts

/// What can be wrong with templates and services.
struct ProgramFindingTests {
  private func codes(_ templates: [Template], _ services: [ServiceDefinition] = []) -> [String] {
    Program(templates: templates, services: services).findings.map { "\($0.code) \($0.place)" }
  }

  private func service(_ name: Name, delay: Int = 0) -> ServiceDefinition {
    ServiceDefinition(name, delay: delay) { _ in (.ok, .null) }
  }

  private let loading = ChartDefinition([ChartDefinition.State("a").invoke("load").on("load")])

  @Test("findings of a chart stand under their template's name")
  func chart() {
    #expect(
      codes([Template("page", chart: ChartDefinition([ChartDefinition.State("a").on("go", to: "b")]))]) == [
        "unknown-target page: a"
      ])
  }

  @Test("unknown-service and unused-service: what is invoked is defined, and the other way round")
  func services() {
    #expect(codes([Template("page", chart: loading)]) == ["unknown-service page: a"])
    #expect(codes([Template("page", chart: loading)], [service("load")]) == [])
    #expect(codes([Template("page", chart: loading)], [service("load"), service("save")]) == ["unused-service save"])
  }

  @Test("repeated-name: the first of a name counts")
  func names() {
    #expect(codes([Template("page"), Template("page")]) == ["repeated-name page"])
    #expect(
      codes([Template("page", chart: loading)], [service("load"), service("load", delay: 5)]) == ["repeated-name load"])
    #expect(codes([Template("page", chart: loading)], [service("load"), service("load")]) == [])
  }

  @Test("unusable-name: a field, subject, region, state or service that nobody can type, each once")
  func unusable() {
    let read: @Sendable (UnsafeRawPointer) -> Value = { _ in .null }
    let first = FieldDefinition("first name", read: read)
    let chart = ChartDefinition([
      ChartDefinition.State(
        "main part", .compound,
        children: [
          ChartDefinition.State("not yet").on("go", to: "a -> b"),
          ChartDefinition.State("a -> b").on("go", to: "not yet"),
        ])
    ])
    #expect(
      codes([Template("page", fields: [first], subjects: ["3d"], chart: chart)]) == [
        "unusable-name page: first name", "unusable-name page: 3d", "unusable-name page: main part",
        "unusable-name page: not yet", "unusable-name page: a -> b",
      ])
    #expect(
      codes([Template("page", chart: loading)], [service("load"), service("load it")]).contains("unusable-name load it")
    )
    let usable = ["sign-in", "音量", "user.name", "_x1"].map { FieldDefinition($0, read: read) }
    #expect(codes([Template("page", fields: usable)]) == [])
    #expect(codes([Template("page", fields: [first], isInternal: true)]) == [])
    let cure = Program(templates: [Template("page", fields: [first])], services: []).findings.map(\.cure)
    #expect(cure == ["use letters, digits, '_' and '-', a letter or '_' first; dots may separate such names"])
  }

  @Test("unknown-source: a field is computed from what is no field")
  func sources() {
    let read: @Sendable (UnsafeRawPointer) -> Value = { _ in .null }
    let sum = FieldDefinition("sum", kind: .derived(from: ["a"]), read: read)
    #expect(codes([Template("page", fields: [sum])]) == ["unknown-source page: sum"])
    #expect(codes([Template("page", fields: [FieldDefinition("a", read: read), sum])]) == [])
  }

  @Test("reserved-name: fields, regions and states are not called as a word of expressions")
  func reserved() {
    let read: @Sendable (UnsafeRawPointer) -> Value = { _ in .null }
    let field = FieldDefinition("time", read: read)
    #expect(codes([Template("clock", fields: [field])]) == ["reserved-name clock: time"])
    let states = ChartDefinition([
      ChartDefinition.State("and").on("go", to: "nil"), ChartDefinition.State("nil").on("go", to: "and"),
    ])
    #expect(codes([Template("clock", chart: states)]) == ["reserved-name clock: and", "reserved-name clock: nil"])
    #expect(codes([Template("clock", fields: [field], isInternal: true)]) == [])
  }
}
