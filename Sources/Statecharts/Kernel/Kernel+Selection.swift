/// Which transitions an event enables (SCXML, Appendix D).
extension Kernel {
  /// Fills `enabled` with the optimal enabled transition set of an event: for each active atomic state the innermost
  /// enabled transition, in document order, without conflicts (`selectTransitions`).
  mutating func select(of id: InstanceID, _ chart: RunningChart, _ column: Int, _ value: Value) {
    enabled.removeAll()
    if answered != .nowhere, let request = request(answered) {
      selectAnswer(to: request, of: id, chart, column, value)
    } else if chart.steps.pointee.isSmall {
      var leaves = snapshot.instances.charts[id.index].active.first & chart.steps.pointee.atomic
      while leaves != 0 {
        ask(candidate(of: leaves.trailingZeroBitCount, column, chart), of: id, chart, value)
        leaves &= leaves &- 1
      }
    } else {
      selectAmongMany(of: id, chart, column, value)
    }
    if enabled.count > 1 { removeConflicts(of: id, chart) }
  }

  /// Returns the transition that an event enables in a chart with at most one active atomic state; -1 for none.
  @inline(__always)
  mutating func choose(of id: InstanceID, _ chart: RunningChart, _ column: Int, _ value: Value) -> Int32 {
    let leaves = snapshot.instances.charts[id.index].active.first & chart.steps.pointee.atomic
    if leaves == 0 { return -1 }
    var next = candidate(of: leaves.trailingZeroBitCount, column, chart)
    if next < 0 { return ~next }
    while next != 0 {
      let link = chart.steps.pointee.links + Int(next)
      if holds(link.pointee.condition, chart, id, value) { return link.pointee.transition }
      next = link.pointee.next
    }
    return -1
  }

  /// Enables what an answer of a service enables, but for the transitions of regions that ask the service themselves and did
  /// not ask for this.
  private mutating func selectAnswer(
    to request: RequestInstance, of id: InstanceID, _ chart: RunningChart, _ column: Int, _ value: Value
  ) {
    var state = nextLeaf(of: id, chart, from: 0)
    while let index = state {
      var next = chart.table.pointee.cells[index, column]
      while next != 0 {
        let link = chart.steps.pointee.links[Int(next)]
        if enabled.contains(link.transition) { break }
        let source = Int(chart.steps.pointee.rows[Int(link.transition)].source)
        if chart.table.pointee.hears(source, answerOf: request.service, to: request.state),
          holds(link.condition, chart, id, value)
        {
          enabled.append(link.transition)
          break
        }
        next = link.next
      }
      state = nextLeaf(of: id, chart, from: index + 1)
    }
  }

  private mutating func selectAmongMany(of id: InstanceID, _ chart: RunningChart, _ column: Int, _ value: Value) {
    var state = nextLeaf(of: id, chart, from: 0)
    while let index = state {
      ask(candidate(of: index, column, chart), of: id, chart, value)
      state = nextLeaf(of: id, chart, from: index + 1)
    }
  }

  /// Fills `enabled` with the optimal set of eventless transitions (`selectEventlessTransitions`).
  mutating func selectEventless(of id: InstanceID, _ chart: RunningChart) {
    enabled.removeAll()
    var state = nextLeaf(of: id, chart, from: 0)
    while let index = state {
      ask(chart.steps.pointee.eventless[index], of: id, chart, .null)
      state = nextLeaf(of: id, chart, from: index + 1)
    }
    if enabled.count > 1 { removeConflicts(of: id, chart) }
  }

  /// The first active atomic state at or behind a state.
  private func nextLeaf(of id: InstanceID, _ chart: RunningChart, from state: Int) -> Int? {
    snapshot.instances.charts[id.index].active.next(from: state, in: chart.table.pointee.atomic)
  }

  /// The first candidate of a state and an event's column, as a link, or the complement of a transition that has no guard;
  /// 0 for none.
  @inline(__always)
  private func candidate(of state: Int, _ column: Int, _ chart: RunningChart) -> Int32 {
    if let cells = chart.steps.pointee.cells { return cells[state &* chart.steps.pointee.columnCount &+ column] }
    return chart.table.pointee.cells[state, column]
  }

  /// Enables the first candidate whose guard holds.
  @inline(__always)
  private mutating func ask(
    _ first: Int32, of id: InstanceID, _ chart: RunningChart, _ value: Value
  ) {
    if first < 0 {
      if !enabled.contains(~first) { enabled.append(~first) }
      return
    }
    var next = first
    while next != 0 {
      let link = chart.steps.pointee.links[Int(next)]
      if enabled.contains(link.transition) { return }
      if holds(link.condition, chart, id, value) {
        enabled.append(link.transition)
        return
      }
      next = link.next
    }
  }

  /// Asks a guard; one that faults does not hold.
  public mutating func holds(_ condition: Chart.Guard?, _ id: InstanceID, _ value: Value = .null) -> Bool {
    condition.map { holds($0.holds, id, value) } ?? true
  }

  /// Asks the guard at a place among a chart's; without one the answer is yes.
  @inline(__always)
  private mutating func holds(_ condition: Int32, _ chart: RunningChart, _ id: InstanceID, _ value: Value) -> Bool {
    condition < 0
      || chart.steps.pointee.guards[Int(condition)]._withUnsafeGuaranteedRef { holds($0.holds, id, value) }
  }

  @inline(__always)
  private mutating func holds(_ condition: Chart.Guard.Condition, _ id: InstanceID, _ value: Value) -> Bool {
    if fault != nil { return false }
    let caller = running
    running = id
    var result = false
    withUnsafeMutablePointer(to: &self) { result = condition(TurnContext(kernel: $0), id, value) }
    running = caller
    if fault == nil { return result }
    handFault(to: id)
    return false
  }

  /// Of two transitions that exit a state in common, the one from the deeper source wins, else the earlier
  /// (`removeConflictingTransitions`). A source lies inside its transition's domain, so two exit a state in common when
  /// one's range lies in the other's.
  private mutating func removeConflicts(of id: InstanceID, _ chart: RunningChart) {
    if isFreeOfConflicts(chart) { return }
    var next = 1
    while next < enabled.count {
      let candidate = enabled[next]
      let range = exitRange(of: candidate, id, chart)
      var isPreempted = false
      for index in 0..<next where exitRange(of: enabled[index], id, chart).overlaps(range) {
        let (source, rival) = (
          chart.steps.pointee.rows[Int(candidate)].source, chart.steps.pointee.rows[Int(enabled[index])].source
        )
        if !chart.table.pointee.isDescendant(Int(source), of: Int(rival)) { isPreempted = true }
      }
      if isPreempted {
        enabled.remove(at: next)
      } else {
        next = removeRivals(before: next, range, id, chart) + 1
      }
    }
  }

  /// Whether no two of the enabled transitions exit a state in common, as their masks tell.
  @inline(__always)
  private func isFreeOfConflicts(_ chart: RunningChart) -> Bool {
    var exits: UInt64 = 0
    var index = 0
    while index < enabled.count {
      let row = chart.steps.pointee.rows + Int(enabled[index])
      if !row.pointee.isSimple || exits & row.pointee.exitMask != 0 { return false }
      exits |= row.pointee.exitMask
      index &+= 1
    }
    return true
  }

  /// Removes the transitions before a candidate that exit a state in common with it.
  ///
  /// - Returns: Where the candidate stands then.
  private mutating func removeRivals(
    before candidate: Int, _ range: Range<Int>, _ id: InstanceID, _ chart: RunningChart
  ) -> Int {
    var index = 0
    var candidate = candidate
    while index < candidate {
      if exitRange(of: enabled[index], id, chart).overlaps(range) {
        enabled.remove(at: index)
        candidate -= 1
      } else {
        index += 1
      }
    }
    return candidate
  }

  /// The states that a transition exits if they are active, in document order.
  @inline(__always)
  mutating func exitRange(of transition: Int32, _ id: InstanceID, _ chart: RunningChart) -> Range<Int> {
    if chart.steps.pointee.rows[Int(transition)].hasMovingDomain { return movingRange(of: transition, id, chart) }
    let (low, high) = (
      chart.steps.pointee.rows[Int(transition)].exitLow, chart.steps.pointee.rows[Int(transition)].exitHigh
    )
    return Range(uncheckedBounds: (Int(low), Int(high)))
  }

  private mutating func movingRange(of transition: Int32, _ id: InstanceID, _ chart: RunningChart) -> Range<Int> {
    var walk = EntryWalk(chart.table, history: snapshot.instances.histories[id.index])
    let domain = walk.domain(of: Int(transition))
    return domain + 1..<chart.table.pointee.states[domain].end
  }
}
