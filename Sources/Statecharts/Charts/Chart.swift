/// A statechart as plain data. Its root holds the regions or states; several regions at the top are parallel.
public struct Chart: Sendable {
  public var states: [State]
  /// Whether the top states are parallel regions.
  public var isParallel: Bool

  public init(isParallel: Bool = false, _ states: [State]) {
    self.isParallel = isParallel
    self.states = states
  }

  /// A state; names need be unique only among what a transition can mean: the nearest counts.
  public struct State: Sendable {
    public enum Kind: Hashable, Sendable {
      case atomic
      case compound
      case parallel
      case final
      case shallowHistory
      case deepHistory
    }

    public var name: String
    public var kind: Kind
    public var children: [State] = []
    /// The children or deeper states entered by default; the first child when empty.
    public var initial: [String] = []
    public var onEntry: [Code] = []
    public var onExit: [Code] = []
    /// In document order. The first of a history state tells its default.
    public var transitions: [Transition] = []
    public var invocations: [Invocation] = []

    /// Makes a state; without a kind it is compound when it has children, else atomic.
    public init(_ name: String, _ kind: Kind? = nil, children: [State] = []) {
      self.name = name
      self.kind = kind ?? (children.isEmpty ? .atomic : .compound)
      self.children = children
    }
  }

  public struct Transition: Sendable {
    public var trigger: Trigger
    /// Empty for a transition that only acts.
    public var targets: [String]
    public var guardCondition: Guard?
    public var isInternal = false
    public var actions: [Code] = []

    public init(_ trigger: Trigger, to targets: [String] = [], when guardCondition: Guard? = nil, actions: [Code] = [])
    {
      self.trigger = trigger
      self.targets = targets
      self.guardCondition = guardCondition
      self.actions = actions
    }
  }

  public enum Trigger: Hashable, Sendable {
    /// An event by name; `a.b` is meant by `a.b`, `a` and `*`, as SCXML's descriptors.
    case event(String)
    /// No event: taken as soon as its guard holds.
    case always
    /// So many milliseconds after the state was entered; cancelled on exit.
    case after(Int)
  }

  /// A named condition.
  public struct Guard: Sendable {
    public var name: String
    /// The fields that it reads, for whoever asks why.
    public var reads: [String]
    let holds: @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID, _ value: Value) -> Bool

    public init(
      _ name: String, reads: [String] = [],
      _ holds: @escaping @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID, _ value: Value) -> Bool
    ) {
      self.name = name
      self.reads = reads
      self.holds = holds
    }
  }

  /// A service that runs while a state is active. Its answers are the events `SERVICE.ok`, `.fail` and `.error`.
  public struct Invocation: Sendable {
    public var service: String
    let input: @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID) -> Value

    public init(
      _ service: String,
      input: @escaping @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID) -> Value = { _, _ in .null }
    ) {
      self.service = service
      self.input = input
    }
  }
}
