import Statecharts

/// One part of a definition or of a state.
public struct Part<V: ViewModel>: Sendable {
  enum Kind: Sendable {
    case region(ChartDefinition.State)
    case transition(ChartDefinition.Transition)
    case invocation(ChartDefinition.Invocation)
    case initial([StateID], Code?)
    case doneData(ChartDefinition.Output)
    case onEntry(Code)
    case onExit(Code)
    case observer(field: Name, Code)
    case setter(field: Name, Code)
    case setUp(Code)
    case uses([Declared])
    case child(TemplateSource)
    case hears(Name, Code?)
    case property(Property<V>)
    case accepts(Acceptance)
    case service(ServiceFacts)
  }

  let kinds: [Kind]

  init(kinds: [Kind]) {
    self.kinds = kinds
  }

  init(_ kinds: Kind...) {
    self.init(kinds: kinds)
  }

  @usableFromInline
  init(heldTo property: Property<V>, at moment: Monitor.Moment, _ file: StaticString, _ line: Int) {
    self.init(.property(property.noting("holds of the history \(moment.demand)", at: "\(file):\(line)")))
  }
}

/// Collects parts.
@resultBuilder
public enum Parts<V: ViewModel> {
  /// One part.
  public static func buildExpression(_ part: Part<V>) -> [Part<V>] { [part] }
  /// Several parts.
  public static func buildExpression(_ parts: [Part<V>]) -> [Part<V>] { parts }
  /// Joins parts.
  public static func buildBlock(_ parts: [Part<V>]...) -> [Part<V>] { parts.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ parts: [Part<V>]?) -> [Part<V>] { parts ?? [] }
  /// `if`, `switch`.
  public static func buildEither(first parts: [Part<V>]) -> [Part<V>] { parts }
  /// `else`, `switch`.
  public static func buildEither(second parts: [Part<V>]) -> [Part<V>] { parts }
  /// `for`.
  public static func buildArray(_ parts: [[Part<V>]]) -> [Part<V>] { parts.flatMap { $0 } }
}
