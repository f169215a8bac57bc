extension Verb {
  /// What a command does that has no place in a transcript, such as `save` or `trace FILE`: it neither drives the machine
  /// nor looks at it; nil for one that has its place, and for what no verb begins.
  public static func misplaced(inTranscript command: String) -> String? {
    let words = command.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard let word = words.first.flatMap({ String($0) }) else { return nil }
    guard let verb = all.first(where: { $0.name.hasSameBytes(as: word) }) else { return nil }
    guard verb.isForTranscripts else { return verb.name }
    guard case .performOrLook = verb.action, words.count > 1 else { return nil }
    return "\(verb.name) \(verb.parameters[0].name)"
  }
}
