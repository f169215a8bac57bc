import Statecharts

/// A field.
public struct FieldState: Hashable, Sendable {
  /// The path: `name`, `user.name`.
  public var path: Name
  /// `.secret` for a secret field.
  public var value: Value
  /// Its shape.
  public var shape: Shape
  /// Whether it can be assigned.
  public var isAssignable: Bool
  /// Whether it lists rows, with fields below it: `items[3].total`.
  public var listsRows = false
  /// Whether it is computed without change notifications.
  public var isSilent = false
  /// Whether traces omit it as bookkeeping of the view.
  public var isInternal: Bool
}

extension [FieldState] {
  package func sets(since before: [FieldState]) -> [Effect] {
    let known = Dictionary(before.map { ($0.path, $0.value) }) { first, _ in first }
    return compactMap { field in
      guard !field.isInternal, let old = known[field.path], old != field.value else { return nil }
      return .set(field: field.path, old: old, new: field.value)
    }
  }
}

/// A property.
public struct PropertyState: Hashable, Sendable {
  /// The name, after the instance's path if any: `items[3]: likes are never negative`.
  public var name: Name
  /// Whether it was broken at the last check.
  public var isBroken: Bool
}

extension Name {
  package func isLaw(_ law: Name) -> Bool {
    self == law || Array(utf8).suffix(law.utf8.count + 2) == Array(": \(law)".utf8)[...]
  }
}

/// A request.
public struct RequestState: Hashable, Sendable {
  /// The service, with an ordinal from the second request on: `authenticate'2`.
  public var name: Name
  /// The service.
  public var service: Name
  /// The input, secrets masked.
  public var input: Value
  /// Milliseconds until the automatic answer; `nil` if there is none.
  public var dueIn: Int?
  /// Whether it has ended, so that its answer will be late.
  public var isEnded: Bool
  /// The instance that is answering it.
  public var answerer: Name?
}

/// Waiting work.
public struct WorkState: Hashable, Sendable {
  /// The name for `fire`, unique in a snapshot.
  public var name: Name
  /// Its origin.
  public var source: Cause.Source
  /// Milliseconds until it is due; zero or less if due now.
  public var dueIn: Int
}

/// An operation of the user, and whether it would be accepted now.
public struct CommandState: Hashable, Sendable {
  /// The name for `tap`, `send` and `why`: `login`, `items[3].like`.
  public var name: Name
  /// The states of the regions that handle it.
  public var phase: String?
  /// Why a tap would be refused now; `nil` if accepted.
  public var refusal: String?
  /// The deciding guards.
  public var guards: [GuardState]
}

/// A guard evaluated in a snapshot.
public struct GuardState: Hashable, Sendable {
  /// Its name.
  public var name: Name
  /// Its verdict.
  public var holds: Bool
  /// The fields that it reads.
  public var reads: [FieldState]
  /// The parts of a conjunction; empty for a simple guard.
  public var parts: [GuardState] = []
}

/// The visible screen.
public struct ScreenState: Hashable, Sendable {
  /// The pages from the root to the top.
  public var pages: [Name]
  /// The top page's title.
  public var title: String
  /// The visible controls of the top page, in declaration order.
  public var controls: [ControlState]
  /// The alert in front; others may wait.
  public var alert: AlertState?
  /// The HUD's text.
  public var hud: String?
  /// The tip's text, shown for a second.
  public var tip: String?
}

/// A control.
public struct ControlState: Hashable, Sendable {
  /// Its kind.
  public enum Kind: Hashable, Sendable {
    /// A text field.
    case text
    /// A secure text field.
    case secureText
    /// A button.
    case button
    /// A text.
    case label
    /// A mark.
    case badge
    /// Its value is true while it loads.
    case refresh
    /// The scroll offset.
    case scroll
    /// Pictures by address.
    case banner
    /// Its value is the number of rows.
    case list
  }

  /// The name in stimuli: `name`, `items[3].like`.
  public var name: Name
  /// Its kind.
  public var kind: Kind
  /// Its label.
  public var label: String
  /// Its value, secrets masked.
  public var value: Value
  /// Whether the view enables it; the chart may still refuse.
  public var isEnabled: Bool
  /// Whether it is being edited.
  public var isEdited = false
  /// Whether an input method is composing text in it.
  public var isComposed = false
  /// The shape of the value that a tap needs; nil if it needs none.
  public var takes: Shape?
  /// The controls of each row of a list.
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

/// An alert.
public struct AlertState: Hashable, Sendable {
  /// Its title.
  public var title: String
  /// Usually the value that a subject sent.
  public var message: String
  /// The titles, for `.dismiss`.
  public var buttons: [String]
}

package struct ServiceState: Hashable, Sendable {
  package var name: Name
  /// Those for one request each, and then the lasting one.
  package var behaviours: [ServiceBehaviour]
  /// In milliseconds.
  package var definedDelay: Int
  package var answerer: Name?
  package var outputShape: Shape
}

/// A named value that a field, input or service declares.
package struct Sample: Hashable, Sendable {
  package var name: Name
  /// The path of the field or input, or the service's name.
  package var owner: Name
  package var value: Value
}

package struct InputState: Hashable, Sendable {
  package var name: Name
  package var shape: Shape
}
