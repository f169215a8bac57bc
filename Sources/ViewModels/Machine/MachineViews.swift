import Statecharts

/// A field as it stands in a snapshot.
public struct FieldState: Hashable, Sendable {
  /// Its path as the console shows it: `name`, `user.name`.
  public var path: Name
  /// Its value; `.secret` when the field is secret.
  public var value: Value
  /// How its values look.
  public var shape: Shape
  /// Whether it can be assigned; computed fields cannot.
  public var isAssignable: Bool
  /// Whether it lists rows, whose fields are below it: `items[3].total`.
  public var listsRows = false
  /// Whether it is computed and tells nobody when it changes.
  public var isSilent = false
  /// Whether it belongs to the view's own bookkeeping, left out of traces and of `fields` unless it is named.
  public var isInternal: Bool
}

extension [FieldState] {
  /// The fields that there were before and that have other values now, as a turn tells of them; the view's own are not told.
  package func sets(since before: [FieldState]) -> [Effect] {
    let known = Dictionary(before.map { ($0.path, $0.value) }) { first, _ in first }
    return compactMap { field in
      guard !field.isInternal, let old = known[field.path], old != field.value else { return nil }
      return .set(field: field.path, old: old, new: field.value)
    }
  }
}

/// A property, and whether it was broken when it was last looked at.
public struct PropertyState: Hashable, Sendable {
  /// Its name, behind the place of the instance that it speaks of: `items[3]: likes are never negative`.
  public var name: Name
  /// Whether it did not hold when it was last looked at.
  public var isBroken: Bool
}

extension Name {
  /// Whether a property's name is that of a law, of whichever instance: `items[3]: likes are never negative`.
  package func isLaw(_ law: Name) -> Bool {
    self == law || Array(utf8).suffix(law.utf8.count + 2) == Array(": \(law)".utf8)[...]
  }
}

/// A request under way.
public struct RequestState: Hashable, Sendable {
  /// The service with its ordinal from the second on: `authenticate'2`.
  public var name: Name
  /// The service that is asked.
  public var service: Name
  /// What it is asked; what is secret in it is `.secret`.
  public var input: Value
  /// Milliseconds until it is answered by itself; `nil` when it waits for a typed reply, for an instance, or for ever.
  public var dueIn: Int?
  /// Whether nobody waits for it any more, so that its answer will be late.
  public var isEnded: Bool
  /// The instance that answers for the service, while it has the request.
  public var answerer: Name?
}

/// Work in the agenda, in the order in which it will run.
public struct WorkState: Hashable, Sendable {
  /// A name that `fire` takes; unique in a snapshot.
  public var name: Name
  /// Who made it: a service, a timer, a delay or a hop.
  public var source: Cause.Source
  /// Milliseconds until it is due; zero or less when it is due now.
  public var dueIn: Int
}

/// A user-invokable operation, and whether it would be taken now.
public struct CommandState: Hashable, Sendable {
  /// What `tap`, `send` and `why` call it: `login`, `items[3].like`.
  public var name: Name
  /// The state of the region that takes it; of several, each with its region; `nil` when none does.
  public var phase: String?
  /// Why a tap would be refused now; `nil` when it would be taken.
  public var refusal: String?
  /// The guards that decide, each with its verdict and the values that it read.
  public var guards: [GuardState]
}

/// A guard evaluated in a snapshot.
public struct GuardState: Hashable, Sendable {
  /// Its name or sentence, as refusals tell it.
  public var name: Name
  /// Its verdict in this snapshot.
  public var holds: Bool
  /// The fields that it depends on, with their values.
  public var reads: [FieldState]
  /// The conditions of which it asks that all hold, as far as it says so; none of one that is a single condition.
  public var parts: [GuardState] = []
}

/// The simulated view.
public struct ScreenState: Hashable, Sendable {
  /// The navigation stack from the root to the top, by page name.
  public var pages: [Name]
  /// The title of the top page.
  public var title: String
  /// The controls of the top page, in the order in which they are declared; what is hidden is left out.
  public var controls: [ControlState]
  /// The alert in front of everything; `nil` when none is shown. Others may wait behind it.
  public var alert: AlertState?
  /// The text of the sign of work; `nil` when none is shown.
  public var hud: String?
  /// The text of the tip; `nil` when none is shown. It goes after a second.
  public var tip: String?
}

/// A control of the top page.
public struct ControlState: Hashable, Sendable {
  /// What it is for.
  public enum Kind: Hashable, Sendable {
    /// A text field.
    case text
    /// A text field that hides its text.
    case secureText
    /// What is tapped.
    case button
    /// A text to read.
    case label
    /// A mark that is seen.
    case badge
    /// What loads more when it is pulled; its value says whether it does.
    case refresh
    /// How far the page is scrolled.
    case scroll
    /// Pictures by address.
    case banner
    /// Rows; its value is their number.
    case list
  }

  /// What stimuli call it: `name`, `items[3].like`.
  public var name: Name
  /// What it is for.
  public var kind: Kind
  /// What is written beside a text field, or on a button.
  public var label: String
  /// The text or value that it shows; `.secret` for a secure field.
  public var value: Value
  /// Whether the view lets it be used; the chart may still refuse.
  public var isEnabled: Bool
  /// Whether it is the text field that is being edited.
  public var isEdited = false
  /// Whether an input method composes text in it; it has ended when the program set another text.
  public var isComposed = false
  /// What a tap of it has to give; nil where anything may stand, or nothing.
  public var takes: Shape?
  /// The rows of a list with the controls of each; empty for any other control.
  public var rows: [[ControlState]] = []

  package init(
    name: Name, kind: Kind, label: String, value: Value, isEnabled: Bool, rows: [[ControlState]] = [],
    takes: Shape? = nil
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    self.value = value
    self.isEnabled = isEnabled
    self.rows = rows
    self.takes = takes
  }
}

/// An alert on the screen.
public struct AlertState: Hashable, Sendable {
  /// Its title.
  public var title: String
  /// Its message, which most often is the value that a subject sent.
  public var message: String
  /// The titles of its buttons, of which `.dismiss` takes one.
  public var buttons: [String]
}

/// A service that a variant has.
package struct ServiceState: Hashable, Sendable {
  package var name: Name
  /// What holds now.
  package var behaviour: ServiceBehaviour
  /// The definition's own time to the answer in milliseconds.
  package var definedDelay: Int
  /// The instance that answers, if one does.
  package var answerer: Name?
  package var outputShape: Shape
}

/// A named value that a field or service declares.
package struct Sample: Hashable, Sendable {
  package var name: Name
  /// The path of the field or the name of the service that declares it.
  package var owner: Name
  /// The value; `.secret` when its field is secret.
  package var value: Value
}

/// An input that `send` takes.
package struct InputState: Hashable, Sendable {
  package var name: Name
  package var shape: Shape
}
