/// A statechart as plain data. Its root holds the regions or states; several regions at the top are parallel.
public struct ChartDefinition: Sendable {
  package var states: [State]
  /// Whether the top states are parallel regions.
  package var isParallel: Bool
  /// The states entered when the chart starts; the first state when empty.
  package var initial: [Name] = []
  /// The content of the initial transition.
  package var initialActions: [Code] = []

  /// Makes a chart of its top states, of which the first is the initial one unless they are parallel.
  public init(isParallel: Bool = false, _ states: [State]) {
    self.isParallel = isParallel
    self.states = states
  }

  /// A state; names need be unique only among what a transition can mean: the nearest counts.
  public struct State: Sendable {
    /// SCXML's kinds of states.
    public enum Kind: Hashable, Sendable {
      /// Has no states in it.
      case atomic
      /// One of its states is active while it is.
      case compound
      /// All of its states are active while it is.
      case parallel
      /// Ends its parent.
      case final
      /// Stands for the child of its parent that was active last.
      case shallowHistory
      /// Stands for all states below its parent that were active last.
      case deepHistory
    }

    package var name: Name
    package var kind: Kind
    package var children: [State] = []
    /// The children or deeper states entered by default; the first child when empty.
    package var initial: [Name] = []
    /// The content of the initial transition: it runs behind the state's own entry actions, when the state is entered by
    /// default.
    package var initialActions: [Code] = []
    package var onEntry: [Code] = []
    package var onExit: [Code] = []
    /// In document order. The first of a history state tells its default.
    public var transitions: [Transition] = []
    package var invocations: [Invocation] = []
    /// What a final state hands to `done.state.*` and `done.invoke.*`.
    package var doneData: Output?

    /// Makes a state; without a kind it is compound when it has children, else atomic.
    public init(_ name: Name, _ kind: Kind? = nil, children: [State] = []) {
      self.name = name
      self.kind = kind ?? (children.isEmpty ? .atomic : .compound)
      self.children = children
    }
  }

  /// What leads from a state elsewhere, or only acts.
  public struct Transition: Sendable {
    package var trigger: Trigger
    /// Empty for a transition that only acts.
    package var targets: [Name]
    package var guardCondition: Guard?
    package var isInternal = false
    package var actions: [Action]

    /// Makes a transition; without targets it stays where it is.
    public init(_ trigger: Trigger, to targets: [Name] = [], when guardCondition: Guard? = nil, actions: [Code] = []) {
      self.init(trigger, to: targets, when: guardCondition, running: actions.map(Action.init))
    }

    package init(_ trigger: Trigger, to targets: [Name], when guardCondition: Guard?, running actions: [Action]) {
      self.trigger = trigger
      self.targets = targets
      self.guardCondition = guardCondition
      self.actions = actions
    }
  }

  /// Code of a transition. It stands behind a pointer so that a step calls it as it was compiled, without retaining what
  /// it captured.
  @usableFromInline
  package final class Action: Sendable {
    let run: Code

    @usableFromInline
    package init(_ run: @escaping Code) {
      self.run = run
    }
  }

  /// What a transition waits for.
  public enum Trigger: Hashable, Sendable {
    /// Events by SCXML's descriptors, separated by blanks: `a.b` is meant by `a.b`, `a`, `a.*` and `*`.
    case event(String)
    /// No event: taken as soon as its guard holds.
    case always
    /// So many milliseconds after the state was entered; cancelled on exit.
    case after(Int)
  }

  /// A value that code of the definition makes inside a turn.
  package typealias Output = @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID) -> Value

  /// A named condition.
  public struct Guard: Sendable {
    /// Looks at an instance and at the event's value; it must change nothing.
    public typealias Condition =
      @Sendable (
        _ turn: borrowing TurnContext, _ me: InstanceID, _ value: Value
      ) -> Bool

    package var name: Name
    /// The fields that it reads, for whoever asks why.
    package var reads: [Name]
    /// The state that it asks for, where it is `In(state)`.
    private(set) var state: Name?
    /// The guards of which it asks that all hold; none of a guard that is one itself.
    package private(set) var parts: [Guard] = []
    let holds: Condition

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - name: What refusals and diagrams call it.
    ///   - reads: The fields that it depends on, for `why`.
    public init(_ name: Name, reads: [Name] = [], _ holds: @escaping Condition) {
      self.name = name
      self.reads = reads
      self.holds = holds
    }

    /// SCXML's `In(state)`: holds while a state of that name is active.
    package static func isIn(_ state: Name) -> Guard {
      var guarded = Guard("in \(state)") { turn, me, _ in turn.isIn(state, of: me) }
      guarded.state = state
      return guarded
    }

    /// Holds where all of them hold, which are asked in order as far as they hold.
    package static func all(_ guards: [Guard]) -> Guard {
      let parts = guards.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
      let reads = parts.flatMap(\.reads)
      let once = reads.indices.filter { !reads[..<$0].contains(reads[$0]) }.map { reads[$0] }
      let conditions = parts.map(\.holds)
      var guarded = Guard(Name(parts.map(\.name).joined(separator: " and ")), reads: once) { turn, me, value in
        conditions.allSatisfy { $0(turn, me, value) }
      }
      guarded.parts = parts
      return guarded
    }

    /// The states that it asks for, where it is `In(state)` or has such parts.
    var states: [Name] { [state].compactMap(\.self) + parts.flatMap(\.states) }
  }

  /// What runs while a state is active: a service, or a machine of a template.
  package struct Invocation: Sendable {
    package enum Kind: Hashable, Sendable {
      /// A question to the outside world. Its answers are the events `SERVICE.ok`, `.fail` and `.error`.
      case service
      /// A machine. When its chart finishes, the event `done.invoke.ID` comes with the final state's data.
      case machine
    }

    package var kind: Kind
    /// The service or template.
    package var name: Name
    /// What `done.invoke.*` calls it; the name unless another is given.
    package var id: Name
    /// Whether the machine is sent every external event that its invoker receives.
    package var forwardsEvents = false
    /// Code that runs with the value of each event that comes from it, before a transition is chosen for that event.
    package var finalize: [Code] = []
    let input: Output

    /// Makes an invocation of a service.
    package init(_ service: Name, input: @escaping Output = { _, _ in .null }) {
      self.init(.service, service, input: input)
    }

    /// Makes an invocation.
    ///
    /// - Parameter input: What the service is asked, or what the machine's set-up code is given.
    package init(_ kind: Kind, _ name: Name, id: Name? = nil, input: @escaping Output = { _, _ in .null }) {
      self.kind = kind
      self.name = name
      self.id = id ?? name
      self.input = input
    }
  }
}
