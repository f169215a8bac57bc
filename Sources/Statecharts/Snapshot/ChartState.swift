/// Where a machine's chart stands.
struct ChartState: Sendable {
  /// The active states.
  var active = StateSet()
  /// Its model's row among those of the template.
  var row: Int32 = 0
  /// The template of the machine; -1 for what is no machine.
  var template: Int16 = -1
  var status = Status.none
  /// Whether somebody listens to the machine, or did.
  var isHeard = false
  /// What the history states remember, in document order.
  var history: [HistoryEntry] = []

  enum Status: UInt8, Sendable {
    /// There is no chart.
    case none
    case running
    /// The chart has finished: it takes nothing more, and `active` tells how it ended.
    case finished
  }

  init() {}

  /// The chart of a machine before it is entered.
  init(of template: Template, at index: Int) {
    self.template = Int16(index)
    status = template.chart == nil ? .none : .running
  }

  var isFinished: Bool { status == .finished }

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
    @inline(__always) get { status == .running }
  }
}

/// What a history state remembers: children of its parent, or, when it is deep, atomic states.
struct HistoryEntry: Sendable {
  var state: Int
  var remembered: StateSet
}
