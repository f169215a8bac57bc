/// Finds defects of a chart without running it.
struct ChartCheck {
  let outline: ChartOutline

  init(_ chart: ChartDefinition) { self.init(ChartOutline(chart)) }

  init(_ outline: ChartOutline) { self.outline = outline }

  /// Only the errors if there are any, else all findings in document order. Quadratic in the chart's size.
  var findings: [DefinitionFinding] {
    let errors = errors
    // Reachability means little while names are unknown.
    if !errors.isEmpty { return errors }
    return names + reach + shadows + loops + kinds + answers + traps
  }

  var errors: [DefinitionFinding] { structure + targets + initials + delays + endlessDefaults }

  func finding(_ fault: ChartFault, at index: Int, _ arrow: ChartDefinition.Transition? = nil) -> DefinitionFinding {
    DefinitionFinding(
      fault.code, fault.severity, at: outline.name(of: index), transition: arrow?.trigger.findingText,
      cause: fault.cause,
      cure: fault.cure)
  }

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
        let wrong =
          arrow.transition.targets.compactMap { fault(of: $0, outline.meanings(of: $0, from: index)) }
          + (arrow.transition.guardCondition?.states ?? []).compactMap { fault(of: $0, outline.askedStates($0)) }
        return (wrong + conflicts(arrow.found)).map { finding($0, at: index, arrow.transition) }
      } + foreignDefaults(of: index)
    }
  }

  private func fault(of name: Name, _ meanings: [Int]) -> ChartFault? {
    switch meanings.count {
    case 0: .unknownTarget(name, nearest: outline.nearest(to: name))
    case 1: nil
    default: .ambiguousTarget(name, choices: meanings.map(outline.name))
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
      let unknown = row.state.initial.compactMap { fault(of: $0, outline.meanings(of: $0, from: index)) }.map {
        finding($0, at: index)
      }
      let foreign = names.filter { _, state in
        state.map { $0 == index || !outline.contains($0, in: index) } ?? false
      }.map { name, _ in finding(.foreignInitial(name), at: index) }
      return unknown + foreign + conflicts(row.initial.compactMap { $0 }).map { finding($0, at: index) }
    }
  }

  private var endlessDefaults: [DefinitionFinding] {
    var (endless, isDone, places) = (Set<Int>(), outline.rows.map { _ in false }, [Int: Int]())
    for start in outline.rows.indices where outline.rows[start].isHistory && !isDone[start] {
      var path = [(state: start, rest: outline.defaults(of: start)[...])]
      places[start] = 0
      while let last = path.last {
        guard let next = last.rest.first else {
          (isDone[last.state], places[last.state]) = (true, nil)
          path.removeLast()
          continue
        }
        path[path.count - 1].rest.removeFirst()
        if let place = places[next] {
          endless.formUnion(path[place...].map(\.state))
        } else if !isDone[next] {
          places[next] = path.count
          path.append((next, outline.defaults(of: next)[...]))
        }
      }
    }
    return endless.sorted().filter { outline.rows[$0].isHistory }.map { finding(.endlessDefault, at: $0) }
  }

  private var delays: [DefinitionFinding] {
    each { index, row in
      row.arrows.compactMap { arrow in
        guard case .after(let delay) = arrow.transition.trigger, delay < 0 else { return nil }
        return finding(.negativeDelay(delay), at: index, arrow.transition)
      }
    }
  }

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
  var findingText: String {
    switch self {
    case .event(let name): "on '\(name)'"
    case .always: "always"
    case .after(let delay): "after \(delay) ms"
    }
  }
}

extension ChartDefinition {
  package var findings: [DefinitionFinding] { ChartCheck(self).findings }

  /// What keeps the chart from running, with the number of its state in document order; 0 is the chart itself.
  package var firstError: (state: Int, finding: DefinitionFinding)? {
    let check = ChartCheck(self)
    return check.errors.first.map { error in
      (check.outline.rows.indices.first { check.outline.name(of: $0) == error.place } ?? 0, error)
    }
  }
}

extension ChartCheck {
  var problem: String? {
    let errors = errors
    guard let first = errors.first?.sentence else { return nil }
    return errors.count == 1 ? first : "\(first) (and \(errors.count - 1) more)"
  }
}

extension ChartCheck {
  var reach: [DefinitionFinding] {
    let reached = reachedStates
    return each { index, row in
      guard let parent = row.parent, !reached[index], reached[parent] else { return [] }
      return [finding(.unreachable, at: index)]
    }
  }

  var reachedStates: [Bool] {
    var reached = outline.rows.map { _ in false }
    var entered = reached
    // Entering a state also enters its default states; entering an ancestor of a target does not.
    var pending: [(state: Int, isEntered: Bool)] = [(0, true)]
    while let (state, isEntered) = pending.popLast() {
      if isEntered, !entered[state] {
        entered[state] = true
        pending += outline.defaults(of: state).map { ($0, true) }
      }
      guard !reached[state] else { continue }
      reached[state] = true
      let row = outline.rows[state]
      if !row.isHistory { pending += row.arrows.flatMap(\.found).map { ($0, true) } }
      guard let parent = row.parent else { continue }
      pending.append((parent, false))
      if outline.rows[parent].state.kind == .parallel {
        pending += outline.regularChildren(of: parent).map { ($0, true) }
      }
    }
    return reached
  }

  // MARK: Traps

  var traps: [DefinitionFinding] {
    let reached = reachedStates
    return each { index, row in
      guard let parent = row.parent, row.state.kind == .atomic, reached[index],
        outline.rows[parent].state.kind == .compound, !isLeft(index),
        outline.rows[parent].children.contains(where: { $0 != index && !outline.rows[$0].isHistory })
      else { return [] }
      return [finding(.noWayOut, at: index)]
    }
  }

  /// Considers transitions of the state, its ancestors and regions beside it.
  private func isLeft(_ state: Int) -> Bool {
    let around = outline.path(to: state)
    let own = around.contains { source in
      outline.rows[source].arrows.contains { arrow in arrow.found.contains { $0 != state } }
    }
    return own
      || around.dropFirst().contains { parallel in
        guard outline.rows[parallel].state.kind == .parallel else { return false }
        return outline.rows[parallel].children.contains { region in leaves(region) }
      }
  }

  private func leaves(_ region: Int) -> Bool {
    (region..<outline.rows[region].end).contains { source in
      !outline.rows[source].isHistory
        && outline.rows[source].arrows.contains { $0.found.contains { !outline.contains($0, in: region) } }
    }
  }

  // MARK: Answers

  var answers: [DefinitionFinding] {
    each { index, row in
      row.state.invocations.filter { $0.kind == .service }.flatMap { invocation -> [DefinitionFinding] in
        Outcome.allCases.map { Name("\(invocation.name).\($0.rawValue)") }.filter { !isHeard($0, in: index) }.map {
          finding(.unheardAnswer($0), at: index)
        }
      }
    }
  }

  private func isHeard(_ event: Name, in state: Int) -> Bool {
    outline.rows.indices.contains { source in
      outline.areCompatible(source, state) && !outline.rows[source].isHistory
        && outline.rows[source].arrows.contains { $0.transition.trigger.matches(event) }
    }
  }
}

extension ChartTable {
  /// The states that no transition reaches even if guards hold; empty for a chart that cannot run.
  package var unreachableStates: [Int] {
    guard problem == nil else { return [] }
    let reached = ChartCheck(chart).reachedStates
    return reached.indices.filter { !reached[$0] }
  }

  /// Transitions that another transition of the same state always pre-empts; empty for a chart that cannot run.
  package var shadowedTransitions: [Int] {
    guard problem == nil else { return [] }
    let check = ChartCheck(chart)
    return states.indices.flatMap { state in
      check.losers(in: check.outline.rows[state]).map { states[state].transitions[$0.place] }
    }
  }

  package func mentions(_ event: Name) -> Bool { transitions.contains { $0.trigger.matches(event) } }
}

extension ChartCheck {
  // MARK: Shadows

  var shadows: [DefinitionFinding] {
    each { index, row in
      losers(in: row).map { place, winner in
        finding(.neverWins(over: winner.text), at: index, row.arrows[place].transition)
      }
    }
  }

  func losers(in row: ChartOutline.Row) -> [(place: Int, winner: ChartDefinition.Transition)] {
    let all = row.arrows.map(\.transition)
    if row.isHistory { return all.indices.dropFirst().map { ($0, all[0]) } }
    return all.indices.compactMap { place in winner(over: place, among: all).map { (place, $0) } }
  }

  private func winner(over place: Int, among all: [ChartDefinition.Transition]) -> ChartDefinition.Transition? {
    let loser = all[place]
    return all.enumerated().first { other, winner in
      other != place && holdsWhenever(winner, loser) && comes(winner, before: loser, isEarlier: other < place)
    }?.element
  }

  private func holdsWhenever(_ winner: ChartDefinition.Transition, _ loser: ChartDefinition.Transition) -> Bool {
    guard let condition = winner.guardCondition else { return true }
    return loser.guardCondition.map { $0.name == condition.name } ?? false
  }

  private func comes(_ winner: ChartDefinition.Transition, before loser: ChartDefinition.Transition, isEarlier: Bool)
    -> Bool
  {
    let leaves = !winner.targets.isEmpty && !winner.isInternal
    switch (winner.trigger, loser.trigger) {
    case (.event(let wide), .event(let narrow)): return isEarlier && EventDescriptor.covers(wide, narrow)
    case (.always, .always): return isEarlier
    // The eventless transition leaves the state before any event is processed.
    case (.always, .event), (.always, .after): return winner.guardCondition == nil && leaves
    case (.after(let first), .after(let second)):
      return winner.guardCondition == nil && leaves && (first < second || first == second && isEarlier)
    case (.event, .always), (.event, .after), (.after, .always), (.after, .event): return false
    }
  }

  // MARK: Loops

  /// Cycles of transitions without events, guards and delays, each reported at its first state.
  var loops: [DefinitionFinding] {
    let next = outline.rows.indices.map(statesAtOnceAfter)
    var told = outline.rows.map { _ in false }
    return outline.rows.indices.compactMap { start in
      guard !told[start], let circle = circle(from: start, next) else { return nil }
      for state in circle { told[state] = true }
      return finding(.eventlessLoop((circle + [start]).map(outline.name)), at: start)
    }
  }

  /// The states that the source activates by a transition without event, guard and delay, and that have such a
  /// transition, too. A delay starts only when its state is entered.
  private func statesAtOnceAfter(_ source: Int) -> [Int] {
    guard let arrow = arrowAtOnce(of: source) else { return [] }
    if arrow.transition.targets.isEmpty { return arrow.transition.trigger == .always ? [source] : [] }
    var active: [Int] = []
    var pending = arrow.found
    while let state = pending.popLast() {
      guard !active.contains(state) else { continue }
      active.append(state)
      pending += outline.defaults(of: state)
    }
    let around = arrow.found.flatMap { outline.path(to: $0) }
    return (active + around).filter { state in
      guard let next = arrowAtOnce(of: state) else { return false }
      return next.transition.trigger == .always || isEntered(state, by: arrow, of: source)
    }
  }

  private func isEntered(_ state: Int, by arrow: ChartOutline.Arrow, of source: Int) -> Bool {
    if arrow.transition.isInternal, arrow.found.allSatisfy({ outline.contains($0, in: source) }) {
      return state != source
    }
    let parents = ([source] + arrow.found).map { outline.rows[$0].parent ?? 0 }
    let top = parents.dropFirst().reduce(parents[0], outline.common)
    return state != top && outline.contains(state, in: top)
  }

  private func arrowAtOnce(of state: Int) -> ChartOutline.Arrow? {
    let row = outline.rows[state]
    if row.isHistory { return nil }
    let arrows = row.arrows.filter { $0.transition.guardCondition == nil }
    return arrows.first { $0.transition.trigger == .always } ?? arrows.first { $0.transition.trigger == .after(0) }
  }

  /// The shortest cycle from a state, without the final repetition.
  private func circle(from start: Int, _ next: [[Int]]) -> [Int]? {
    if next[start].isEmpty { return nil }
    var before: [Int?] = next.map { _ in nil }
    var queue = [start]
    var head = 0
    while head < queue.count {
      let state = queue[head]
      head += 1
      for other in next[state] {
        if other == start {
          var path = [state]
          while path[0] != start, let previous = before[path[0]] { path.insert(previous, at: 0) }
          return path
        }
        guard before[other] == nil else { continue }
        before[other] = state
        queue.append(other)
      }
    }
    return nil
  }

  // MARK: Kinds and names

  var kinds: [DefinitionFinding] {
    each { index, row in
      let acts = row.state.kind == .final && !(row.arrows.isEmpty && row.state.invocations.isEmpty)
      let isConditional =
        row.isHistory
        && row.arrows.first.map { $0.transition.trigger != .always || $0.transition.guardCondition != nil } ?? false
      return (acts ? [finding(.finalActs, at: index)] : [])
        + (isConditional ? [finding(.conditionalDefault, at: index, row.arrows[0].transition)] : [])
    }
  }

  var names: [DefinitionFinding] {
    var repeated = outline.rows.map { _ in false }
    for row in outline.rows {
      var known: Set<Name> = []
      for child in row.children { repeated[child] = !known.insert(outline.rows[child].state.name).inserted }
    }
    return each { index, row in repeated[index] ? [finding(.repeatedName(row.state.name), at: index)] : [] }
  }
}

extension ChartDefinition.Transition {
  fileprivate var text: String {
    let targets = targets.joined(separator: ", ")
    return targets.isEmpty ? trigger.findingText : "\(trigger.findingText) -> \(targets)"
  }
}
