/// What instances are made of: a model, its fields, its subjects and its chart. Made once and shared.
public final class Template: Sendable {
  /// What instances are made by; unique in a program.
  public let name: Name
  package let fields: [FieldDefinition]
  /// The named outputs; their ports follow those of the fields.
  package let subjects: [Name]
  package let chart: ChartTable?
  /// What its chart and code hear of others: the subjects of the rows of a list, as `items.selected`, and the requests of a
  /// service that it answers for, as `photo.asked`.
  let heardEvents: [Name: Code?]
  /// The properties that every instance is held to.
  package let monitors: [Monitor]
  /// What they know of a new instance.
  let monitorsAtFirst: [MonitorState]
  /// Whether traces leave its subjects out: the view's own bookkeeping.
  package let isInternal: Bool
  /// Whether some field may hold instances.
  let holdsReferences: Bool
  /// The stored fields that may.
  let referencePorts: [Int]
  /// The names of fields by which output marks a region.
  let markedRegions: [Name]
  /// What instances begin with.
  let model: InitialModel
  /// Runs when an instance was made, before its chart is entered.
  let setUp: Code?
  private let ports: NamePlaces
  /// The field at each byte of the model, as a port, when a change of it concerns nobody but who listens to it; else -1.
  let plainFields: [Int32]
  /// Which fields are plain, by port.
  private let plainPorts: [Bool]
  /// By port, the fields that are computed from a field and declare it.
  private let derivedPorts: [[Int]]

  /// Makes a template.
  ///
  /// - Parameter unmarked: The regions that output does not mark although a field has their name.
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

  /// Returns the template with another chart, whose states and events need not be those of its own.
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

  /// The ports of the fields that are computed from a field and declare it.
  func derivedPorts(from port: Int) -> [Int] { derivedPorts[port] }

  /// Whether nothing is computed from a field, observed by the definition or kept alive.
  @inline(__always)
  func isPlain(_ port: Int) -> Bool { UInt(bitPattern: port) < UInt(bitPattern: plainPorts.count) && plainPorts[port] }

  var portCount: Int { fields.count + subjects.count }

  /// What output calls the region of a signal command: with a mark where a field has its name.
  func title(ofRegion name: Name) -> Name {
    markedRegions.contains(name) ? RegionTitle.marked(name) : name
  }

  /// Returns what the field or subject of a port is called; `nil` when there is none.
  func name(ofPort port: Int) -> String? {
    if fields.indices.contains(port) { return fields[port].name.text }
    return subjects.indices.contains(port - fields.count) ? subjects[port - fields.count].text : nil
  }

  /// Returns the port of a field or subject.
  package func port(named name: Name) -> Int? { ports[name] }
}

/// A model of a template outside of every instance, whose fields are changed one at a time.
///
/// It begins as instances do. Setting a field runs no code but that of its own type.
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

  /// Makes it what instances begin with.
  package func reset() {
    template.model.destroy(place, 1)
    template.model.write(place)
  }

  /// Where the model is, good as long as the trial is used.
  package var location: UnsafeRawPointer { UnsafeRawPointer(place) }

  /// Returns what a field holds, or what it is computed as.
  package func value(of port: Int) -> Value { template.fields[port].read(location) }

  /// Stores a value.
  ///
  /// - Returns: Whether the field can be set, and the value has its type.
  package func set(_ port: Int, to value: Value) -> Bool { template.fields[port].write?(place, value) ?? false }
}

extension Template {
  /// The fields that can be set, by port.
  package var settablePorts: [Int] { fields.indices.filter { fields[$0].write != nil } }

  /// Reads a field from a model.
  package func reader(ofPort port: Int) -> @Sendable (UnsafeRawPointer) -> Value { fields[port].read }

  /// The fields that a computed field declares to be computed from; nil where it declares none.
  package func sources(ofPort port: Int) -> [Name]? {
    if case .derived(let sources) = fields[port].kind { sources } else { nil }
  }
}

/// A named, observable property of a model. Made once and shared.
public final class FieldDefinition: Sendable {
  /// How its value comes about.
  public enum Kind: Hashable, Sendable {
    /// It lies in the model; setting it tells whoever observes it.
    case stored
    /// Computed, and silent: nobody is told when it changes.
    case computed
    /// Computed from fields whose changes it passes on.
    case derived(from: [Name])
  }

  /// How the rows of a list are known.
  public struct Rows: Hashable, Sendable {
    /// The row's field that is its identity; `nil` when rows have only a position.
    package var key: Name?
    /// The type of the rows' models; `nil` when any instance may be a row.
    var model: ObjectIdentifier?

    package init(key: Name? = nil, model: ObjectIdentifier? = nil) {
      self.key = key
      self.model = model
    }
  }

  package let name: Name
  package let kind: Kind
  package let isSecret: Bool
  /// Whether traces leave it out: the view's own bookkeeping.
  package let isInternal: Bool
  /// Whether only the definition's own code may set it.
  package let isReadOnly: Bool
  /// Whether its value may hold instances.
  package let holdsReferences: Bool
  /// Set for a list of instances whose contents a trace tells.
  package let rows: Rows?
  /// Where it lies in the model, in bytes; `nil` when it has no place of its own there.
  let offset: Int?
  let read: @Sendable (UnsafeRawPointer) -> Value
  /// Returns whether the value has the field's type.
  let write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?
  /// Reads one row of a list without the others; `nil` for what lists no rows.
  let readRow: (@Sendable (UnsafeRawPointer, Int) -> Value?)?
  /// Runs after the store and before the observers are told.
  let setter: Code?
  /// Observers that the definition declares; told in this order, before others.
  let observers: [Code]

  /// Makes a field over the bytes of a model.
  ///
  /// - Parameters:
  ///   - read: Reads it from a pointer to the model.
  ///   - write: Stores a value into the model and returns whether it has the field's type.
  ///   - readRow: Reads one row of a list.
  ///   - offset: Where it lies in the model, for code that knows its type.
  ///   - isReadOnly: Whether only the definition's own code may set it.
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
