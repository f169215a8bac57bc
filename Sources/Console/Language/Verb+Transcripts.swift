extension Verb {
  /// What a command does that has no place in a transcript, such as `save` or `trace FILE`: it neither drives the machine
  /// nor looks at it; nil for one that has its place, and for what no verb begins.
  package static func misplaced(inTranscript command: String) -> String? {
    guard let (verb, hasArguments) = beginning(of: command) else { return nil }
    guard verb.isForTranscripts else { return verb.name }
    switch verb.action {
    case .performOrLook where hasArguments: return "\(verb.name) \(verb.parameters[0].place)"
    case .saveOrLook where command.namesFile: return "\(verb.name) FILE"
    default: return nil
    }
  }
}
