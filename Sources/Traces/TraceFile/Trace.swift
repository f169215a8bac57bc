import Turns

package struct Trace: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    /// `login@fixed`.
    package var machine: Name
    package var definition: String
    package var title: String
    /// The initial states, in document order.
    package var phase: [RegionState]
    /// The initial fields, in order of declaration.
    package var fields: [Member]
    /// Nil for the default seed 0.
    package var seed: UInt64?
    /// The fields that are visible outside the machine; nil if all fields count.
    package var shown: [Name]?
    /// The key member of each list whose view model declares one.
    package var keys: [Name: Name]
    /// Whether the trace lacks its beginning, as a flight recorder's may. The state is then that of its first turn.
    package var isCut = false

    package init(
      machine: Name, definition: String, title: String = "", phase: [RegionState] = [], fields: [Member] = [],
      seed: UInt64? = nil, shown: [Name]? = nil, keys: [Name: Name] = [:]
    ) {
      self.machine = machine
      self.definition = definition
      self.title = title
      self.phase = phase
      self.fields = fields
      self.seed = seed
      self.shown = shown
      self.keys = keys
    }
  }

  package struct End: Hashable, Sendable {
    package var phase: [RegionState]
    /// Virtual milliseconds since the machine was opened.
    package var time: Int

    package init(phase: [RegionState], time: Int) {
      self.phase = phase
      self.time = time
    }
  }

  package var header: Header
  package var turns: [Turn]
  /// Nil for a truncated trace.
  package var end: End?
  /// Why the machine cannot do a step, by turn. Only comparisons of two machines have such turns.
  package private(set) var absences: [Int: String] = [:]

  package init(header: Header, turns: [Turn] = [], end: End? = nil) {
    self.header = header
    self.turns = turns
    self.end = end
  }

  package mutating func insert(absence reason: String, of cause: Cause, at index: Int) {
    turns.insert(Turn(time: index > 0 ? turns[index - 1].time : 0, cause: cause), at: index)
    absences = Dictionary(uniqueKeysWithValues: absences.map { ($0 < index ? $0 : $0 + 1, $1) })
    absences[index] = reason
  }
}

package struct RegionState: Hashable, Sendable {
  package var region: Name
  package var state: Name

  package init(_ region: Name, _ state: Name) {
    self.region = region
    self.state = state
  }
}
