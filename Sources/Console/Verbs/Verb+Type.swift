import Traces
import ViewModels

extension Verb {
  static let type = Verb(
    "type", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "append a text, one character per edit",
    explanation: "Every character is an edit of its own, as it is from a keyboard. Write a text with blanks in double "
      + "quotes.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let text = try arguments.text(for: control)
      return Act(.type(control: control.name, text.string), text.text)
    })
}
