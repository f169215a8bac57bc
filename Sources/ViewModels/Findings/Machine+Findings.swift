import Statecharts

extension Machine {
  /// Quadratic in the machine's size.
  package var findings: [DefinitionFinding] { findings(with: nil) }

  /// The findings, with those of a dependency check; nil if none ran.
  package func findings(with undeclared: UndeclaredDependencies?) -> [DefinitionFinding] {
    // Objects request services in Swift code, not in states.
    let ofProgram = program.findings.filter { !(runsObjects && $0.code == "unused-service") }
    let all =
      ofProgram + templates.flatMap { DefinitionCheck($0).findings } + templates.childCycles
      + repeatedDeclarations + templates.flatMap { undeclared?.findings(of: $0) ?? [] }
      + screens.flatMap { ScreenCheck($0, templates).findings } + facts.definition.pageFaults
    return templates.reduce(all) { findings, defined in
      // An acceptance is not stale if its check did not run.
      let acceptances = defined.acceptances.filter { undeclared != nil || !DefinitionFault.needsCheck($0.code) }
      return findings.accepting(acceptances, of: defined.template.name)
    }
  }

  /// Repeated names are ambiguous, because lookup covers all templates.
  private var repeatedDeclarations: [DefinitionFinding] {
    let declarations = templates.flatMap(\.declarations)
    let wirings = repeats(declarations.compactMap(\.wiring?.name))
    let handlers = repeats(declarations.compactMap(\.handler?.name))
    return wirings.map { DefinitionFault.repeatedName(noun: "wiring").finding(at: $0) }
      + handlers.map { DefinitionFault.repeatedName(noun: "handler").finding(at: $0) }
  }
}

func repeats(_ names: [Name]) -> [Name] {
  names.indices.filter { index in names[..<index].contains(names[index]) }.map {
    names[$0]
  }
}
