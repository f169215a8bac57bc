/// The exits and entries of a microstep (SCXML, Appendix D), a pure function of transitions, configuration and
/// history.
struct MicrostepPlan: Sendable {
  var exits: StateSet
  var entry: EntrySet
}

extension MicrostepPlan {
  init(_ plan: WordPlan) {
    self.init(
      exits: StateSet(first: plan.exits),
      entry: EntrySet(states: StateSet(first: plan.entries), defaults: StateSet(first: plan.defaults)))
  }
}

/// A plan as bits, for charts of up to 64 states.
struct WordPlan: BitwiseCopyable, Sendable {
  /// Also contains inactive states.
  var exits: UInt64 = 0
  var entries: UInt64 = 0
  var defaults: UInt64 = 0
  var hasContent = false
  /// Whether exits and entries only change the configuration and involve no history state.
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
  /// Exits update the history before the entries are computed.
  func plan(
    _ transitions: borrowing TransitionList, _ configuration: StateSet, _ history: [HistoryValue]
  ) -> MicrostepPlan {
    let exits = computeExitSet(transitions, configuration, history)
    var history = history
    remember(exits, configuration, &history)
    return MicrostepPlan(exits: exits, entry: computeEntrySet(transitions, history))
  }

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

  func isQuiet(_ plan: WordPlan) -> Bool {
    plan.exits & steps.busyExits | plan.entries & steps.busyEntries == 0
  }

  /// Adds the remembered states of deep history targets and their ancestors. Nil if nothing is remembered.
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

  func remember(_ exits: StateSet, _ configuration: StateSet, _ history: inout [HistoryValue]) {
    for place in table.histories where exits.contains(place.parent) {
      var remembered = configuration
      remembered.formIntersection(place.range)
      history.remember(remembered, at: place.state)
    }
  }

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

  private func computeEntrySet(_ transitions: borrowing TransitionList, _ history: [HistoryValue]) -> EntrySet {
    var walk = EntryWalk(table, history: history)
    for index in 0..<transitions.count { walk.add(Int(transitions[index])) }
    return walk.entry
  }

  private func exitRange(of transition: Int32, _ history: [HistoryValue]) -> Range<Int> {
    let row = steps.rows[Int(transition)]
    guard row.hasMovingDomain else { return Int(row.exitLow)..<Int(row.exitHigh) }
    let domain = EntryWalk(table, history: history).transitionDomain(of: Int(transition))
    return domain + 1..<table.states[domain].end
  }

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

  /// Of two conflicting transitions, the one with the deeper source wins, else the earlier. A source is inside its
  /// domain, so two transitions conflict exactly when one range contains the other.
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
