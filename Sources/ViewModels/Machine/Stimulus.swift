import Statecharts

/// What a machine receives from outside, and a trace stores: a user's act, a typed reply, the passing of time.
public enum Stimulus: Hashable, Sendable {
  /// The user replaces a control's text in one edit.
  case set(control: String, Value)
  /// The user appends text in one edit.
  case paste(control: String, String)
  /// The user appends text, one character per edit.
  case type(control: String, String)
  /// The user removes characters from the end, one edit each.
  case erase(control: String, count: Int)
  /// The user begins to edit a text field; the one that was being edited ends.
  case focus(control: String)
  /// The user leaves the text field that is being edited.
  case blur
  /// The user presses the return key in the text field that is being edited.
  case pressReturn
  /// The user uses a control.
  case tap(control: String, Value?)
  /// The user presses a button of the alert; `nil` is its first.
  case dismiss(button: String?)
  /// The user leaves the top page.
  case back
  /// The program calls an input of a view model, past the screen.
  case send(input: String, Value?)
  /// The program assigns a field, past the screen.
  case assign(field: String, Value)
  /// A request is answered now; its automatic answer is dropped.
  case reply(request: String, Outcome, Value?)
  /// A service answers in another way from now on.
  case service(name: String, ServiceBehaviour)
  /// The observers of a field are told in the order in which they registered, or in reverse, from now on.
  case observers(reversed: Bool)
  /// Time passes: so many milliseconds, or up to the next due instant.
  case advance(milliseconds: Int?)
  /// One piece of work runs next, whatever is due before it.
  case fire(work: String)
  /// Due work runs until nothing is due.
  case settle
  /// The app ends and is opened again with what it stored. How services answer stays: they are not the app's. A crashed app
  /// takes nothing else. What opening makes due runs with it, be it held or not.
  case restart

  /// Whether it is several edits, each a move of its own.
  var isOfEdits: Bool {
    switch self {
    case .type(_, let text): !text.isEmpty
    case .erase: true
    default: false
    }
  }
}
