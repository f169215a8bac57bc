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
      return Command(.set(control: control.name, value.value), value.text)
    })

  static let paste = Verb(
    "paste", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "append a text in one edit",
    explanation: "The whole text arrives as one edit, as it does from a pasteboard. Write a text with blanks in double "
      + "quotes.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let text = try arguments.text(for: control)
      return Command(.paste(control: control.name, text.string), text.text)
    })

  static let type = Verb(
    "type", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "append a text, one character per edit",
    explanation: "Every character is an edit of its own, as it is from a keyboard. Write a text with blanks in double "
      + "quotes.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let text = try arguments.text(for: control)
      return Command(.type(control: control.name, text.string), text.text)
    })

  static let erase = Verb(
    "erase", .user, [Parameter("CONTROL", .textControl), Parameter("N", .count, isOptional: true)],
    summary: "remove characters from the end, one edit each",
    explanation: "Without N, one character is removed.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let count = try arguments.count()
      return Command(.erase(control: control.name, count: count ?? 1), count.map { String($0) })
    })

  static let focus = Verb(
    "focus", .user, [Parameter("CONTROL", .textControl)],
    summary: "begin to edit a text field",
    explanation:
      "The field that was being edited ends first. A field with a text of its own fires its edit event both times, "
      + "even if its text did not change, as in UIKit. 'set', 'paste', 'type' and 'erase' need no focus and do not take it.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      return Command(.focus(control: control.name))
    })

  static let blur = Verb(
    "blur", .user, summary: "end editing the text field that has the focus",
    explanation: "It fires the field's edit event. A page that comes or goes ends editing too.",
    action: .drive { (_) throws(Mistake) in Command(.blur) })

  static let pressReturn = Verb(
    "return", .user, summary: "press the return key in the text field that has the focus",
    explanation: "It fires the field's edit event, and once more because the field ends.",
    action: .drive { (_) throws(Mistake) in Command(.pressReturn) })

  static let tap = Verb(
    "tap", .user, [Parameter("CONTROL", .control), Parameter("VALUE", .value, isOptional: true)],
    summary: "use a control of the screen",
    explanation:
      "It is refused, with a reason, if the control is absent, disabled, or covered by an alert or a HUD.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.control()
      let shape = control.takes ?? (control.kind == .secureText ? .secret(.string) : .any)
      let value = try arguments.optionalValue(shape, of: control.name.text, for: .tap(control: control.name.text))
      if value == nil, let takes = control.takes, takes.asksForValue {
        throw arguments.missing("\(takes.example) for '\(control.name)'")
      }
      return try arguments.command(carrying: value, of: control.name.text) { .tap(control: control.name.text, $0) }
    })

  static let dismiss = Verb(
    "dismiss", .user, [Parameter("BUTTON", .button, isOptional: true)],
    summary: "press a button of the alert",
    explanation: "Without BUTTON the alert's first button is pressed.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return Command(.dismiss(button: nil)) }
      let button = try arguments.plainText()
      return Command(.dismiss(button: button.string), button.text)
    })

  static let back = Verb(
    "back", .user, summary: "leave the top page",
    explanation: "The user goes back to the page below; on the first page that is refused.",
    action: .drive { (_) throws(Mistake) in Command(.back) })
}
