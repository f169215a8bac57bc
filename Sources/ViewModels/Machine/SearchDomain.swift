import Statecharts

/// What a search of a machine does where `--domain NAME` selects it.
///
/// A machine with too many states for a search declares here what is few enough to be searched to the end:
/// `domains: ["one-photo": SearchDomain(answers: ["search": .ok(.sample("words"))])]`.
public struct SearchDomain: Sendable {
  /// Which rows of a list a search uses.
  public enum Rows: Hashable, Sendable {
    /// The first alone.
    case first
    /// The first, the last and one between.
    case ends
    /// Every row.
    case all
  }

  /// Who answers requests.
  public enum Services: String, Sendable, CaseIterable {
    /// The definition.
    case defined
    /// Anyone, at any time, with any outcome.
    case any
  }

  /// In which order work of one instant runs.
  public enum Order: Hashable, Sendable {
    /// In every order; what one source makes due keeps its own.
    case every
    /// As it was made due.
    case defined
  }

  /// In which order the observers of a field are notified.
  public enum ObserverOrder: String, Sendable, CaseIterable {
    /// In the order in which they registered.
    case registered
    /// In reverse order of registration.
    case reversed
  }

  /// When the app ends and is opened again with what it stored.
  public enum Restart: Hashable, Sendable {
    /// Not at all.
    case never
    /// Once before the search begins, when services are set, so that they answer what it requests as it opens.
    case first
    /// Wherever a command may come.
    case any
  }

  /// A value that a search uses or a service answers with.
  public enum Choice: Hashable, Sendable {
    /// The sample of this name: of the thing that is given the value, else the only one of the machine.
    case sample(String)
    /// A value that is written out; refused where a secret is wanted.
    case value(Value)
  }

  /// How a service answers during the whole search.
  public enum Answer: Hashable, Sendable {
    /// A success with this value; nil is what the service succeeds with by definition.
    case ok(Choice? = nil)
    /// A failure with this text; nil is the service's own.
    case fail(String? = nil)
    /// An error of the transport with this text; nil is the service's own.
    case error(String? = nil)
    /// No answer; the time-out of the service ends the request, if it has one.
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

  /// Makes a domain; without arguments it is the search that no domain is selected for.
  ///
  /// `lint` reports a name that the machine does not have, and a search with such a domain is refused.
  ///
  /// - Parameters:
  ///   - rows: Which rows of a list are used.
  ///   - services: Who answers requests.
  ///   - answers: How single services answer, by their names; each setting comes before the search, in this order.
  ///   - values: What a control, an input, a field or a service is given in place of its samples, by its name.
  ///   - order: In which order work of one instant runs.
  ///   - observers: In which order the observers of a field are notified; nil leaves it as it is.
  ///   - restart: When the app ends and is opened again.
  ///   - between: The most commands between a turn and the work that it made due; nil is any number, and 0 none. A negative
  ///     number is refused.
  ///   - keyboard: Whether text fields are also entered and left, and return is pressed.
  ///   - pastTheScreen: Whether inputs are also called and fields assigned, as the program does.
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
