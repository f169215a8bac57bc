import Statecharts

/// A state or pseudo-state of a Mermaid diagram; node 0 is the diagram.
struct MermaidNode {
  enum Kind: Hashable {
    /// Atomic unless it is a final or history state; children are not counted.
    case state(ChartDefinition.State.Kind)
    case choice
    /// A bar that splits or joins; the numbers of its arrows decide which.
    case bar
  }

  var kind = Kind.state(.atomic)
  var name: String
  /// Where it is declared, else first mentioned.
  var place: Place
  var parent: Int
  /// The number of `--` lines above it in its parent.
  var group: Int
  /// Among all nodes, in the order of their declaration or first mention; the end of a part comes last.
  var order: Int
  var isDeclared = false
  var hasBody = false
  /// Whether a start arrow goes to it.
  var isStart = false
  /// Whether the states that a bar joins can be active together; else each arrow leads on alone.
  var waits = true
  /// Whether it is a state for a choice at the start.
  var chooses = false
  var groupCount = 1
  var starts: [(target: Int, group: Int, place: Place)] = []
  var entryActions: [String] = []
  var exitActions: [String] = []
  var invocations: [String] = []
  /// Transitions without a target; the number is their position in the state.
  var staying: [(label: MermaidLabel, position: Int?)] = []
  /// The numbers of its arrows.
  var outgoing: [Int] = []
  var incoming: [Int] = []
  /// Without pseudo-states.
  var children: [Int] = []
  /// Its number in the chart.
  var number: Int?

  var isHistory: Bool { kind == .state(.shallowHistory) || kind == .state(.deepHistory) }
  var isEnd: Bool { order == .max }
  var isPseudoState: Bool { kind == .choice || kind == .bar }
  /// Whether the bar waits for several arrows.
  var isJoin: Bool { kind == .bar && incoming.count > 1 }
}

struct MermaidArrow {
  let source: Int
  let target: Int
  let label: MermaidLabel
  let place: Place
}
