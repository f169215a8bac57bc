import Statecharts

/// An input of a machine from outside, as traces store it.
public enum Stimulus: Hashable, Sendable {
  /// Replaces a control's text in one edit.
  case set(control: String, Value)
  /// Appends text in one edit.
  case paste(control: String, String)
  /// Appends text, one character per edit.
  case type(control: String, String)
  /// Removes characters from the end, one per edit.
  case erase(control: String, count: Int)
  /// Replaces an input method's marked text at the end of a control's text.
  case compose(control: String, String)
  /// Commits the marked text of a control; `nil` means any control.
  case commit(control: String?)
  /// Begins to edit a text field, ending another one.
  case focus(control: String)
  /// Leaves the text field.
  case blur
  /// Presses return.
  case pressReturn
  /// Uses a control.
  case tap(control: String, Value?)
  /// Presses an alert button; `nil` is the first.
  case dismiss(button: String?)
  /// Leaves the top page.
  case back
  /// The program calls an input, bypassing the screen.
  case send(input: String, Value?)
  /// The program assigns a field, bypassing the screen.
  case assign(field: String, Value)
  /// Answers a request now; its automatic answer is dropped.
  case reply(request: String, Outcome, Value?)
  /// Changes a service's answers.
  case service(name: String, ServiceBehaviour)
  /// Changes the observers' order.
  case observers(reversed: Bool)
  /// Milliseconds pass; `nil` is up to the next due instant.
  case advance(milliseconds: Int?)
  /// Runs one piece of work before all others.
  case fire(work: String)
  /// Runs due work until nothing is due.
  case settle
  /// Restarts the app with its store; services keep their settings. A crashed app accepts nothing else. Work that
  /// opening makes due always runs, even if held.
  case restart

  /// Whether it consists of several edits, each its own move.
  var isOfEdits: Bool {
    switch self {
    case .type(_, let text): !text.isEmpty
    case .erase: true
    default: false
    }
  }
}

package enum Recipient: Hashable, Sendable {
  case edit(control: String)
  case tap(control: String)
  case field(String)
  case input(String)
  /// A success of a service or a request: `authenticate`, `authenticate'2`.
  case success(of: String)
  /// The text of a failure or an error.
  case failure(of: String)
}

@usableFromInline
struct RecipientType: Sendable {
  let shape: Shape
  let mayHoldSecret: Bool
  let told: @Sendable (Value) -> Value
  let accepts: @Sendable (Value) -> Bool

  /// - Parameter value: Converts a value to the type's form; nil if it does not fit.
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
  /// True for `void` too, because a value typed for it may have been meant for anything.
  package var mayHoldSecret: Bool {
    switch self {
    case .bool, .int, .double, .string, .enumeration: false
    case .optional(let wrapped), .list(let wrapped): wrapped.mayHoldSecret
    case .secret, .record, .void, .any: true
    }
  }
}

extension Value {
  package var holdsSecret: Bool {
    switch self {
    case .secret: true
    case .list(let values): values.contains(where: \.holdsSecret)
    case .record(let members), .enumeration(_, let members): members.contains { $0.value.holdsSecret }
    case .null, .bool, .int, .double, .string, .reference, .weak, .signal: false
    }
  }

  /// A text, plain or secret; empty for any other value.
  var revealedText: String { Secret<String>(self)?.revealed ?? "" }
}
