import Statecharts

/// Looks for what is wrong with one definition, beside its chart: names that do not meet.
struct DefinitionCheck {
  private let defined: DefinedTemplate
  private let transitions: [ChartTable.TransitionEntry]

  init(_ defined: DefinedTemplate) {
    self.defined = defined
    transitions = defined.template.chart?.transitionEntries ?? []
  }

  var findings: [DefinitionFinding] {
    defined.faults
      + (uncovered + unordered + reads + untakenInputs + repeatedInputs).map { finding in
        var located = finding
        located.place = "\(defined.template.name): \(finding.place)"
        return located
      }
  }

  private var uncovered: [DefinitionFinding] {
    defined.uncovered.map { DefinitionFault.uncoveredProperty(type: $0.type).finding(at: $0.path) }
  }

  private var unordered: [DefinitionFinding] {
    defined.fields.filter { !$0.ordersInstances }.map { DefinitionFault.unorderedInstances.finding(at: $0.name) }
  }

  private var reads: [DefinitionFinding] {
    transitions.flatMap { transition -> [DefinitionFinding] in
      let unknown = transition.guardCondition?.reads.filter { name in
        !defined.template.fields.contains { $0.name.hasBytes(of: name) }
      }
      return (unknown ?? []).map { DefinitionFault.unknownRead($0).finding(at: transition.source) }
    }
  }

  private var untakenInputs: [DefinitionFinding] {
    defined.inputs.filter { input in !transitions.contains { $0.isTriggered(by: input.name) } }.map {
      DefinitionFault.untakenInput.finding(at: $0.name)
    }
  }

  private var repeatedInputs: [DefinitionFinding] {
    repeats(defined.inputs.map(\.name)).map { DefinitionFault.repeatedName(noun: "input").finding(at: $0) }
  }
}
