struct ChartState: Sendable {
  var active = StateSet()
  /// The model's row in the template's column.
  var row: Int32 = 0
  /// -1 for other instances.
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

  init(of template: Template, at index: Int) {
    self.template = Int16(index)
    if template.chart != nil { marks = .isRunning }
  }

  @inline(__always)
  var isRunning: Bool { marks.contains(.isRunning) }

  /// `active` then holds the final configuration.
  var isFinished: Bool { marks.contains(.isFinished) }

  mutating func finish() {
    marks.remove(.isRunning)
    marks.insert(.isFinished)
  }

  /// Whether it has or had listeners.
  @inline(__always)
  var isHeard: Bool {
    get { marks.contains(.isHeard) }
    set { if newValue { marks.insert(.isHeard) } else { marks.remove(.isHeard) } }
  }

  /// Never changes while the instance lives.
  @inline(__always)
  var isRoot: Bool {
    get { marks.contains(.isRoot) }
    set { if newValue { marks.insert(.isRoot) } else { marks.remove(.isRoot) } }
  }

  @inline(__always)
  var isTaken: Bool {
    get { marks.contains(.isTaken) }
    set { if newValue { marks.insert(.isTaken) } else { marks.remove(.isTaken) } }
  }

  /// Whether the roots keep it alive without the agenda, as of the last walk; false if unknown.
  @inline(__always)
  var isAnchored: Bool {
    get { marks.contains(.isAnchored) }
    set { if newValue { marks.insert(.isAnchored) } else { marks.remove(.isAnchored) } }
  }
}

/// A history state's memory: children of its parent, or for deep history atomic states.
struct HistoryValue: Equatable, Sendable {
  var state: Int
  var remembered: StateSet
}

extension [HistoryValue] {
  mutating func remember(_ states: StateSet, at state: Int) {
    let index = firstIndex { $0.state >= state } ?? endIndex
    if index < endIndex, self[index].state == state {
      self[index].remembered = states
    } else {
      insert(HistoryValue(state: state, remembered: states), at: index)
    }
  }
}
