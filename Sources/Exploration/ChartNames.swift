import Differences
import Statecharts
import ViewModels

/// What the states and transitions of a chart are called in reports: `login.idle`, `login.idle: login -> validating`.
struct ChartNames: Sendable {
  private let table: ChartTable
  private let description: ChartDescription

  init(_ table: ChartTable) {
    self.table = table
    description = table.description
  }

  func name(of state: Int) -> String { state == 0 ? "chart" : table.findingName(of: state) }

  func text(ofTransition index: Int) -> String {
    let transition = description.transitions[index]
    let trigger =
      switch transition.trigger {
      case .event(let name): name
      case .always: description.states[transition.source].isHistory ? "otherwise" : "always"
      case .after(let delay): "after \(delay)ms"
      }
    let condition = transition.guardName.map { " [\($0)]" } ?? ""
    let targets = transition.targets.map { description.states[$0].name }.joined(separator: ", ")
    return "\(name(of: transition.source)): \(trigger)\(condition) \(targets.isEmpty ? "(stays)" : "-> \(targets)")"
  }

  /// How many pieces of code a transition has.
  func actionCount(ofTransition index: Int) -> Int { description.transitions[index].actions.count }

  /// How many pieces of code run when a state is entered, and when it is left.
  func entryCount(of state: Int) -> Int { description.states[state].entryActions.count }
  func exitCount(of state: Int) -> Int { description.states[state].exitActions.count }
}

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
