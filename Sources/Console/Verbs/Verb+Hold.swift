import Traces

extension Verb {
  static let hold = Verb(
    "hold", .time, [Parameter("COMMAND", .line)],
    summary: "run a command and leave due work waiting",
    explanation: "Work that the command makes due stays in the agenda, and the next command runs before it, so every "
      + "race can be written as a script. The first command that is not held lets the work run afterwards. 'hold advance 2s' "
      + "stops the clock at that moment, before the work that is due then.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { throw arguments.missing("a command") }
      let column = arguments.scanner.column
      let verb = try CommandReading.verb(&arguments.scanner, arguments.source)
      guard verb.isHoldable, case .drive(let read) = verb.action.driving else {
        throw Mistake(.notHoldable(verb.name), column: column)
      }
      arguments.verb = verb
      var act = try read(&arguments)
      act.text = "hold \(act.text)"
      act.isHeld = true
      return act
    })

  /// What runs all due work, and a machine that begins anew, leave nothing that could be held.
  private var isHoldable: Bool {
    isDriving && !["hold", "settle", "restart"].containsBytes(of: name)
  }
}

extension Verb.Action {
  /// The action as one that drives, where it can.
  fileprivate var driving: Verb.Action {
    if case .driveOrLook(let drive, _) = self { .drive(drive) } else { self }
  }
}
