import Statecharts
import Traces

/// What happened in a run, to be drawn: as a timeline, or as a page with all of its steps.
package struct RunPicture: Hashable, Sendable {
  /// A command, and everything up to the next one; what the machine does by itself when it is opened comes first.
  package struct Step: Hashable, Sendable {
    /// As a transcript holds it; empty for the opening.
    package var command: String
    /// What the virtual clock showed before it, in milliseconds since the machine was opened.
    package var time: Int
    package var turns: [Turn] = []
    /// What a transcript holds below it.
    package var lines: [String] = []
    /// The fields that it leaves with another value, by path, as texts.
    package var changes: [Change] = []
    /// The screen behind it, drawn in text.
    package var screen: [String] = []

    package init(_ command: String, at time: Int) {
      self.command = command
      self.time = time
    }
  }

  /// What a field held before a step and holds behind it.
  package struct Change: Hashable, Sendable {
    package var field: String
    package var old: String
    package var new: String

    package init(_ field: String, _ old: String, _ new: String) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  /// What ran: `login@fixed`.
  package var machine: String
  /// The case's title.
  package var title: String
  /// In which state each region is behind the opening.
  package var regions: [RegionState]
  package var steps: [Step] = []
  /// What the clock shows at the end.
  package var end = 0

  package init(machine: String, title: String, regions: [RegionState]) {
    self.machine = machine
    self.title = title
    self.regions = regions
  }

  /// What it is called: `login@fixed: a wrong password`.
  var heading: String { (title.isEmpty ? machine : "\(machine): \(title)").escapedForDisplay }

  /// The lines of a page or a timeline.
  ///
  /// - Precondition: It is a format that shows screens.
  package func lines(_ format: RunFormat) -> [String] {
    precondition(format.needsScreens)
    return format == .html ? RunPage(self).lines : SVGTimeline(self).lines
  }
}
