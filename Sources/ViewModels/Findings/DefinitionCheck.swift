import Statecharts

struct DefinitionCheck {
  private let defined: DefinedTemplate
  private let transitions: [ChartTable.TransitionEntry]

  init(_ defined: DefinedTemplate) {
    self.defined = defined
    transitions = defined.template.chart?.transitionEntries ?? []
  }

  var findings: [DefinitionFinding] {
    defined.faults
      + (uncovered + unordered + reads + untakenInputs + unusableInputs).map { finding in
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
        !defined.template.fields.contains { $0.name == name }
      }
      return (unknown ?? []).map { name in
        let nearest = NearestWord.find(name, among: defined.template.fields.map(\.name))
        return DefinitionFault.unknownRead(name, nearest: nearest).finding(at: transition.source)
      }
    }
  }

  private var untakenInputs: [DefinitionFinding] {
    // Invoked charts may handle the forwarded inputs.
    if defined.template.chart?.forwardsEvents ?? false { return [] }
    let unusable = unusableInputs.map(\.place)
    let isTaken = transitions.triggering
    return defined.inputs.map(\.name).filter { !unusable.contains($0) && !isTaken($0) }.map {
      DefinitionFault.untakenInput.finding(at: $0)
    }
  }

  private var unusableInputs: [DefinitionFinding] {
    DefinitionFinding.unusableNames(defined.inputs.map(\.name), of: "input")
  }
}

struct Acceptance: Hashable, Sendable {
  var code: Name
  /// Relative to the definition: `login.succeeded`.
  var place: Name
  var reason: String
}

extension [DefinitionFinding] {
  func accepting(_ acceptances: [Acceptance], of template: Name) -> [DefinitionFinding] {
    var findings = self
    for acceptance in acceptances {
      let met = findings.indices.filter { index in
        let finding = findings[index]
        return finding.code == acceptance.code
          && finding.place == "\(template): \(acceptance.place)"
      }
      for index in met { findings[index].acceptance = acceptance.reason }
      if met.isEmpty {
        findings.append(
          DefinitionFault.staleAcceptance(acceptance.code).finding(at: "\(template): \(acceptance.place)"))
      }
    }
    return findings
  }
}

extension [DefinedTemplate] {
  /// Children that contain themselves, so that making one would never end.
  var childCycles: [DefinitionFinding] {
    flatMap { template in
      template.children.compactMap { child in
        way(from: child.template.name, to: template.template.name, []).map { way in
          let names = ([template.template.name] + way).joined(separator: ", ")
          return DefinitionFault.childCycle(through: Name(names)).finding(
            at: "\(template.template.name): \(child.label)")
        }
      }
    }
  }

  private func way(from name: Name, to end: Name, _ seen: [Name]) -> [Name]? {
    if name == end { return [name] }
    guard !seen.contains(name), let template = named(name) else { return nil }
    for child in template.children {
      if let rest = way(from: child.template.name, to: end, seen + [name]) { return [name] + rest }
    }
    return nil
  }
}
