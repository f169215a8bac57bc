import Traces
import ViewModels

extension Verb {
  static let set = Verb(
    "set", .user, [Parameter("CONTROL", .textControl), Parameter("VALUE", .value)],
    summary: "replace a control's text in one edit",
    explanation:
      "The user's hand: the edit goes through the screen and fires the field's edit event. A bare word reads "
      + "as the field's type says, a quoted one is always a text, '$right' is the field's sample of that name.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let value = try arguments.value(control.shape, of: control.name, for: .edit(control: control.name))
      return Act(.set(control: control.name, value.value), value.text)
    })
}
