import ViewModels

extension Verb {
  static let restart = Verb(
    "restart", .open, summary: "end the app and open it again with what it stored",
    explanation: "Services go on answering as they were set: they are not part of the app. "
      + "It is a command of the case like any other: it is recorded, and 'undo' takes it back.",
    action: .drive { (arguments) throws(Mistake) in
      _ = try arguments.scene()
      return Act(.restart)
    })
}
