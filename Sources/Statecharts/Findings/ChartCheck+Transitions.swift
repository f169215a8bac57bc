/// Transitions that never win, that lead in a circle, or that stand where none is taken; and names used twice.
extension ChartCheck {
  // MARK: Shadows

  var shadows: [DefinitionFinding] {
    each { index, row in
      if row.isHistory {
        return row.arrows.dropFirst().map { arrow in
          finding(.neverWins(over: row.arrows[0].transition.text), at: index, arrow.transition)
        }
      }
      return row.arrows.indices.compactMap { place in
        winner(over: place, among: row.arrows.map(\.transition)).map { winner in
          finding(.neverWins(over: winner.text), at: index, row.arrows[place].transition)
        }
      }
    }
  }

  /// The places of the transitions of a state that never win.
  func losers(of state: Int) -> [Int] {
    let row = outline.rows[state]
    if row.isHistory { return Array(row.arrows.indices.dropFirst()) }
    return row.arrows.indices.filter { winner(over: $0, among: row.arrows.map(\.transition)) != nil }
  }

  /// The transition that always wins over another of its state.
  private func winner(over place: Int, among all: [ChartDefinition.Transition]) -> ChartDefinition.Transition? {
    let loser = all[place]
    return all.enumerated().first { other, winner in
      other != place && holdsWhenever(winner, loser) && comes(winner, before: loser, isEarlier: other < place)
    }?.element
  }

  /// Whether a transition's guard holds whenever another's does.
  private func holdsWhenever(_ winner: ChartDefinition.Transition, _ loser: ChartDefinition.Transition) -> Bool {
    guard let condition = winner.guardCondition else { return true }
    return loser.guardCondition.map { Name($0.name) == condition.name } ?? false
  }

  private func comes(_ winner: ChartDefinition.Transition, before loser: ChartDefinition.Transition, isEarlier: Bool)
    -> Bool
  {
    let leaves = !winner.targets.isEmpty && !winner.isInternal
    switch (winner.trigger, loser.trigger) {
    case (.event(let wide), .event(let narrow)): return isEarlier && EventDescriptor.covers(wide, narrow)
    case (.always, .always): return isEarlier
    // It leaves the state before any event is looked at.
    case (.always, .event), (.always, .after): return winner.guardCondition == nil && leaves
    case (.after(let first), .after(let second)):
      return winner.guardCondition == nil && leaves && (first < second || first == second && isEarlier)
    case (.event, .always), (.event, .after), (.after, .always), (.after, .event): return false
    }
  }

  // MARK: Loops

  /// Circles of eventless transitions without guards, each told once, at its first state.
  var loops: [DefinitionFinding] {
    let next = outline.rows.indices.map(statesAtOnceAfter)
    var told = outline.rows.map { _ in false }
    return outline.rows.indices.compactMap { start in
      guard !told[start], let circle = circle(from: start, next) else { return nil }
      for state in circle { told[state] = true }
      return finding(.eventlessLoop((circle + [start]).map(outline.name)), at: start)
    }
  }

  /// The states that an unguarded eventless transition of a state makes active and that have one themselves.
  private func statesAtOnceAfter(_ source: Int) -> [Int] {
    guard let arrow = arrowAtOnce(of: source) else { return [] }
    if arrow.transition.targets.isEmpty { return [source] }
    var active: [Int] = []
    var pending = arrow.found
    while let state = pending.popLast() {
      guard !active.contains(state) else { continue }
      active.append(state)
      pending += outline.defaults(of: state)
    }
    let around = arrow.found.flatMap { outline.path(to: $0) }
    return (active + around).filter { arrowAtOnce(of: $0) != nil }
  }

  private func arrowAtOnce(of state: Int) -> ChartOutline.Arrow? {
    let row = outline.rows[state]
    return row.isHistory
      ? nil : row.arrows.first { $0.transition.trigger == .always && $0.transition.guardCondition == nil }
  }

  /// The shortest way from a state back to it, without its end.
  private func circle(from start: Int, _ next: [[Int]]) -> [Int]? {
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
    each { index, row in
      let earlier = row.parent.map { parent in outline.rows[parent].children.prefix { $0 < index } } ?? []
      let name = row.state.name
      let isRepeated = earlier.contains { Name(name) == outline.rows[$0].state.name }
      let repeated = isRepeated ? [finding(.repeatedName(name), at: index)] : []
      return repeated
        + row.arrows.flatMap { arrow in
          arrow.transition.targets.filter { outline.meanings(of: $0, from: index).count > 1 }.map {
            finding(.ambiguousTarget($0), at: index, arrow.transition)
          }
        }
    }
  }
}

extension ChartDefinition.Transition {
  /// `on 'login' -> idle`
  fileprivate var text: String {
    let targets = targets.joined(separator: ", ")
    return targets.isEmpty ? trigger.findingText : "\(trigger.findingText) -> \(targets)"
  }
}
