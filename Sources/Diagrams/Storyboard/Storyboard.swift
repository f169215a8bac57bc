import Traces

/// The screens of one machine, or of two side by side, with the commands that lead from each to the next.
package struct Storyboard: Hashable, Sendable {
  /// The most screens on a page; those with the longest scripts are dropped.
  package static let screenLimit = 1_000
  /// The most bytes of a page.
  package static let byteLimit = 16 << 20

  package struct Machine: Hashable, Sendable {
    package var title: String
    /// How much was searched, in one line.
    package var extent: String
    /// The report of the search.
    package var report: [String]

    package init(title: String, extent: String, report: [String]) {
      self.title = title
      self.extent = extent
      self.report = report
    }
  }

  /// A screen of the first machine and what the same script shows on the second one.
  package struct Sheet: Hashable, Sendable {
    /// Transcript commands.
    package var script: [String]
    /// By machine.
    package var frames: [Frame]

    package init(script: [String], frames: [Frame]) {
      self.script = script
      self.frames = frames
    }

    var isChanged: Bool { frames.contains { $0.screen != frames[0].screen } }
  }

  package struct Frame: Hashable, Sendable {
    package var screen: Screen
    package var moves: [Move] = []
    /// Why a control cannot be used, by its name.
    package var reasons: [String: String] = [:]
    /// What else to know, such as that the search stopped here.
    package var notes: [String] = []

    package init(_ screen: Screen) { self.screen = screen }
  }

  /// A command and the sheets that it leads to.
  package struct Move: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      case control(String)
      /// Of the alert, by its title.
      case button(String)
      case elsewhere
    }

    package struct Target: Hashable, Sendable {
      /// Counted from 0; nil for one that is not on the page.
      package var sheet: Int?
      /// Whether it follows the sheet's script; else it follows another script to the same screen.
      package var followsScript: Bool

      package init(sheet: Int?, followsScript: Bool) {
        self.sheet = sheet
        self.followsScript = followsScript
      }
    }

    package var command: String
    package var place: Place
    /// Whether it is the plain use of its control or button.
    package var isPlain: Bool
    package var targets: [Target]

    package init(_ command: String, at place: Place, isPlain: Bool, targets: [Target]) {
      self.command = command
      self.place = place
      self.isPlain = isPlain
      self.targets = targets
    }
  }

  package var machines: [Machine]
  /// The first one is the opening.
  package var sheets: [Sheet]

  package init(_ machines: [Machine], _ sheets: [Sheet]) {
    self.machines = machines
    self.sheets = sheets
  }

  package var lines: [String] { StoryboardPage(self).lines }
}

extension Storyboard {
  /// What a user sees, with secrets masked and long texts cut.
  package struct Screen: Hashable, Sendable {
    /// From the root to the top.
    package var pages: [String]
    package var title: String
    package var controls: [Control]
    package var alert: Alert?
    package var hud: String?
    package var tip: String?
    /// Why the machine crashed.
    package var fault: String?

    package init(pages: [String], title: String, controls: [Control]) {
      self.pages = pages
      self.title = title
      self.controls = controls
    }

    /// Equal only for equal screens.
    package var markup: String { ScreenMarkup(Frame(self), sheet: 0) { "\($0)" }.lines.joined(separator: "\n") }
  }

  package struct Alert: Hashable, Sendable {
    package var title: String
    package var message: String
    package var buttons: [String]

    package init(title: String, message: String, buttons: [String]) {
      self.title = title
      self.message = message
      self.buttons = buttons
    }
  }

  package struct Control: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case field
      case button
      case text
      case badge
      case list
    }

    package var kind: Kind
    /// As in commands: `items[0].like`.
    package var name: String
    package var label: String
    package var value: String
    /// Such as `disabled`.
    package var marks: [String]
    package var rows: [[Control]] = []

    package init(_ kind: Kind, name: String, label: String, value: String, marks: [String]) {
      self.kind = kind
      self.name = name
      self.label = label
      self.value = value
      self.marks = marks
    }
  }
}
