import Turns

/// What happened in a run: where it began, its turns, and where it ended.
package struct Trace: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    /// `login@fixed`.
    package var machine: Name
    /// The machine's hash over its canonical definition.
    package var definition: String
    /// The title of the case; empty when there is none.
    package var title: String
    /// The state of every region before the first turn, in document order.
    package var phase: [RegionState]
    /// The fields before the first turn, in order of declaration.
    package var fields: [Member]
    /// The seed of the machine's random numbers; nil where none was given, which is 0.
    package var seed: UInt64?
    /// What the fields are called that somebody outside the machine sees; nil where every field counts.
    package var shown: [Name]?
    /// What the lists of rows are called whose view models declare by which field their rows are known, and that field.
    package var keys: [Name: Name]

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
    /// The state of every region after the last turn.
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
  /// How the run ended; nil when the trace is truncated.
  package var end: End?
  /// Why the machine cannot do what stands in a script, by the places of those turns, which have no effects. Only a
  /// comparison of two machines has such turns; no file holds them.
  package private(set) var absences: [Int: String] = [:]

  package init(header: Header, turns: [Turn] = [], end: End? = nil) {
    self.header = header
    self.turns = turns
    self.end = end
  }

  /// Inserts a step of a script that the machine cannot do.
  ///
  /// - Parameter reason: What it lacks, as a sentence.
  package mutating func insert(absence reason: String, of cause: Cause, at index: Int) {
    turns.insert(Turn(time: index > 0 ? turns[index - 1].time : 0, cause: cause), at: index)
    absences = Dictionary(uniqueKeysWithValues: absences.map { ($0 < index ? $0 : $0 + 1, $1) })
    absences[index] = reason
  }
}

/// A region of a chart and the state that it is in.
package struct RegionState: Hashable, Sendable {
  package var region: Name
  package var state: Name

  package init(_ region: Name, _ state: Name) {
    self.region = region
    self.state = state
  }
}
