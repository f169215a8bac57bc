import Statecharts

package struct RegionStates: Sendable {
  fileprivate enum Source {
    case chart(ChartTable, place: Int)
    case phases
  }

  fileprivate let source: Source

  package static let ofCommand = RegionStates(source: .phases)

  /// The states' paths in document order: `active`, `active.playing`.
  package var names: [Name] {
    switch source {
    case .chart(let table, let place): table.statePaths(inRegionAt: place)
    case .phases: Snapshot.phaseNames
    }
  }

  /// The paths that a name means: one if unique, none if unknown, several if ambiguous.
  package func meanings(of name: Name) -> [Name] {
    switch source {
    case .chart(let table, let place): table.statePaths(named: name, inRegionAt: place)
    case .phases: names.filter { $0 == name }
    }
  }
}

package enum PathMeaning: Sendable {
  case field(Shape)
  case region(RegionStates)
}

extension Machine {
  /// The possible meanings of a path into a row, page or child: `items[3].likes`, `home.load`. The definitions must
  /// allow it, but the instances need not exist. Fields come first.
  package func meanings(ofPath path: String) -> [PathMeaning] {
    let steps = path.steps
    guard let name = steps.last, steps.count > 1 else { return [] }
    var owners = templates.filter { $0.template.name == root }
    for (index, step) in steps.dropLast().enumerated() {
      owners = self.owners(at: step, of: owners, isFirst: index == 0)
    }
    let visible = owners.filter { !$0.template.isInternal }
    let fields = visible.flatMap { $0.fields.filter { $0.name == name } }.map { PathMeaning.field($0.shape) }
    let found = visible.flatMap { regions(of: $0) }.filter { $0.title == name }
    return fields + found.map { .region($0.states) }
  }

  private func owners(at step: String, of owners: [DefinedTemplate], isFirst: Bool) -> [DefinedTemplate] {
    let list = step.listOfRow
    let fields = owners.flatMap(\.fields).filter { $0.name == list ?? step }
    if list != nil {
      if fields.contains(where: { $0.rowTemplate == nil && $0.shape == .any }) { return templates }
      return templates.filter { template in
        fields.contains { $0.rowTemplate == template.template.name }
      }
    }
    // A reference's target is known only at run time.
    let references = owners.flatMap(\.template.fields).filter { $0.holdsReferences && $0.rows == nil }
    if references.contains(where: { $0.name == step }) { return templates }
    let children = owners.flatMap(\.children).filter { $0.label == step }.map(\.template.name)
    let pages = isFirst ? screens.filter { $0.page == step.withoutOrdinal }.map(\.template) : []
    let own = isFirst ? answerers.filter { $0 == step } : []
    let names = children + pages + own
    return templates.filter { template in names.contains(template.template.name) }
  }
}

extension String {
  /// Splits at periods outside brackets.
  fileprivate var steps: [String] {
    var (steps, depth): ([[UInt8]], Int) = ([[]], 0)
    for byte in utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: "."), depth <= 0 { steps.append([]) } else { steps[steps.count - 1].append(byte) }
    }
    return steps.map { String(decoding: $0, as: UTF8.self) }
  }

  /// `items` for `items[3]` and `items[#3238]`.
  fileprivate var listOfRow: String? {
    guard let open = utf8.firstIndex(of: UInt8(ascii: "[")), utf8.last == UInt8(ascii: "]") else { return nil }
    let inside = self[utf8.index(after: open)..<utf8.index(before: utf8.endIndex)]
    let isKey = inside.utf8.first == UInt8(ascii: "#") && inside.utf8.count > 1
    return isKey || Int(inside).map { $0 >= 0 && String($0).hasBytes(of: String(inside)) } ?? false
      ? String(self[..<open]) : nil
  }
}

extension Machine {
  package func regions(of template: DefinedTemplate) -> [(title: Name, states: RegionStates)] {
    guard let chart = template.template.chart else { return [] }
    return chart.regionTitles(templateName: template.template.name).enumerated().map {
      ($1, RegionStates(source: .chart(chart, place: $0)))
    }
  }

  /// The regions of rows, and of pages and children that do not exist yet, by path: `items[N].like`. A view model
  /// occurs once.
  package func laterRegions(than snapshot: Snapshot) -> [(path: String, states: RegionStates)] {
    let existing = snapshot.machines(program).map { (path: $0.path, template: program.templates[$0.template].name) }
    var places = existing
    func add(_ path: String, _ template: Name) {
      if !places.contains(where: { $0.template == template }) { places.append((path, template)) }
    }
    for page in screens { add(page.page.text, page.template) }
    var next = 0
    while next < places.count {
      let (path, name) = places[next]
      next += 1
      guard let owner = templates.named(name) else { continue }
      let front = path.isEmpty ? "" : "\(path)."
      for field in owner.fields { field.rowTemplate.map { add("\(front)\(field.name)[N]", $0) } }
      for child in owner.children { add("\(front)\(child.label)", child.template.name) }
    }
    return places.dropFirst(existing.count).flatMap { place -> [(String, RegionStates)] in
      guard let template = templates.named(place.template), !template.template.isInternal else { return [] }
      return regions(of: template).map { ("\(place.path).\($0.title)", $0.states) }
    }
  }

  /// The regions of every view model and their states.
  package var regionNames: [Name] {
    templates.flatMap { regions(of: $0).flatMap { [$0.title] + $0.states.names } } + RegionStates.ofCommand.names
  }

  package func states(ofRegionAt path: String, in snapshot: Snapshot) -> RegionStates? {
    switch region(at: path, snapshot) {
    case .phase: .ofCommand
    case .chart(let table, let place, _): RegionStates(source: .chart(table, place: place))
    case nil: nil
    }
  }

  /// Nil if there is no such region. Linear in the states of one view model.
  package func state(ofRegionAt path: String, in snapshot: Snapshot) -> String? {
    switch region(at: path, snapshot) {
    case .phase(let phase): phase
    case .chart(let table, let place, let configuration): table.regions(configuration, templateName: "")[place].state
    case nil: nil
    }
  }

  package func isIn(_ state: Name, ofRegionAt path: String, in snapshot: Snapshot) -> Bool {
    switch region(at: path, snapshot) {
    case .phase(let phase): state == phase
    case .chart(let table, let place, let configuration): table.isIn(state, ofRegionAt: place, configuration)
    case nil: false
    }
  }

  package func rowRegions(of snapshot: Snapshot) -> [(region: Name, state: String)] {
    let rows = snapshot.allMachines(program).filter { entry in
      entry.path.utf8.contains(UInt8(ascii: "[")) && !entry.path.utf8.contains(UInt8(ascii: " "))
    }
    return rows.flatMap { regions(of: snapshot, at: $0.path) }
  }

  private enum RegionPlace {
    case chart(ChartTable, Int, configuration: [Int])
    case phase(String)
  }

  /// Names may contain periods, so the longest instance path with such a region is used.
  private func region(at path: String, _ snapshot: Snapshot) -> RegionPlace? {
    let points = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: ".") }
    for point in points.reversed() {
      let name = String(path[path.utf8.index(after: point)...])
      if let region = region(named: name, ofInstanceAt: String(path[..<point]), snapshot) { return region }
    }
    return region(named: path, ofInstanceAt: "", snapshot)
  }

  private func region(named name: String, ofInstanceAt path: String, _ snapshot: Snapshot) -> RegionPlace? {
    guard let id = snapshot.instance(at: path, program), let entry = snapshot.machineEntry(id, program) else {
      return nil
    }
    let template = program.templates[entry.template]
    guard !template.isInternal else { return nil }
    let place = template.chart?.regionTitles(templateName: template.name).firstIndex { $0 == name }
    if let place, let chart = template.chart { return .chart(chart, place, configuration: entry.configuration) }
    let command = snapshot.commandRegions(of: id, program).first { $0.region == name }
    return command.map { .phase($0.state) }
  }
}
