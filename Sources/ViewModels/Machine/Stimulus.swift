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
  /// An input method shows text that is being composed (marked text) at the end of a control's text, in place of what it
  /// showed before.
  case compose(control: String, String)
  /// The user commits the text that is being composed; `nil` is in whatever control it is.
  case commit(control: String?)
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

/// What a value is typed for.
package enum Recipient: Hashable, Sendable {
  /// The text of a control.
  case edit(control: String)
  /// What a control is tapped with.
  case tap(control: String)
  case field(String)
  case input(String)
  /// The success of a service, or of a request of it: `authenticate`, `authenticate'2`.
  case success(of: String)
  /// What it says when it does not succeed: a text for the user.
  case failure(of: String)
}

/// What is known of a recipient: the shape of its values, how its type has a value, with what is secret hidden, and whether
/// it takes one.
@usableFromInline
struct RecipientType: Sendable {
  let shape: Shape
  /// Whether a value that it takes may be a secret or hold one, as far as the shape tells.
  let mayHoldSecret: Bool
  let told: @Sendable (Value) -> Value
  let accepts: @Sendable (Value) -> Bool

  /// - Parameter value: How the type has a value; nil where it does not take it.
  @usableFromInline
  init(shape: Shape, _ value: @escaping @Sendable (Value) -> Value?) {
    let mayHoldSecret = shape.mayHoldSecret
    self.init(shape: shape, told: { value($0) ?? (mayHoldSecret ? $0.hidden : $0) }, accepts: { value($0) != nil })
  }

  init(shape: Shape, told: @escaping @Sendable (Value) -> Value, accepts: @escaping @Sendable (Value) -> Bool) {
    (self.shape, self.told, self.accepts) = (shape, told, accepts)
    mayHoldSecret = shape.mayHoldSecret
  }
}

extension RecipientType {
  @inlinable
  init<T: ValueConvertible>(_ type: T.Type) {
    self.init(shape: T.shape) { T($0)?.value }
  }
}

extension Shape {
  /// Whether a value of it may be a secret or hold one, as far as the shape tells; nothing takes no value, so what is
  /// typed for it may have been meant for anything.
  package var mayHoldSecret: Bool {
    switch self {
    case .bool, .int, .double, .string, .enumeration: false
    case .optional(let wrapped), .list(let wrapped): wrapped.mayHoldSecret
    case .secret, .record, .void, .any: true
    }
  }
}

extension Value {
  /// Whether it is a secret or holds one.
  package var holdsSecret: Bool {
    switch self {
    case .secret: true
    case .list(let values): values.contains(where: \.holdsSecret)
    case .record(let members), .enumeration(_, let members): members.contains { $0.value.holdsSecret }
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: false
    }
  }

  /// The value itself, where it is a secret.
  var revealed: Value {
    if case .secret(let value) = self { value.revealed } else { self }
  }
}
