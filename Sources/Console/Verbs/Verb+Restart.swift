extension Verb {
  static let restart = Verb(
    "restart", .open, summary: "end the app and open it again with what it stored",
    explanation: "How services answer stays: they are not the app's. "
      + "It is a command of the case like any other: it is recorded, and 'undo' takes it back.",
    action: .drive { (arguments) throws(Mistake) in
      _ = try arguments.scene()
      return Act(restart: "restart")
    })
}
