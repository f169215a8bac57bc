/// Where a machine's chart stands.
struct ChartState: Sendable {
  /// The active states.
  var active = StateSet()
  /// Its model's row among those of the template.
  var row: Int32 = 0
  /// The template of the machine; -1 for what is no machine.
  var template: Int16 = -1
  private var marks: Marks = []

  private struct Marks: OptionSet {
    let rawValue: UInt8
    static let isRunning = Marks(rawValue: 1)
    static let isFinished = Marks(rawValue: 2)
    static let isHeard = Marks(rawValue: 4)
    static let isRoot = Marks(rawValue: 8)
    static let isAnchored = Marks(rawValue: 16)
    static let isTaken = Marks(rawValue: 32)
  }

  init() {}

  /// The chart of a machine before it is entered.
  init(of template: Template, at index: Int) {
    self.template = Int16(index)
    if template.chart != nil { marks = .isRunning }
  }

  @inline(__always)
  var isRunning: Bool { marks.contains(.isRunning) }

  /// Whether the chart has finished: it takes nothing more, and `active` tells how it ended.
  var isFinished: Bool { marks.contains(.isFinished) }

  mutating func finish() {
    marks.remove(.isRunning)
    marks.insert(.isFinished)
  }

  /// Whether somebody listens to the machine, or did.
  @inline(__always)
  var isHeard: Bool {
    get { marks.contains(.isHeard) }
    set { if newValue { marks.insert(.isHeard) } else { marks.remove(.isHeard) } }
  }

  /// Whether it is the root machine; whatever stands there does so as long as it lives.
  @inline(__always)
  var isRoot: Bool {
    get { marks.contains(.isRoot) }
    set { if newValue { marks.insert(.isRoot) } else { marks.remove(.isRoot) } }
  }

  /// Whether an instance stands at its place, machine or not.
  @inline(__always)
  var isTaken: Bool {
    get { marks.contains(.isTaken) }
    set { if newValue { marks.insert(.isTaken) } else { marks.remove(.isTaken) } }
  }

  /// Whether the roots alone keep the instance at its place alive, as the last walk found; `false` is not sure.
  @inline(__always)
  var isAnchored: Bool {
    get { marks.contains(.isAnchored) }
    set { if newValue { marks.insert(.isAnchored) } else { marks.remove(.isAnchored) } }
  }
}

/// What a history state remembers: children of its parent, or, when it is deep, atomic states.
struct HistoryValue: Equatable, Sendable {
  var state: Int
  var remembered: StateSet
}

extension [HistoryValue] {
  /// Remembers what a history state has to restore.
  mutating func remember(_ states: StateSet, at state: Int) {
    if let index = firstIndex(where: { $0.state >= state }) {
      if self[index].state == state {
        self[index].remembered = states
      } else {
        insert(HistoryValue(state: state, remembered: states), at: index)
      }
    } else {
      append(HistoryValue(state: state, remembered: states))
    }
  }
}
