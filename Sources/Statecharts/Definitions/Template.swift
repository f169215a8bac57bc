import Locks

/// The definition of instances: model, fields, subjects and chart.
public final class Template: Sendable {
  /// Unique in a program.
  public let name: Name
  package let fields: [FieldDefinition]
  /// The named outputs; their ports follow those of the fields.
  package let subjects: [Name]
  package let chart: ChartTable?
  /// The paths that laws asked for: too few to be worth a hash.
  private let statePaths = Locked<[(region: Name, state: Name, path: Name?)]>([])
  /// Events from others: subjects of a list's rows, as `items.selected`, and requests to a service it answers for,
  /// as `photo.asked`.
  let heardEvents: [Name: Code?]
  package let monitors: [Monitor]
  let monitorsAtFirst: [MonitorState]
  /// Whether traces omit its subjects, as bookkeeping of the view.
  package let isInternal: Bool
  let holdsReferences: Bool
  let referencePorts: [Int]
  /// The fields whose name marks a region in output.
  let markedRegions: [Name]
  let model: InitialModel
  /// Runs before an instance's chart is entered.
  let setUp: Code?
  private let ports: NamePlaces
  /// The port of the field at each byte of the model if only its listeners depend on it; else -1.
  let plainFields: [Int32]
  private let plainPorts: [Bool]
  /// By port: the fields derived from it, directly or indirectly.
  let derivedPorts: [[Int]]

  /// Makes a template.
  ///
  /// - Parameter unmarked: The regions without a mark in output although a field has their name.
  public init(
    _ name: Name, fields: [FieldDefinition] = [], subjects: [Name] = [], chart: ChartDefinition? = nil,
    monitors: [Monitor] = [], heardEvents: [Name: Code?] = [:], isInternal: Bool = false,
    unmarked: [Name] = [], model: InitialModel = InitialModel(()), setUp: Code? = nil
  ) {
    let marked = fields.map(\.name).filter { name in !unmarked.contains(name) }
    markedRegions = marked
    self.name = name
    self.fields = fields
    self.subjects = subjects
    self.chart = chart.map { chart in
      var table = ChartTable(chart)
      table.tellRegionsApart(from: marked)
      return table
    }
    self.model = model
    self.monitors = monitors
    monitorsAtFirst = monitors.map { MonitorState(memory: $0.initial ?? .null) }
    self.heardEvents = heardEvents
    self.isInternal = isInternal
    holdsReferences = fields.contains { $0.holdsReferences }
    referencePorts = fields.indices.filter { fields[$0].holdsReferences && fields[$0].kind == .stored }
    self.setUp = setUp
    ports = NamePlaces(fields.map(\.name) + subjects)
    let sources = fields.flatMap { if case .derived(let sources) = $0.kind { sources } else { [Name]() } }
    plainPorts = fields.map { $0.isPlain && !sources.contains($0.name) }
    plainFields = Template.plainFields(fields, plainPorts)
    derivedPorts = Template.derivedPorts(fields)
  }

  /// Returns a copy with another chart; its states and events may differ.
  package func with(_ chart: ChartDefinition) -> Template {
    let unmarked = fields.map(\.name).filter { name in !markedRegions.contains(name) }
    return Template(
      name, fields: fields, subjects: subjects, chart: chart, monitors: monitors, heardEvents: heardEvents,
      isInternal: isInternal, unmarked: unmarked, model: model, setUp: setUp)
  }

  private static func plainFields(_ fields: [FieldDefinition], _ isPlain: [Bool]) -> [Int32] {
    let offsets = fields.compactMap(\.offset)
    var table = [Int32](repeating: -1, count: (offsets.max() ?? -1) + 1)
    for (port, field) in fields.enumerated() where isPlain[port] {
      guard let offset = field.offset, offsets.count(where: { $0 == offset }) == 1 else { continue }
      table[offset] = Int32(port)
    }
    return table
  }

  private static func derivedPorts(_ fields: [FieldDefinition]) -> [[Int]] {
    fields.map { source in
      var changing: Set = [source.name]
      var ports: Set<Int> = []
      var isGrowing = true
      while isGrowing {
        isGrowing = false
        for (port, field) in fields.enumerated() where !ports.contains(port) {
          guard case .derived(let sources) = field.kind, sources.contains(where: changing.contains) else {
            continue
          }
          ports.insert(port)
          changing.insert(field.name)
          isGrowing = true
        }
      }
      return ports.sorted()
    }
  }

  /// Whether it has no derived fields, no declared observers, no setter and no references.
  @inline(__always)
  func isPlain(_ port: Int) -> Bool { UInt(bitPattern: port) < UInt(bitPattern: plainPorts.count) && plainPorts[port] }

  var portCount: Int { fields.count + subjects.count }

  /// The region's name in output, marked if a field has the same name.
  func title(ofRegion name: Name) -> Name {
    markedRegions.contains(name) ? RegionTitle.marked(name) : name
  }

  func name(ofPort port: Int) -> String? {
    if fields.indices.contains(port) { return fields[port].name.text }
    return subjects.indices.contains(port - fields.count) ? subjects[port - fields.count].text : nil
  }

  package func port(named name: Name) -> Int? { ports[name] }
}

/// A template's model outside of any instance. Setting a field runs only code of the field's type.
package final class TrialModel {
  private let template: Template
  private let place: UnsafeMutableRawPointer

  package init(of template: Template) {
    self.template = template
    place = .allocate(byteCount: max(1, template.model.stride), alignment: template.model.alignment)
    template.model.write(place)
  }

  deinit {
    template.model.destroy(place, 1)
    place.deallocate()
  }

  package func reset() {
    template.model.destroy(place, 1)
    template.model.write(place)
  }

  /// Valid as long as the trial.
  package var location: UnsafeRawPointer { UnsafeRawPointer(place) }

  package func value(of port: Int) -> Value { template.fields[port].read(location) }

  /// Returns whether the field can be set and the value has its type.
  package func set(_ port: Int, to value: Value) -> Bool { template.fields[port].write?(place, value) ?? false }
}

extension Template {
  package var settablePorts: [Int] { fields.indices.filter { fields[$0].write != nil } }

  package func reader(ofPort port: Int) -> @Sendable (UnsafeRawPointer) -> Value { fields[port].read }

  package func sources(ofPort port: Int) -> [Name]? {
    if case .derived(let sources) = fields[port].kind { sources } else { nil }
  }
}

/// A named, observable property of a model.
public final class FieldDefinition: Sendable {
  /// How the field gets its value.
  public enum Kind: Hashable, Sendable {
    /// Stored in the model; setting it notifies observers.
    case stored
    /// Computed; changes notify no observers.
    case computed
    /// Computed; changes of the named fields notify its observers, too.
    case derived(from: [Name])
  }

  /// How rows of a list are identified.
  public struct Rows: Hashable, Sendable {
    /// The row's identifying field; nil if rows have only a position.
    package var key: Name?

    package init(key: Name? = nil) {
      self.key = key
    }
  }

  package let name: Name
  package let kind: Kind
  package let isSecret: Bool
  /// Whether traces omit it, as bookkeeping of the view.
  package let isInternal: Bool
  package let isReadOnly: Bool
  package let holdsReferences: Bool
  /// Set for a list of instances whose contents traces show.
  package let rows: Rows?
  /// Its byte in the model; nil without a place of its own.
  let offset: Int?
  let read: @Sendable (UnsafeRawPointer) -> Value
  let write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?
  /// Reads one row of a list without the others.
  let readRow: (@Sendable (UnsafeRawPointer, Int) -> Value?)?
  /// Runs after the store, before observers.
  let setter: Code?
  let observers: [Code]

  /// Makes a field over the bytes of a model.
  ///
  /// - Parameters:
  ///   - write: Stores a value and returns whether it has the field's type.
  ///   - offset: Its byte in the model, for code that knows the type.
  ///   - isReadOnly: Whether only the definition's code may set it.
  public init(
    _ name: Name, kind: Kind = .stored, isSecret: Bool = false, isInternal: Bool = false, isReadOnly: Bool = false,
    holdsReferences: Bool = false, rows: Rows? = nil, offset: Int? = nil,
    read: @escaping @Sendable (UnsafeRawPointer) -> Value,
    write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)? = nil,
    readRow: (@Sendable (UnsafeRawPointer, Int) -> Value?)? = nil, setter: Code? = nil, observers: [Code] = []
  ) {
    self.name = name
    self.kind = kind
    self.isSecret = isSecret
    self.isInternal = isInternal
    self.isReadOnly = isReadOnly
    self.holdsReferences = holdsReferences
    self.rows = rows
    self.offset = offset
    self.read = read
    self.write = write
    self.readRow = readRow
    self.setter = setter
    self.observers = observers
  }

  fileprivate var isPlain: Bool { kind == .stored && setter == nil && observers.isEmpty && !holdsReferences }
}

extension Template {
  /// The full path of a state's name in a region; nil if it has no single meaning. Remembered, because laws ask for it
  /// at every turn.
  func statePath(named state: Name, inRegion region: Name) -> Name? {
    statePaths.withLock { paths in
      for index in paths.indices where paths[index].state == state && paths[index].region == region {
        return paths[index].path
      }
      let path = chart?.statePath(named: state, inRegion: region)
      paths.append((region, state, path))
      return path
    }
  }
}
