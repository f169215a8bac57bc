/// What a microstep exits and enters (SCXML, Appendix D): a function of the transitions taken, the configuration and what
/// history states remember. It runs no code and changes nothing.
struct MicrostepPlan: Sendable {
  var exits: StateSet
  var entry: EntrySet

  init(exits: StateSet, entry: EntrySet) {
    self.exits = exits
    self.entry = entry
  }

  init(_ plan: WordPlan) {
    self.init(
      exits: StateSet(first: plan.exits),
      entry: EntrySet(states: StateSet(first: plan.entries), defaults: StateSet(first: plan.defaults)))
  }
}

/// The short form of a plan: the bits of states below 64.
struct WordPlan: BitwiseCopyable, Sendable {
  /// What is exited if it is active.
  var exits: UInt64 = 0
  var entries: UInt64 = 0
  var defaults: UInt64 = 0
  /// Whether a transition acts.
  var hasContent = false
  /// Whether exits and entries do nothing but change the configuration, and history states have no part in it.
  var isSimple = false

  @inline(__always)
  mutating func formUnion(_ other: WordPlan) {
    exits |= other.exits
    entries |= other.entries
    defaults |= other.defaults
    hasContent = hasContent || other.hasContent
    isSimple = isSimple && other.isSimple
  }
}

extension RunningChart {
  /// Returns the general form of a plan. What is exited is remembered before what is entered is found.
  func plan(
    _ transitions: borrowing TransitionList, _ configuration: StateSet, _ history: [HistoryValue]
  ) -> MicrostepPlan {
    let exits = computeExitSet(transitions, configuration, history)
    var history = history
    remember(exits, configuration, &history)
    return MicrostepPlan(exits: exits, entry: computeEntrySet(transitions, history))
  }

  /// Returns the short form of a plan that is simple; `nil` where one of the transitions is not.
  @inline(__always)
  func simplePlan(_ transitions: borrowing TransitionList) -> WordPlan? {
    var plan = WordPlan(isSimple: true)
    var index = 0
    while index < transitions.count {
      let transition = Int(transitions[index])
      if !steps.rows[transition].plan.isSimple { return nil }
      plan.formUnion(steps.rows[transition].plan)
      index &+= 1
    }
    return plan
  }

  /// Returns the short form of a plan; `nil` where what was found out when the chart was made does not tell.
  func wordPlan(
    _ transitions: borrowing TransitionList, _ configuration: UInt64, _ history: [HistoryValue]
  ) -> WordPlan? {
    var plan = WordPlan()
    for index in 0..<transitions.count {
      let transition = Int(transitions[index])
      if !steps.rows[transition].isPlanned { return nil }
      plan.formUnion(steps.rows[transition].plan)
    }
    plan.exits &= configuration
    return recalling(plan, transitions, configuration, history)
  }

  /// Whether exits and entries do nothing but change the configuration.
  func isQuiet(_ plan: WordPlan) -> Bool {
    plan.exits & steps.busyExits | plan.entries & steps.busyEntries == 0
  }

  /// Adds what transitions into deep history states enter below those states' parents: what is remembered, and the states
  /// around that. `nil` when nothing is remembered.
  private func recalling(
    _ plan: WordPlan, _ transitions: borrowing TransitionList, _ configuration: UInt64, _ history: [HistoryValue]
  ) -> WordPlan? {
    var plan = plan
    for index in 0..<transitions.count {
      let row = steps.rows[Int(transitions[index])]
      guard row.recalls >= 0 else { continue }
      let place = table.histories[Int(row.recalls)]
      var leaves: UInt64
      if plan.exits & 1 << UInt64(place.parent) != 0 {
        leaves = configuration & place.range.first
      } else if let entry = history.first(where: { $0.state == place.state }) {
        leaves = entry.remembered.first
      } else {
        return nil
      }
      var states = leaves
      while leaves != 0 {
        states |= steps.ancestors[leaves.trailingZeroBitCount]
        leaves &= leaves &- 1
      }
      plan.entries |= states & row.recallMask
    }
    return plan
  }

  /// What is left becomes what its history states remember.
  func remember(_ exits: StateSet, _ configuration: StateSet, _ history: inout [HistoryValue]) {
    for place in table.histories where exits.contains(place.parent) {
      var remembered = configuration
      remembered.formIntersection(place.range)
      history.remember(remembered, at: place.state)
    }
  }

  /// Returns the active states that transitions exit.
  private func computeExitSet(
    _ transitions: borrowing TransitionList, _ configuration: StateSet, _ history: [HistoryValue]
  ) -> StateSet {
    var exits = StateSet()
    for index in 0..<transitions.count {
      let range = exitRange(of: transitions[index], history)
      exits.formUnion(configuration.members(from: range.lowerBound, to: range.upperBound))
    }
    return exits
  }

  /// Returns the states that transitions enter.
  private func computeEntrySet(_ transitions: borrowing TransitionList, _ history: [HistoryValue]) -> EntrySet {
    var walk = EntryWalk(table, history: history)
    for index in 0..<transitions.count { walk.add(Int(transitions[index])) }
    return walk.entry
  }

  /// The states that a transition exits if they are active, in document order; empty without a target.
  private func exitRange(of transition: Int32, _ history: [HistoryValue]) -> Range<Int> {
    let row = steps.rows[Int(transition)]
    guard row.hasMovingDomain else { return Int(row.exitLow)..<Int(row.exitHigh) }
    let domain = EntryWalk(table, history: history).transitionDomain(of: Int(transition))
    return domain + 1..<table.states[domain].end
  }

  /// Whether no two transitions exit a state in common, as their masks tell.
  @inline(__always)
  func areFreeOfConflicts(_ transitions: borrowing TransitionList) -> Bool {
    var exits: UInt64 = 0
    var index = 0
    while index < transitions.count {
      let transition = Int(transitions[index])
      if !steps.rows[transition].isPlanned || exits & steps.rows[transition].plan.exits != 0 { return false }
      exits |= steps.rows[transition].plan.exits
      index &+= 1
    }
    return true
  }

  /// Of two transitions that exit a state in common, the one from the deeper source wins, else the earlier
  /// one. A source lies inside its transition's domain, so two exit a state in common when one's range lies in the other's.
  func removeConflictingTransitions(
    _ transitions: borrowing TransitionList, _ history: [HistoryValue]
  ) -> TransitionList {
    var kept: [(transition: Int32, source: Int, range: Range<Int>)] = []
    for index in 0..<transitions.count {
      let transition = transitions[index]
      let (source, range) = (Int(steps.rows[Int(transition)].source), exitRange(of: transition, history))
      let isPreempted = kept.contains { $0.range.overlaps(range) && !table.isDescendant(source, of: $0.source) }
      if isPreempted { continue }
      kept.removeAll { $0.range.overlaps(range) }
      kept.append((transition, source, range))
    }
    var result = TransitionList()
    for entry in kept { result.append(entry.transition) }
    return result
  }
}
