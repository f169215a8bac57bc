/// Looks for what is wrong with a chart, without running it.
struct ChartCheck {
  let outline: ChartOutline

  init(_ chart: ChartDefinition) { outline = ChartOutline(chart) }

  /// Everything that was found: what keeps the chart from running first, else in document order. Its cost grows with the
  /// square of the chart's size.
  var findings: [DefinitionFinding] {
    let errors = errors
    // What leads where means little as long as names lead nowhere.
    if !errors.isEmpty { return errors }
    return names + reach + shadows + loops + kinds + answers + traps
  }

  /// What keeps the chart from running.
  var errors: [DefinitionFinding] { structure + targets + initials }

  func finding(_ fault: ChartFault, at index: Int, _ arrow: ChartDefinition.Transition? = nil) -> DefinitionFinding {
    DefinitionFinding(
      fault.code, fault.severity, at: outline.name(of: index), transition: arrow?.trigger.findingText,
      cause: fault.cause,
      cure: fault.cure)
  }

  /// What is found at each state, in document order.
  func each(_ look: (Int, ChartOutline.Row) -> [DefinitionFinding]) -> [DefinitionFinding] {
    outline.rows.indices.flatMap { look($0, outline.rows[$0]) }
  }

  // MARK: Errors

  private var structure: [DefinitionFinding] {
    each { index, row in
      switch row.state.kind {
      case .atomic, .final, .shallowHistory, .deepHistory:
        let isRegion = row.parent.map { outline.rows[$0].state.kind == .parallel } ?? false
        return (row.children.isEmpty ? [] : [finding(.misplacedStates, at: index)])
          + (isRegion && row.state.kind == .final ? [finding(.finalRegion, at: index)] : [])
      case .compound, .parallel:
        return outline.regularChildren(of: index).isEmpty ? [finding(.nothingToEnter, at: index)] : []
      }
    }
  }

  private var targets: [DefinitionFinding] {
    each { index, row in
      row.arrows.flatMap { arrow -> [DefinitionFinding] in
        let unknown = zip(arrow.transition.targets, arrow.targets).filter { $1 == nil }.map { name, _ in
          finding(.unknownTarget(name), at: index, arrow.transition)
        }
        let asked = (arrow.transition.guardCondition?.states ?? []).filter { !outline.holds($0) }.map {
          finding(.unknownTarget($0), at: index, arrow.transition)
        }
        return unknown + asked + conflicts(arrow.found).map { finding($0, at: index, arrow.transition) }
      } + foreignDefaults(of: index)
    }
  }

  private func foreignDefaults(of index: Int) -> [DefinitionFinding] {
    let row = outline.rows[index]
    guard row.isHistory, let parent = row.parent, let arrow = row.arrows.first else { return [] }
    return arrow.found.filter { !outline.contains($0, in: parent) || $0 == parent || $0 == index }.map {
      finding(.foreignDefault(outline.rows[$0].state.name), at: index, arrow.transition)
    }
  }

  private var initials: [DefinitionFinding] {
    each { index, row in
      let names = zip(row.state.initial, row.initial)
      let unknown = names.filter { $1 == nil }.map { name, _ in finding(.unknownTarget(name), at: index) }
      let foreign = names.filter { _, state in
        state.map { $0 == index || !outline.contains($0, in: index) } ?? false
      }.map { name, _ in finding(.foreignInitial(name), at: index) }
      return unknown + foreign + conflicts(row.initial.compactMap { $0 }).map { finding($0, at: index) }
    }
  }

  /// Two of the states that cannot be active together.
  private func conflicts(_ states: [Int]) -> [ChartFault] {
    for (place, first) in states.enumerated() {
      for second in states.dropFirst(place + 1) where first == second || !outline.areCompatible(first, second) {
        return [.conflictingTargets(outline.name(of: first), outline.name(of: second))]
      }
    }
    return []
  }
}

extension ChartDefinition.Trigger {
  /// `on 'login'`, `always`, `after 500 ms`.
  var findingText: String {
    switch self {
    case .event(let name): "on '\(name)'"
    case .always: "always"
    case .after(let delay): "after \(delay) ms"
    }
  }
}

extension ChartDefinition {
  /// What its author should know. Its cost grows with the square of the chart's size.
  package var findings: [DefinitionFinding] { ChartCheck(self).findings }

  /// What keeps it from running, in one sentence.
  var problem: String? {
    let errors = ChartCheck(self).errors
    guard let first = errors.first?.sentence else { return nil }
    return errors.count == 1 ? first : "\(first) (and \(errors.count - 1) more)"
  }
}
