import Traces
import ViewModels

extension Verb {
  static let paste = Verb(
    "paste", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "append a text in one edit",
    explanation: "The whole text arrives as one edit, as it does from a pasteboard. Write a text with blanks in double "
      + "quotes.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let text = try arguments.text(for: control)
      return Act(.paste(control: control.name, text.string), text.text)
    })
}
