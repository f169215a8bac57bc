import Traces
import ViewModels

extension Verb {
  static let focus = Verb(
    "focus", .user, [Parameter("CONTROL", .textControl)],
    summary: "begin to edit a text field",
    explanation:
      "The field that was being edited ends first. A field with a text of its own fires its edit event both times, "
      + "even if its text did not change, as in UIKit. 'set', 'paste', 'type' and 'erase' need no focus and do not take it.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      return Act(.focus(control: control.name))
    })

  static let blur = Verb(
    "blur", .user, summary: "end editing the text field that has the focus",
    explanation: "It fires the field's edit event. A page that comes or goes ends editing too.",
    action: .drive { (_) throws(Mistake) in Act(.blur) })

  static let pressReturn = Verb(
    "return", .user, summary: "press the return key in the text field that has the focus",
    explanation: "It fires the field's edit event, and once more because the field ends.",
    action: .drive { (_) throws(Mistake) in Act(.pressReturn) })
}
