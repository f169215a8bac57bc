import Statecharts
import Traces
import ViewModels

/// What an expression may speak of, known before anything is searched: the fields and regions of the opened machine, and those
/// that its other view models have once they are there.
struct ExpressionNames: Sendable {
  let machine: Machine
  let fields: [String]
  let regions: [String]
  private let opened: [FieldState]

  init(_ machine: Machine) {
    self.machine = machine
    let snapshot = machine.open().snapshot
    opened = machine.fields(of: snapshot)
    fields = opened.map(\.path)
    regions = machine.regions(of: snapshot).map(\.region)
  }

  var all: [String] { fields + regions }

  /// Whether a path is a field's, or ends in one of a view model that may come: a row's, or a page's.
  func isField(_ path: String) -> Bool {
    if fields.containsBytes(of: path) { return true }
    guard path.isOfAnother, let name = path.lastPart else { return false }
    return templates.contains { $0.fields.contains { $0.name.hasBytes(of: name) } }
  }

  func isRegion(_ path: String) -> Bool {
    if regions.containsBytes(of: path) { return true }
    guard path.isOfAnother, let name = path.lastPart else { return false }
    return templates.contains { $0.chart?.chart.states.contains { $0.name.hasBytes(of: name) } ?? false }
  }

  /// The shape of a field of the opened machine; of one that comes later, those that fields of its name have.
  func shapes(of path: String) -> [Shape] {
    if let field = opened.first(where: { $0.path.hasBytes(of: path) }) { return [field.shape] }
    return path.lastPart.map(machine.shapes(ofFieldsNamed:)) ?? []
  }

  /// Whether a page may be called so: what the machine calls it, or one on top of another of its name, as `home'2`.
  func isPage(_ name: String) -> Bool { machine.pageNames.containsBytes(of: name.withoutOrdinal) }

  /// The states of the regions of a name; none where it is a signal command's.
  func states(of region: String) -> [String] {
    let name = region.lastPart ?? region
    let regions = templates.flatMap { $0.chart?.chart.states ?? [] }.filter { $0.name.hasBytes(of: name) }
    return regions.flatMap(\.children).flatMap { names(of: $0, below: "") }
  }

  /// The regions of the opened machine that have a state of this name.
  func regions(withState state: String) -> [String] {
    regions.filter { states(of: $0).containsBytes(of: state) }
  }

  /// The states that need no region in front: those that only one has, and no field or region is called so.
  var lonelyStates: [(state: String, region: String)] {
    let all = regions.flatMap { region in states(of: region).map { (state: $0, region: region) } }
    return all.filter { one in
      !self.all.containsBytes(of: one.state) && all.count { $0.state.hasBytes(of: one.state) } == 1
    }
  }

  private func names(of state: ChartDefinition.State, below path: String) -> [String] {
    let name = path + state.name
    return [name] + state.children.flatMap { names(of: $0, below: name + ".") }
  }

  private var templates: [Template] { machine.program.templates.filter { !$0.isInternal } }
}

extension String {
  /// Whether it leads into a row, a page or a child.
  fileprivate var isOfAnother: Bool { utf8.contains(UInt8(ascii: ".")) }

  fileprivate var lastPart: String? {
    utf8.lastIndex(of: UInt8(ascii: ".")).map { String(self[utf8.index(after: $0)...]) }
  }
}

extension Machine {
  /// The names of what its view models send by.
  var subjectNames: [String] { program.templates.filter { !$0.isInternal }.flatMap(\.subjects) }
}
