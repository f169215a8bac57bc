/// What instances are made of: a model, its fields, its subjects and its chart. Made once and shared.
public final class Template: Sendable {
  public let name: String
  public let fields: [FieldDefinition]
  /// The named outputs; their ports follow those of the fields.
  public let subjects: [String]
  public let chart: ChartTable?
  /// What its chart and code hear of rows: the subjects of the rows of a list, as `items.selected`.
  let childEvents: [String: Code?]
  /// The properties that every instance is held to.
  public let monitors: [Monitor]
  /// Whether traces leave its subjects out: the view's own bookkeeping.
  public let isInternal: Bool
  /// Whether some field may hold instances.
  let holdsReferences: Bool
  let makeModel: @Sendable () -> any ModelStorage
  /// Runs when an instance was made, before its chart is entered.
  let setUp: Code?
  private let ports: [String: Int]

  public init(
    _ name: String, fields: [FieldDefinition] = [], subjects: [String] = [], chart: Chart? = nil,
    monitors: [Monitor] = [], childEvents: [String: Code?] = [:], isInternal: Bool = false,
    model: @escaping @Sendable () -> any ModelStorage = { ModelBox(()) }, setUp: Code? = nil
  ) {
    self.name = name
    self.fields = fields
    self.subjects = subjects
    self.chart = chart.map(ChartTable.init)
    self.makeModel = model
    self.monitors = monitors
    self.childEvents = childEvents
    self.isInternal = isInternal
    holdsReferences = fields.contains { $0.holdsReferences }
    self.setUp = setUp
    let names = fields.map(\.name) + subjects
    ports = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var portCount: Int { fields.count + subjects.count }

  /// Returns the port of a field or subject.
  public func port(named name: String) -> Int? { ports[name] }
}

/// A named, observable property of a model.
public struct FieldDefinition: Sendable {
  /// How its value comes about.
  public enum Kind: Hashable, Sendable {
    case stored
    /// Computed, and silent: nobody is told when it changes.
    case computed
    /// Computed from fields whose changes it passes on.
    case derived(from: [String])
  }

  /// How the rows of a list are known.
  public struct Rows: Hashable, Sendable {
    /// The row's field that is its identity; `nil` when rows have only a position.
    public var key: String?

    public init(key: String? = nil) {
      self.key = key
    }
  }

  public let name: String
  public let kind: Kind
  public let isSecret: Bool
  /// Whether traces leave it out: the view's own bookkeeping.
  public let isInternal: Bool
  /// Whether its value may hold instances.
  public let holdsReferences: Bool
  /// Set for a list of instances whose contents a trace tells.
  public let rows: Rows?
  let read: @Sendable (UnsafeRawPointer) -> Value
  /// Returns whether the value has the field's type.
  let write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?
  /// Runs after the store and before the observers are told.
  let setter: Code?
  /// Observers that the definition declares; told in this order, before others.
  let observers: [Code]

  /// Makes a field over the bytes of a model.
  ///
  /// - Parameters:
  ///   - read: Reads it from a pointer to the model.
  ///   - write: Stores a value into the model and returns whether it has the field's type.
  public init(
    _ name: String, kind: Kind = .stored, isSecret: Bool = false, isInternal: Bool = false,
    holdsReferences: Bool = false, rows: Rows? = nil,
    read: @escaping @Sendable (UnsafeRawPointer) -> Value,
    write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)? = nil,
    setter: Code? = nil, observers: [Code] = []
  ) {
    self.name = name
    self.kind = kind
    self.isSecret = isSecret
    self.isInternal = isInternal
    self.holdsReferences = holdsReferences
    self.rows = rows
    self.read = read
    self.write = write
    self.setter = setter
    self.observers = observers
  }
}
