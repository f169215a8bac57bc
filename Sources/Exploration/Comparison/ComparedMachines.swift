import Differences
import ViewModels

/// The two machines of a report, one of which may be of another process.
package struct ComparedMachines: Sendable {
  /// What a report tells of one of them.
  package struct Facts: Sendable {
    /// What it is called there.
    package var title: String
    package var definitionHash: String
    package var parts: [DefinitionPart]

    package init(title: String, definitionHash: String, parts: [DefinitionPart]) {
      self.title = title
      self.definitionHash = definitionHash
      self.parts = parts
    }
  }

  package let facts: Sides<Facts>
  /// Those of this process, which can spell commands.
  package let present: [Machine]

  package init(_ machines: Sides<Machine>) {
    facts = machines.map { Facts(title: $0.title, definitionHash: $0.definitionHash, parts: $0.parts) }
    present = [machines.a, machines.b]
  }

  /// - Parameter base: The one of another process.
  package init(base: Facts, own: Machine) {
    facts = Sides(
      a: base, b: Facts(title: own.title, definitionHash: own.definitionHash, parts: own.parts))
    present = [own]
  }

  package var titles: Sides<String> { facts.map(\.title) }
  package var definitions: DefinitionDifference { DefinitionDifference(facts.map(\.parts)) }
}
