import Statecharts

/// The bounds of a search that `--domain NAME` selects, for a machine with too many states: `domains: ["one-photo":
/// SearchDomain(answers: ["search": .ok(.sample("words"))])]`.
public struct SearchDomain: Sendable {
  /// Rows that a search uses.
  public enum Rows: Hashable, Sendable {
    /// The first.
    case first
    /// The first, the last and one between.
    case ends
    /// All.
    case all
  }

  /// How requests are answered.
  public enum Services: String, Sendable, CaseIterable {
    /// As defined.
    case defined
    /// At any time, with any outcome.
    case any
  }

  /// The order of work due at the same instant.
  public enum Order: Hashable, Sendable {
    /// Every order; each source keeps its own.
    case every
    /// The order in which it became due.
    case defined
  }

  /// The order of observers.
  public enum ObserverOrder: String, Sendable, CaseIterable {
    /// By registration.
    case registered
    /// Reversed.
    case reversed
  }

  /// When the app restarts with its store.
  public enum Restart: Hashable, Sendable {
    /// Never.
    case never
    /// Once before the search, after the services are set, so that they answer while it opens.
    case first
    /// Wherever a command may come.
    case any
  }

  /// A value.
  public enum Choice: Hashable, Sendable {
    /// The recipient's sample of this name, else the only one in the machine.
    case sample(String)
    /// A literal value; refused for a secret.
    case value(Value)
  }

  /// How a service answers during the whole search.
  public enum Answer: Hashable, Sendable {
    /// A success; nil is the service's own value.
    case ok(Choice? = nil)
    /// A refusal; nil is the service's own text.
    case fail(String? = nil)
    /// A transport error; nil is the service's own text.
    case error(String? = nil)
    /// No answer; only a time-out ends the request.
    case never
  }

  package let rows: Rows
  package let services: Services
  package let answers: KeyValuePairs<String, Answer>
  package let values: KeyValuePairs<String, [Choice]>
  package let order: Order
  package let observers: ObserverOrder?
  package let restart: Restart
  package let between: Int?
  package let usesKeyboard: Bool
  package let isPastTheScreen: Bool

  /// Makes a domain; unknown names in it are refused.
  ///
  /// - Parameters:
  ///   - answers: How single services answer; set in this order before the search.
  ///   - values: Replaces samples, by the name of a control, an input, a field or a service.
  ///   - observers: The order of a field's observers; nil keeps the current one.
  ///   - between: The most commands between a turn and the work it made due; nil is any number. Must not be negative.
  ///   - keyboard: Also enter and leave text fields, and press return.
  ///   - pastTheScreen: Also call inputs and assign fields, as the program does.
  public init(
    rows: Rows = .ends, services: Services = .defined, answers: KeyValuePairs<String, Answer> = [:],
    values: KeyValuePairs<String, [Choice]> = [:], order: Order = .every, observers: ObserverOrder? = nil,
    restart: Restart = .never, between: Int? = nil, keyboard: Bool = false, pastTheScreen: Bool = false
  ) {
    self.rows = rows
    self.services = services
    self.answers = answers
    self.values = values
    self.order = order
    self.observers = observers
    self.restart = restart
    self.between = between
    usesKeyboard = keyboard
    isPastTheScreen = pastTheScreen
  }
}
