@testable import Statecharts

/// A field of a test's template: its model is nothing but a list of values.
struct Slot: Sendable {
  var name: Name
  var initial = Value.null
  var kind = FieldDefinition.Kind.stored
  var isInternal = false
  var isSecret = false
  var accepts: @Sendable (Value) -> Bool = { _ in true }
  var setter: Code?
  var observers: [Code] = []
  var compute: (@Sendable ([Value]) -> Value)?

  init(_ name: Name, _ initial: Value = .null, setter: Code? = nil, observers: [Code] = []) {
    self.name = name
    self.initial = initial
    self.setter = setter
    self.observers = observers
  }

  /// A field computed from others, by position among all.
  init(_ name: Name, from sources: [Name], _ compute: @escaping @Sendable ([Value]) -> Value) {
    self.name = name
    kind = .derived(from: sources)
    self.compute = compute
  }

  /// A field that traces leave out.
  static func hidden(_ name: Name, _ initial: Value = .null, setter: Code? = nil, observers: [Code] = []) -> Slot {
    var slot = Slot(name, initial, setter: setter, observers: observers)
    slot.isInternal = true
    return slot
  }

  func field(at index: Int) -> FieldDefinition {
    let compute = compute
    let accepts = accepts
    let read: @Sendable (UnsafeRawPointer) -> Value = { model in
      let values = model.assumingMemoryBound(to: [Value].self).pointee
      return compute?(values) ?? values[index]
    }
    let write: @Sendable (UnsafeMutableRawPointer, Value) -> Bool = { model, value in
      guard accepts(value) else { return false }
      model.assumingMemoryBound(to: [Value].self).pointee[index] = value
      return true
    }
    return FieldDefinition(
      name, kind: kind, isSecret: isSecret, isInternal: isInternal, holdsReferences: true, read: read,
      write: compute == nil ? write : nil, setter: setter, observers: observers)
  }
}

extension Template {
  static func slots(
    _ name: Name, _ slots: [Slot] = [], subjects: [Name] = [], chart: ChartDefinition? = nil,
    monitors: [Monitor] = [], hears: [Name: Code?] = [:], setUp: Code? = nil
  ) -> Template {
    let initial = slots.map(\.initial)
    return Template(
      name, fields: slots.enumerated().map { $1.field(at: $0) }, subjects: subjects, chart: chart,
      monitors: monitors, heardEvents: hears, model: InitialModel(initial), setUp: setUp)
  }
}
