import Recordings
import Statecharts
import Traces
import ViewModels

/// The names in expressions: fields and regions of the opened machine, and of view models that may exist later.
struct ExpressionNames: Sendable {
  enum Meaning: Sendable {
    /// Several if view models differ.
    case field([Shape])
    case region([RegionStates])
  }

  enum StateMeaning: Sendable {
    case unknown
    case state(region: String, path: Name)
    case ambiguous([String])
  }

  let machine: Machine
  let fields: [String]
  let regions: [String]
  private let opened: [Name: Meaning]
  private let later: [(path: String, states: RegionStates)]
  /// With unwrapped secrets.
  let samples: NamedValues

  init(_ machine: Machine) {
    self.machine = machine
    let snapshot = machine.open().snapshot
    let states = machine.fields(of: snapshot)
    fields = states.map(\.path.text)
    regions = machine.regions(of: snapshot).map(\.region.text)
    var opened: [Name: Meaning] = [:]
    for region in regions {
      let states = machine.states(ofRegionAt: region, in: snapshot)
      opened[Name(region)] = .region(states.map { [$0] } ?? [])
    }
    for field in states { opened[field.path] = .field([field.shape]) }
    self.opened = opened
    later = machine.laterRegions(than: snapshot)
    samples = NamedValues(machine.sampleEntries)
  }

  var all: [String] { fields + regions }

  /// A field has priority over a region.
  func meaning(of path: String) -> Meaning? {
    if let meaning = opened[Name(path)] { return meaning }
    var (shapes, regions): ([Shape], [RegionStates]) = ([], [])
    for meaning in machine.meanings(ofPath: path) {
      switch meaning {
      case .field(let shape): if !shapes.contains(shape) { shapes.append(shape) }
      case .region(let states): regions.append(states)
      }
    }
    if !shapes.isEmpty { return .field(shapes) }
    return regions.isEmpty ? nil : .region(regions)
  }

  func isField(_ path: String) -> Bool { if case .field? = meaning(of: path) { true } else { false } }
  func isRegion(_ path: String) -> Bool { if case .region? = meaning(of: path) { true } else { false } }

  /// Empty if the path is not a field.
  func shapes(of path: String) -> [Shape] { if case .field(let shapes)? = meaning(of: path) { shapes } else { [] } }

  /// The texts that `page` and `alert` may be; nil for other operands.
  func titles(of node: StateExpression.Node) -> (noun: String, titles: [String])? {
    switch node {
    case .page: ("page", machine.pageNames.texts)
    case .alert: ("alert", machine.alertsOfScreens.map(\.title))
    default: nil
    }
  }

  // MARK: States

  func states(of region: String) -> [Name] {
    guard case .region(let states)? = meaning(of: region) else { return [] }
    return states.flatMap(\.names).reduce(into: []) { known, name in
      if !known.contains(name) { known.append(name) }
    }
  }

  /// Paths, and unambiguous short names.
  func stateNames(of region: String) -> [Name] {
    let paths = states(of: region)
    let own = paths.compactMap { $0.utf8.split(separator: UInt8(ascii: ".")).last.map { Name(String(Substring($0))) } }
    return paths
      + own.filter { name in
        guard !paths.contains(name), case .state = state(name, of: region) else { return false }
        return true
      }
  }

  func state(_ name: Name, of region: String) -> StateMeaning {
    guard case .region(let states)? = meaning(of: region) else { return .unknown }
    // The name must be unambiguous in every view model with this region.
    let found = states.map { $0.meanings(of: name) }.filter { !$0.isEmpty }
    if let choices = found.first(where: { $0.count > 1 }) { return .ambiguous(choices.texts) }
    return found.isEmpty ? .unknown : .state(region: region, path: name)
  }

  /// The meaning of a state name without a region. It must be unique in all regions, also of rows and later pages.
  func state(_ name: Name) -> StateMeaning {
    var found: [(region: String, paths: [Name])] = []
    for region in regions {
      guard case .region(let states)? = opened[Name(region)] else { continue }
      let paths = states.flatMap { $0.meanings(of: name) }
      if !paths.isEmpty { found.append((region, paths)) }
    }
    guard let first = found.first else { return .unknown }
    found += later.map { ($0.path, $0.states.meanings(of: name)) }.filter { !$0.paths.isEmpty }
    if found.count == 1, first.paths.count == 1 { return .state(region: first.region, path: first.paths[0]) }
    return .ambiguous(found.flatMap { one in one.paths.map { "\(one.region) = \($0)" } })
  }

  /// `login = executing` for `login.executing`.
  func comparison(meantBy name: String) -> String? {
    let points = name.utf8.indices.lazy.filter { name.utf8[$0] == UInt8(ascii: ".") }
    return points.prefix(Snapshot.longestPath.parts).lazy.compactMap { point in
      let (region, state) = (String(name[..<point]), String(name[name.utf8.index(after: point)...]))
      guard case .state = self.state(Name(state), of: region) else { return nil }
      return "\(region) = \(state)"
    }.first
  }

  /// States that need no region, by their shortest unambiguous name.
  var lonelyStates: [(state: Name, region: String)] {
    regions.flatMap { region in
      states(of: region).compactMap { path -> (state: Name, region: String)? in
        let own = path.utf8.split(separator: UInt8(ascii: ".")).last.map { Name(String(Substring($0))) } ?? path
        let clear = [own, path].first { name in
          guard case .state = state(name) else { return false }
          return meaning(of: name.text) == nil
        }
        return clear.map { ($0, region) }
      }
    }
  }
}

extension Machine {
  var subjectNames: [Name] { program.templates.filter { !$0.isInternal }.flatMap(\.subjects) }
}
