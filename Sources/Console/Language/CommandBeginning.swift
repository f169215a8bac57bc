import Statecharts

/// The verb of a command of a file, and whether arguments follow it: what a transcript can tell without running it.
package struct CommandBeginning {
  private let command: String
  private let verb: Verb
  private let hasArguments: Bool

  /// Reads it; nil where no verb begins the command.
  package init?(_ command: String) {
    let (bytes, blank) = (command.utf8, UInt8(ascii: " "))
    guard let start = bytes.firstIndex(where: { $0 != blank }) else { return nil }
    let end = bytes[start...].firstIndex(of: blank) ?? bytes.endIndex
    guard let number = Verb.numbers[String(command[start..<end])] else { return nil }
    self.command = command
    verb = Verb.all[number]
    hasArguments = end != bytes.endIndex && bytes.index(after: end) != bytes.endIndex
  }

  /// Whether it only shows something: then what it prints is free text.
  package var isLook: Bool {
    switch verb.action {
    case .look, .performOrLook, .saveOrLook: true
    case .driveOrLook: !hasArguments
    case .drive, .perform: false
    }
  }

  /// What of it no transcript holds: its verb, or the verb with what follows it; nil where all of it can stand there.
  package var misplaced: String? {
    guard verb.isForTranscripts else { return verb.name }
    switch verb.action {
    case .performOrLook where hasArguments: return "\(verb.name) \(verb.parameters[0].place)"
    case .saveOrLook where command.namesFile: return "\(verb.name) FILE"
    default: return nil
    }
  }
}
