/// Where a machine's chart stands.
struct ChartState: Sendable {
  /// The active states.
  var active = StateSet()
  /// The template whose chart it is; -1 for an instance without a chart.
  var template: Int32 = -1
  /// Whether the chart has finished: it takes nothing more, and `active` tells how it ended.
  var isFinished = false
  /// What the history states remember, in document order.
  var history: [HistoryEntry] = []

  init(template: Int32 = -1) {
    self.template = template
  }

  /// Remembers what a history state has to restore.
  mutating func remember(_ states: StateSet, at state: Int) {
    if let index = history.firstIndex(where: { $0.state >= state }) {
      if history[index].state == state {
        history[index].remembered = states
      } else {
        history.insert(HistoryEntry(state: state, remembered: states), at: index)
      }
    } else {
      history.append(HistoryEntry(state: state, remembered: states))
    }
  }

  var isRunning: Bool {
    @inline(__always) get { template >= 0 && !isFinished }
  }
}

/// What a history state remembers: children of its parent, or, when it is deep, atomic states.
struct HistoryEntry: Sendable {
  var state: Int
  var remembered: StateSet
}
