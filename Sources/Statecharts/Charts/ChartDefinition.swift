/// A statechart as plain data. Its top-level states may be parallel regions.
public struct ChartDefinition: Sendable {
  package var states: [State]
  package var isParallel: Bool
  package var initial: [Name] = []
  package var initialActions: [Code] = []

  /// Makes a chart whose first state is the initial one, unless the states are parallel.
  public init(isParallel: Bool = false, _ states: [State]) {
    self.isParallel = isParallel
    self.states = states
  }

  /// A state. Several states may share a name; a target means the nearest one.
  public struct State: Sendable {
    /// SCXML's kinds of states.
    public enum Kind: Hashable, Sendable {
      /// No child states.
      case atomic
      /// Exactly one child is active.
      case compound
      /// All child states are active together.
      case parallel
      /// Ends its parent.
      case final
      /// Remembers the active child of its parent.
      case shallowHistory
      /// Remembers all active states below its parent.
      case deepHistory

      @inline(__always)
      var isHistory: Bool { self == .shallowHistory || self == .deepHistory }
    }

    package var name: Name
    package var kind: Kind
    package var children: [State] = []
    /// The children or deeper states entered by default; the first child when empty.
    package var initial: [Name] = []
    /// Runs after the entry actions when the state is entered by default.
    package var initialActions: [Code] = []
    package var onEntry: [Code] = []
    package var onExit: [Code] = []
    /// The words for the entry and exit actions in diagrams; `code` for an action without any.
    package var entryNames: [String] = []
    package var exitNames: [String] = []
    /// In document order. A history state's first transition is its default.
    public var transitions: [Transition] = []
    package var invocations: [Invocation] = []
    /// The data of `done.state.*` and `done.invoke.*`.
    package var doneData: Output?

    /// Makes a state; without a kind it is compound if it has children, else atomic.
    public init(_ name: Name, _ kind: Kind? = nil, children: [State] = []) {
      self.name = name
      self.kind = kind ?? (children.isEmpty ? .atomic : .compound)
      self.children = children
    }
  }

  /// A transition with its trigger, guard and actions.
  public struct Transition: Sendable {
    package var trigger: Trigger
    package var targets: [Name]
    package var guardCondition: Guard?
    package var isInternal = false
    package var actions: [Action]

    /// Makes a transition; without targets the state does not change.
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

  /// The class lets a step call the code without retaining its captures.
  @usableFromInline
  package final class Action: Sendable {
    let run: Code
    /// Its words in diagrams.
    let name: String

    @usableFromInline
    package convenience init(_ run: @escaping Code) {
      self.init(named: "code", run)
    }

    package init(named name: String, _ run: @escaping Code) {
      self.name = name
      self.run = run
    }
  }

  /// The trigger of a transition.
  public enum Trigger: Hashable, Sendable {
    /// SCXML event descriptors, separated by blanks: `a.b`, `a`, `a.*` and `*` match the event `a.b`.
    case event(String)
    /// Without an event: enabled whenever the guard holds.
    case always
    /// Milliseconds after the state was entered; cancelled on exit.
    case after(Int)
  }

  /// The data of a final state or an invocation; nil if it has an error, which cancels the invocation.
  package typealias Output = @Sendable (_ turn: borrowing TurnContext, _ me: InstanceID) -> Value?

  /// A named condition.
  public struct Guard: Sendable {
    /// Reads an instance and the event's value; it must change nothing.
    public typealias Condition =
      @Sendable (
        _ turn: borrowing TurnContext, _ me: InstanceID, _ value: Value
      ) -> Bool

    package var name: Name
    /// The fields it reads, for `why`.
    package var reads: [Name]
    /// The states that it asks for.
    private(set) var states: [Name] = []
    /// The parts of a conjunction; empty for a simple guard.
    package private(set) var parts: [Guard] = []
    let holds: Condition

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - name: Its name in refusals and diagrams.
    ///   - reads: The fields it depends on, for `why`.
    public init(_ name: Name, reads: [Name] = [], _ holds: @escaping Condition) {
      self.name = name
      self.reads = reads
      self.holds = holds
    }

    package static func isIn(_ state: Name) -> Guard {
      var guarded = Guard("in \(state)") { turn, me, _ in turn.isIn(state, of: me) }
      guarded.states = [state]
      return guarded
    }

    /// A conjunction; evaluation stops at the first guard that does not hold.
    package static func all(_ guards: [Guard]) -> Guard {
      let parts = guards.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
      let reads = parts.flatMap(\.reads)
      let once = reads.indices.filter { !reads[..<$0].contains(reads[$0]) }.map { reads[$0] }
      let conditions = parts.map(\.holds)
      var guarded = Guard(Name(parts.map(\.name).joined(separator: " and ")), reads: once) { turn, me, value in
        conditions.allSatisfy { $0(turn, me, value) }
      }
      guarded.parts = parts
      guarded.states = parts.flatMap(\.states)
      return guarded
    }

    package static func any(_ guards: [Guard]) -> Guard {
      let none = all(guards.map { not($0) })
      var guarded = not(none)
      guarded.name = Name(guards.map(\.name).joined(separator: " or "))
      return guarded
    }

    package static func not(_ inner: Guard) -> Guard {
      var guarded = inner.negated
      guarded.name = "not \(inner.name)"
      return guarded
    }

    /// It keeps its name, so that refusals keep their text.
    var negated: Guard {
      var guarded = Guard(name, reads: reads) { [holds] in !holds($0, $1, $2) }
      guarded.states = states
      return guarded
    }
  }

  package struct Invocation: Sendable {
    package enum Kind: Hashable, Sendable {
      /// Its answers are the events `SERVICE.ok`, `.fail` and `.error`.
      case service
      /// When its chart finishes, the event `done.invoke.ID` carries the final state's data.
      case machine
    }

    package var kind: Kind
    package var name: Name
    package var id: Name
    /// SCXML's `autoforward`: the machine receives every external event of its invoker.
    package var forwardsEvents = false
    /// Runs with the value of each of its events, before transitions are selected.
    package var finalize: [Code] = []
    let input: Output

    package init(_ service: Name, input: @escaping Output = { _, _ in .null }) {
      self.init(.service, service, input: input)
    }

    /// - Parameter input: The request to the service, or the value for the machine's set-up code.
    package init(_ kind: Kind, _ name: Name, id: Name? = nil, input: @escaping Output = { _, _ in .null }) {
      self.kind = kind
      self.name = name
      self.id = id ?? name
      self.input = input
    }
  }
}
