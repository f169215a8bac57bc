/// A state or pseudo-state of a Mermaid diagram; node 0 is the diagram.
struct MermaidNode {
  enum Kind {
    case state
    case history(isDeep: Bool)
    case final
    case choice
    /// A bar that splits or joins; the numbers of its arrows decide which.
    case bar
  }

  var kind = Kind.state
  var name: String
  let place: Place
  var parent: Int
  /// The number of `--` lines above it in its parent.
  var group: Int
  /// Among all nodes, in the order of their declaration or first mention.
  var order: Int
  var isDeclared = false
  var hasBody = false
  var groupCount = 1
  var starts: [Start] = []
  var entryActions: [String] = []
  var exitActions: [String] = []
  var invocations: [String] = []
  /// Transitions without a target; the number is their position in the state.
  var staying: [(label: MermaidLabel, position: Int?)] = []

  struct Start {
    let target: Int
    let group: Int
    let place: Place
  }
}

struct MermaidArrow {
  enum End: Hashable {
    case node(Int)
    /// The end of a part of a node.
    case end(of: Int, group: Int)
  }

  let source: Int
  var target: End
  var label: MermaidLabel
  let place: Place
}
