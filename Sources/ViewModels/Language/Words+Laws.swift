import Statecharts

/// The words in which a view model states what it is held to. What becomes false is said by the turn that broke it:
/// `broken "the label shows its own row"`; once, and again only after it held meanwhile.
extension TokenViewModel {
  /// Something that always holds at its moment, by default whenever nothing is due.
  public func Invariant(
    _ name: String, at moment: Monitor.Moment = .rest, _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.invariant(name, at: moment, holds)))
  }

  /// Something that holds of the history: an automaton that reads turns.
  ///
  /// - Parameters:
  ///   - memory: The automaton's first state: no references and no counts without end, so that equal situations stay equal.
  ///   - read: Moves the automaton by one turn, and returns whether the law holds now.
  public func Law<Memory: ValueConvertible>(
    _ name: String, at moment: Monitor.Moment = .turn, from memory: Memory,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.law(name, at: moment, from: memory, read)))
  }

  /// Something that holds of every turn by itself; in contrast to an invariant it sees what the turn did.
  public func EveryTurn(
    _ name: String, _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.everyTurn(name, holds)))
  }

  /// No more than so many of these since the last of those, or ever.
  public func AtMost(
    _ limit: Int, _ happening: Happening, since start: Happening? = nil, _ name: String
  ) -> Part<Self> {
    Part(.property(.atMost(limit, happening, since: start, name)))
  }

  /// Each of the starts is followed by exactly one of these: none without a start, no second one, and one at last, before
  /// the next start and before nothing waits any more.
  public func ExactlyOne(_ happening: Happening, per start: Happening, _ name: String) -> Part<Self> {
    Part(.property(.exactlyOne(happening, per: start, name)))
  }

  /// Whatever begins ends: when nothing waits any more, there have been as many ends as starts.
  public func EveryOne(of start: Happening, endsIn end: Happening, _ name: String) -> Part<Self> {
    Part(.property(.everyOne(of: start, endsIn: end, name)))
  }

  /// None of these comes after one of those, until it is allowed again.
  public func None(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: String
  ) -> Part<Self> {
    Part(.property(.none(of: happening, after: stop, until: reset, name)))
  }

  /// What a command is held to that is no `Command`.
  public func Held(to laws: CommandLaws<Self>) -> [Part<Self>] { laws.properties.map { Part(.property($0)) } }
}

extension Happening {
  /// A subject sent a value.
  public static func sent<V, T>(_ subject: SubjectToken<V, T>) -> Happening { .sent(named: subject.name) }

  /// A field was assigned, perhaps what it was.
  public static func set<V, T>(_ field: FieldToken<V, T>) -> Happening { .set(named: field.name) }

  /// A field became a value that it was not.
  public static func became<V, T>(_ field: FieldToken<V, T>, _ value: T) -> Happening {
    .became(named: field.name, T.isSecret ? value.value.hidden : value.value)
  }

  /// A request started.
  public static func requested<V, I, O>(_ service: ServiceToken<V, I, O>) -> Happening {
    .requested(named: service.name)
  }

  /// A request was answered.
  public static func replied<V, I, O>(_ service: ServiceToken<V, I, O>, _ outcome: Outcome? = nil) -> Happening {
    .replied(named: service.name, outcome)
  }

  /// A request was cancelled because its state was left.
  public static func cancelled<V, I, O>(_ service: ServiceToken<V, I, O>) -> Happening {
    .cancelled(named: service.name)
  }
}

/// What a property reads of the model, by its own names: `$0.name`.
extension Witness {
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T { read(path) }

  /// A field by its token, for laws that are given the token.
  public func value<T>(of field: FieldToken<V, T>) -> T { read(field.path) }

  /// Another instance: `turn[row].total`.
  public subscript<W: ViewModel>(other: Ref<W>) -> Witness<W> { Witness<W>(report, of: other) }

  /// A child: `turn[table].offset`.
  public subscript<W>(child: ChildToken<V, W>) -> Witness<W> {
    guard let id = report.child(child.position, of: me.id) else { return Witness<W>(report, of: Ref(me.id)) }
    return Witness<W>(report, of: Ref(id))
  }

  /// Returns how many requests of a service this instance has under way.
  public func requests<W, I, O>(of service: ServiceToken<W, I, O>) -> Int { requests(named: service.name) }

  /// The names of the requests of a service that anybody has under way, this instance or one that it made; each keeps its own
  /// until it ends: `fetch`, `fetch'2`.
  public func requestNames<W, I, O>(of service: ServiceToken<W, I, O>) -> [String] {
    report.requests(of: service.name)
  }

  /// Returns how many hops, delays and timers wait to call a handler of this instance with just these captures.
  public func waiting<each P>(for handler: HandlerToken<V, repeat each P>, _ captures: repeat each P) -> Int {
    report.waiting(for: handler.value(of: me, repeat each captures))
  }
}
