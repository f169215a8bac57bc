import Traces
import ViewModels

/// A command that drives a machine, as it was read: its stimulus, and its text for a transcript.
struct Command: Sendable {
  /// As a transcript holds it: nothing in it acts on a terminal.
  private(set) var text: String
  private(set) var stimulus: Stimulus
  /// Whether what becomes due by it is left waiting.
  private(set) var isHeld = false
  /// Names for the secrets in it that no sample has.
  fileprivate(set) var typed: [NamedValues.Entry] = []
  /// Whether something in it is written by name because it must not be shown.
  fileprivate(set) var holdsSecret = false

  /// - Parameter value: What the command says beside the stimulus' own words.
  init(_ stimulus: Stimulus, _ value: String? = nil) {
    text = (value.map { "\(stimulus.words) \($0)" } ?? stimulus.words).escaped
    self.stimulus = stimulus
  }

  /// Reads a whole command that drives.
  init(_ line: String, from source: ArgumentReader.Source, in scene: Scene) throws(Mistake) {
    guard var reader = try ArgumentReader(line, from: source, in: scene) else {
      throw Mistake(.unknownVerb("", nearest: nil))
    }
    self = try reader.command()
  }

  /// The same command with what it makes due left waiting.
  var held: Command {
    var command = self
    command.text = "hold \(text)"
    command.isHeld = true
    return command
  }

  /// The time from which its output counts, in milliseconds: when it began, or zero for a machine that is opened again.
  func outputStart(at time: Int) -> Int { stimulus == .restart ? 0 : time }

  /// Returns the command of a stimulus that this one reached on its way. Time that was held back up to a moment has passed whole up
  /// to an earlier one.
  func reaching(_ stimulus: Stimulus) -> Command {
    guard stimulus != self.stimulus else { return self }
    switch stimulus {
    case .advance(let milliseconds): return .advance(by: milliseconds ?? 0)
    case .type(_, let text): return shortened(to: Command(stimulus, text.quoted))
    case .erase(_, let count): return shortened(to: Command(stimulus, String(count)))
    default: preconditionFailure("no part of '\(text)' is a command")
    }
  }

  /// The command that lets so much time pass.
  static func advance(by milliseconds: Int) -> Command {
    Command(.advance(milliseconds: milliseconds), "\(VirtualDuration(milliseconds: milliseconds))")
  }

  private func shortened(to shorter: Command) -> Command {
    var command = self
    command.text = isHeld ? shorter.held.text : shorter.text
    command.stimulus = shorter.stimulus
    return command
  }
}

extension ArgumentReader {
  /// Reads the arguments of a driving verb to the end of the line.
  mutating func command() throws(Mistake) -> Command {
    let read: Verb.Read
    switch verb.action {
    case .drive(let action), .driveOrLook(let action, _): read = action
    case .look, .perform, .performOrLook, .saveOrLook: throw Mistake(.notHoldable(verb.name))
    }
    var command = try read(&self)
    try end()
    command.typed = typed
    command.holdsSecret = readsSecret
    return command
  }
}
