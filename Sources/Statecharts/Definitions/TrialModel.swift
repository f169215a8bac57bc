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
  package func sources(ofPort port: Int) -> [String]? {
    if case .derived(let sources) = fields[port].kind { sources } else { nil }
  }
}
