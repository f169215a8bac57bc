import Statecharts

/// What happened in a run: where it began, its turns, and where it ended.
public struct Trace: Hashable, Sendable {
  public struct Header: Hashable, Sendable {
    /// `login@fixed`.
    public var machine: String
    /// The machine's hash over its canonical definition.
    public var definition: String
    /// The title of the case; empty when there is none.
    public var title: String
    /// The state of every region before the first turn, in document order.
    public var phase: [RegionState]
    /// The fields before the first turn, in order of declaration.
    public var fields: [Member]

    public init(
      machine: String, definition: String, title: String = "", phase: [RegionState] = [], fields: [Member] = []
    ) {
      self.machine = machine
      self.definition = definition
      self.title = title
      self.phase = phase
      self.fields = fields
    }
  }

  public struct End: Hashable, Sendable {
    /// The state of every region after the last turn.
    public var phase: [RegionState]
    /// Virtual milliseconds since the machine was opened.
    public var time: Int

    public init(phase: [RegionState], time: Int) {
      self.phase = phase
      self.time = time
    }
  }

  public var header: Header
  public var turns: [Turn]
  /// How the run ended; nil when the trace is truncated.
  public var end: End?
  /// Why the machine cannot do what stands in a script, by the places of those turns, which have no effects. Only a
  /// comparison of two machines has such turns; no file holds them.
  public private(set) var absences: [Int: String] = [:]

  public init(header: Header, turns: [Turn] = [], end: End? = nil) {
    self.header = header
    self.turns = turns
    self.end = end
  }

  /// Inserts a step of a script that the machine cannot do.
  ///
  /// - Parameter reason: What it lacks, as a sentence.
  public mutating func insert(absence reason: String, of cause: Cause, at index: Int) {
    turns.insert(Turn(time: index > 0 ? turns[index - 1].time : 0, cause: cause), at: index)
    absences = Dictionary(uniqueKeysWithValues: absences.map { ($0 < index ? $0 : $0 + 1, $1) })
    absences[index] = reason
  }
}

/// A region of a chart and the state that it is in.
public struct RegionState: Hashable, Sendable {
  public var region: String
  public var state: String

  public init(_ region: String, _ state: String) {
    self.region = region
    self.state = state
  }

  public static func == (left: RegionState, right: RegionState) -> Bool {
    left.region.utf8.elementsEqual(right.region.utf8) && left.state.utf8.elementsEqual(right.state.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactString(region))
    hasher.combine(ExactString(state))
  }
}
