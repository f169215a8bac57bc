import Traces
import ViewModels

/// A driving command: its stimulus and its transcript text.
struct Command: Sendable {
  /// Control characters are escaped.
  private(set) var text: String
  private(set) var stimulus: Stimulus
  /// Whether due work stays waiting.
  private(set) var isHeld = false
  fileprivate(set) var typed: [NamedValues.Entry] = []
  fileprivate(set) var holdsSecret = false

  init(_ stimulus: Stimulus, _ value: String? = nil) {
    text = (value.map { "\(stimulus.words) \($0)" } ?? stimulus.words).escaped
    self.stimulus = stimulus
  }

  init(_ line: String, from source: ArgumentReader.Source, in scene: Scene) throws(Mistake) {
    guard var reader = try ArgumentReader(line, from: source, in: scene) else {
      throw Mistake(.unknownVerb("", nearest: nil))
    }
    self = try reader.command()
  }

  var held: Command {
    var command = self
    command.text = "hold \(text)"
    command.isHeld = true
    return command
  }

  /// The time origin of its output: `time`, or zero after a restart.
  func outputStart(at time: Int) -> Int { stimulus == .restart ? 0 : time }

  /// The command for the part that ran. A held advance that stopped earlier becomes a plain one.
  func reaching(_ stimulus: Stimulus) -> Command {
    guard stimulus != self.stimulus else { return self }
    switch stimulus {
    case .advance(let milliseconds): return .advance(by: milliseconds ?? 0)
    case .type(_, let text): return shortened(to: Command(stimulus, text.quoted))
    case .erase(_, let count): return shortened(to: Command(stimulus, String(count)))
    default: preconditionFailure("no part of '\(text)' is a command")
    }
  }

  /// The command for what is left behind the part that ran; nil if nothing is.
  func remaining(behind reached: Stimulus) -> Command? {
    switch (stimulus, reached) {
    case (reached, _): return nil
    case (.advance(let all?), .advance(let done?)):
      let rest = Command.advance(by: all - done)
      return all > done ? (isHeld ? rest.held : rest) : nil
    case (.type(let control, let text), .type(_, let done)) where !holdsSecret:
      let rest = String(text.dropFirst(done.count))
      return shortened(to: Command(.type(control: control, rest), rest.quoted))
    case (.erase(let control, let count), .erase(_, let done)):
      return shortened(to: Command(.erase(control: control, count: count - done), String(count - done)))
    case (.advance, .advance), (.settle, .advance): return self
    default: return nil
    }
  }

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
  mutating func command() throws(Mistake) -> Command {
    guard let read = verb.read else { throw Mistake(.notHoldable(verb.name)) }
    var command = try read(&self)
    try end()
    command.typed = typed
    command.holdsSecret = readsSecret
    return command
  }
}
