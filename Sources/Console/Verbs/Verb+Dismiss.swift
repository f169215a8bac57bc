import ViewModels

extension Verb {
  static let dismiss = Verb(
    "dismiss", .user, [Parameter("BUTTON", .button, isOptional: true)],
    summary: "press a button of the alert",
    explanation: "Without BUTTON the alert's first button is pressed.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return Act(.dismiss(button: nil)) }
      let button = try arguments.plainText()
      return Act(.dismiss(button: button.string), button.text)
    })
}
