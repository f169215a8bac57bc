import ViewModels

extension Verb {
  static let advance = Verb(
    "advance", .time, [Parameter("DURATION", .duration, isOptional: true)],
    summary: "let time pass: a duration, or up to the next due instant",
    explanation:
      "Durations need a unit: '500ms', '1.5s', '2m', '1h30m'. What falls due on the way runs at its own time.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return Act(.advance(milliseconds: nil)) }
      let duration = try arguments.duration()
      return Act(.advance(milliseconds: duration.milliseconds), duration.description)
    })
}
