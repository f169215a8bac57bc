import Statecharts

extension Machine {
  /// What the authors of its definitions and screens should know, with what they accepted marked. Its cost grows with
  /// the square of the machine's size.
  package var findings: [DefinitionFinding] { findings(with: nil) }

  /// The same with what a check of dependencies found, which runs code of view models; nil where there was none.
  package func findings(with undeclared: UndeclaredDependencies?) -> [DefinitionFinding] {
    // An object asks services itself; no state does.
    let ofProgram = program.findings.filter { !(runsObjects && $0.code == "unused-service") }
    let all =
      ofProgram + templates.flatMap { DefinitionCheck($0).findings } + templates.childCycles
      + repeatedDeclarations + templates.flatMap { undeclared?.findings(of: $0) ?? [] }
      + screens.flatMap { ScreenCheck($0, templates).findings } + facts.definition.pageFaults
    return templates.reduce(all) { findings, defined in
      // What was not looked for is not accepted in vain.
      let acceptances = defined.acceptances.filter { undeclared != nil || !DefinitionFault.needsCheck($0.code) }
      return findings.accepting(acceptances, of: defined.template.name)
    }
  }

  /// Wirings and handlers are found by name in the whole machine.
  private var repeatedDeclarations: [DefinitionFinding] {
    var wirings: [Name] = []
    var handlers: [Name] = []
    for declared in templates.flatMap(\.declarations) {
      switch declared {
      case .wiring(let wiring): wirings.append(wiring.name)
      case .handler(let handler): handlers.append(handler.name)
      case .clock: break
      }
    }
    return repeats(wirings).map { DefinitionFault.repeatedName(noun: "wiring").finding(at: $0) }
      + repeats(handlers).map { DefinitionFault.repeatedName(noun: "handler").finding(at: $0) }
  }
}

/// The names that come a second time.
func repeats(_ names: [Name]) -> [Name] {
  names.indices.filter { index in names[..<index].contains(names[index]) }.map {
    names[$0]
  }
}
