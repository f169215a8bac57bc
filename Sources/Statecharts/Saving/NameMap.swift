/// What the numbers of a saved snapshot mean in a program: its templates, states, transitions and ports by the names
/// that the snapshot's outline gives them. Where both outlines are equal every number means itself.
struct NameMap {
  struct TemplateMap {
    /// The template of the same name; `nil` when there is none any more.
    var index: Int?
    var states: [Int?]
    var stateNames: [String]
    var transitions: [Int?]
    var ports: [Int?]
    var properties: [Int?]
  }

  /// By the name of a template in the outline.
  private var templates: [ExactString: TemplateMap] = [:]

  init(_ outline: Value, _ program: Program) throws(SnapshotProblem) {
    guard let rows = outline["templates"], case .list(let templates) = rows else {
      throw SnapshotProblem(.outline, .missing("templates"))
    }
    for template in templates {
      guard let name = template["name"]?.plain else { throw SnapshotProblem(.outline, .missing("name")) }
      self.templates[name] = NameMap.map(template, program.templateIndex(named: name.text), program)
    }
  }

  subscript(template: String) -> TemplateMap? { templates[ExactString(template)] }

  private static func map(_ outline: Value, _ index: Int?, _ program: Program) -> TemplateMap {
    let names = { (key: String) in (outline[key]?.elements ?? []).map { $0.plain?.text ?? "" } }
    let template = index.map { program.templates[$0] }
    return TemplateMap(
      index: index,
      states: positions(of: names("states"), in: template?.chart?.statePaths ?? []),
      stateNames: names("states"),
      transitions: positions(of: names("transitions"), in: template?.chart?.transitionNames ?? []),
      ports: (names("fields") + names("subjects")).map { template?.port(named: $0) },
      properties: positions(of: names("properties"), in: template?.monitors.map(\.name) ?? []))
  }

  private static func positions(of names: [String], in program: [String]) -> [Int?] {
    let known = Dictionary(
      program.enumerated().map { (ExactString($1), $0) }, uniquingKeysWith: { first, _ in first })
    return names.map { known[ExactString($0)] }
  }
}
