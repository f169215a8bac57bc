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

  var isRunning: Bool {
    @inline(__always) get { template >= 0 && !isFinished }
  }
}

/// What a history state remembers: children of its parent, or, when it is deep, atomic states.
struct HistoryEntry: Sendable {
  var state: Int
  var remembered: StateSet
}
