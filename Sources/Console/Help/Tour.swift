import Transcripts

/// An eight-step tour of the login example. Enter runs the next step.
struct Tour: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let text: String
    let commands: [String]
  }

  static let machine = "login@original"

  static let steps: [Step] = [
    Step(
      text:
        "A machine is a view model that runs here and nowhere else: no server, no clock. This is a login page as an article "
        + "has it, bugs included.",
      commands: ["open \(machine)"]),
    Step(text: "See what its user sees. The name of each control comes first.", commands: ["screen"]),
    Step(
      text:
        "Be the user. '$right' is a sample of the password; a secret is never printed. Lines that begin with '| ' show what happened.",
      commands: ["set name aaaaaa", "set password $right"]),
    Step(text: "Tap. The command goes through its phases, and a page comes.", commands: ["tap login"]),
    Step(text: "Take it back. Nothing is lost: 'redo' does it again.", commands: ["undo"]),
    Step(
      text: "Let the tool search for bugs: it tries all that is possible, up to three commands from here.",
      commands: ["explore 3"]),
    Step(
      text: "Run what it found. 'hold' leaves due work waiting: the second tap comes before the page.",
      commands: ["hold tap login", "tap login"]),
    Step(
      text: "Keep it. The file is a test from now on: 'signalbox replay double-push.transcript'.",
      commands: ["record double-push.transcript"]),
  ]

  fileprivate(set) var played = 0

  var next: Step? { played < Self.steps.count ? Self.steps[played] : nil }

  func announcement(width: Int) -> [String] {
    guard let next else { return ["", "That was the tour. 'help' lists all verbs."] }
    let commands = next.commands.map { "'\($0)'" }.joined(separator: " and ")
    let text = "\(played + 1) of \(Self.steps.count): \(next.text)"
    return [""] + text.wrapped(toWidth: width) + ["     Enter runs \(commands)"]
  }
}

extension Session {
  mutating func beginTour() throws(Mistake) -> Reply {
    guard (try? catalogue.machine(named: Tour.machine)) != nil else {
      throw Mistake(
        column: 6, sentence: "the tour needs '\(Tour.machine)', which is not listed here; only 'signalbox' has it",
        code: "E1027")
    }
    let tour = Tour()
    self.tour = tour
    return .talk(
      ["a tour in \(Tour.steps.count) steps; any other command that changes something ends it"] + announce(tour))
  }

  mutating func playTour() -> Reply {
    guard var tour, let step = tour.next else { return Reply() }
    self.tour = nil
    var whole = Reply()
    for command in step.commands {
      let reply = run(command)
      whole.lines += [.talk(Recording.command(command))] + reply.lines
      whole.add(reply)
      if reply.mistake != nil { return whole }
    }
    tour.played += 1
    self.tour = tour.next == nil ? nil : tour
    whole.lines += announce(tour).map(ReplyLine.talk)
    return whole
  }

  /// Ends the tour because another command changed the session.
  mutating func leaveTour() -> [ReplyLine] {
    guard let tour else { return [] }
    self.tour = nil
    return [.talk("the tour ends before step \(tour.played + 1); 'help tour' begins it again")]
  }

  private func announce(_ tour: Tour) -> [String] { tour.announcement(width: options.textWidth) }
}

extension Reply {
  fileprivate mutating func add(_ other: Reply) {
    mistake = other.mistake
    stop = other.stop
    met += other.met
    broken += other.broken
    hasCrashed = hasCrashed || other.hasCrashed
    mutedCount += other.mutedCount
    effects += other.effects
  }
}
