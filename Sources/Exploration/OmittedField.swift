import Statecharts
import ViewModels

/// A stored field of a view model, as what tells states apart can leave it out.
package struct OmittedField: Hashable, Sendable {
  package let template: Int
  package let port: Int
  /// `Home.total`: the view model and the field.
  package let title: String
  /// The field alone.
  package let name: String

  /// - Precondition: The template has the field.
  package init(port: Int, of template: Int, in machine: Machine) {
    let owner = machine.program.templates[template]
    self.template = template
    self.port = port
    name = owner.fields[port].name
    title = "\(owner.name).\(name)"
  }

  /// The field that stands at a path; nil when it is not stored.
  init?(_ path: String, in snapshot: Snapshot, _ machine: Machine) {
    guard let place = machine.definition(ofFieldAt: path, in: snapshot),
      machine.program.templates[place.template].fields[place.port].kind == .stored
    else { return nil }
    self.init(port: place.port, of: place.template, in: machine)
  }

  /// Every field that tells states apart, but for the view's own.
  package static func all(of machine: Machine) -> [OmittedField] {
    machine.program.templates.enumerated().filter { !$1.isInternal }.flatMap { index, template in
      template.fields.indices.filter { template.fields[$0].kind == .stored }.map {
        OmittedField(port: $0, of: index, in: machine)
      }
    }
  }
}

extension [OmittedField] {
  var ports: OmittedFields {
    reduce(into: OmittedFields()) { $0.insert(port: $1.port, of: $1.template) }
  }
}
