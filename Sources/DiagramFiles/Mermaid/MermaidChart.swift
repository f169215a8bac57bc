import Statecharts
import Traces

/// Makes a chart of the nodes and arrows of a Mermaid diagram.
struct MermaidChart {
  private var nodes: [MermaidNode]
  private var arrows: [MermaidArrow]
  private(set) var losses: [DiagramProblem]
  private var outgoing: [[Int]] = []
  private var incoming: [[Int]] = []
  /// By node: its transitions, in order.
  private var transitions: [[Transition]] = []
  private var children: [[Int]] = []
  private var description = ChartDescription(states: [], transitions: [])
  private var places: [Place] = []
  /// The node that Signalbox writes for a chart of several regions.
  private let wrapper: Int
  private var name: String
  private var numbers: [Int]
  private var scopesWithEnd: Set<Int> = []

  private struct Transition {
    var trigger: ChartDefinition.Trigger
    var guards: [String]
    var actions: [String]
    var targets: [Int]
    var isInternal: Bool
    var isElse = false
  }

  static func read(_ lines: [(text: Substring, place: Place)], name: String) throws(DiagramProblem) -> DiagramChart {
    var reader = MermaidReader()
    for line in lines { try reader.read(line.text, at: line.place) }
    try reader.end(at: lines.last?.place ?? Place(line: 1))
    var chart = MermaidChart(reader, name)
    try chart.build()
    return DiagramChart(name: chart.name, chart: chart.description, places: chart.places, losses: chart.losses)
  }

  private init(_ reader: MermaidReader, _ name: String) {
    self.name = name
    (nodes, arrows, losses) = (reader.nodes, reader.arrows, reader.losses)
    wrapper = reader.wrapper
    numbers = []
  }

  private mutating func build() throws(DiagramProblem) {
    connect()
    try makeEnds()
    numbers = nodes.map { _ in -1 }
    transitions = nodes.map { _ in [] }
    for node in nodes.indices { try addTransitions(of: node) }
    arrangeChildren()
    try checkStarts()
    try addRoot()
    for node in nodes.indices where numbers[node] >= 0 { try place(node) }
    number()
  }

  private mutating func connect() {
    outgoing = nodes.map { _ in [] }
    incoming = nodes.map { _ in [] }
    for (index, arrow) in arrows.enumerated() {
      outgoing[arrow.source].append(index)
      if case .node(let target) = arrow.target { incoming[target].append(index) }
    }
    // The start cannot choose, so a choice that it reaches is a state.
    for start in nodes.flatMap(\.starts) {
      if case .choice = nodes[start.target].kind { nodes[start.target].kind = .state }
    }
  }

  private mutating func lose(_ cause: String, _ cure: String, at place: Place) {
    losses.append(DiagramProblem(.notUnderstood, at: place, cause, cure))
  }

  // MARK: Ends

  /// A state whose only arrow goes to the end is final; other arrows to the end get a final state.
  private mutating func makeEnds() throws(DiagramProblem) {
    var ends: [MermaidArrow.End: Int] = [:]
    for index in arrows.indices {
      guard case .end(let scope, let group) = arrows[index].target else { continue }
      let source = arrows[index].source
      if case .state = nodes[source].kind, arrows[index].label.isEmpty, outgoing[source].count == 1,
        !nodes[source].hasBody, nodes[source].staying.isEmpty
      {
        nodes[source].kind = .final
        outgoing[source] = []
        scopesWithEnd.insert(nodes[source].parent)
        continue
      }
      scopesWithEnd.insert(scope)
      let end = ends[arrows[index].target] ?? nodes.count
      if end == nodes.count {
        ends[arrows[index].target] = end
        nodes.append(
          MermaidNode(
            kind: .final, name: "end", place: arrows[index].place, parent: scope, group: group, order: Int.max))
        outgoing.append([])
        incoming.append([])
      }
      incoming[end].append(index)
      arrows[index].target = .node(end)
    }
  }

  // MARK: Transitions

  private mutating func addTransitions(of node: Int) throws(DiagramProblem) {
    var result: [Transition] = []
    switch nodes[node].kind {
    case .choice:
      if incoming[node].isEmpty {
        lose("no arrow goes to the choice '\(nodes[node].name)'", "add one, or remove it", at: nodes[node].place)
      }
      return
    case .bar:
      if incoming[node].isEmpty || outgoing[node].isEmpty {
        lose("the bar '\(nodes[node].name)' needs arrows in and out", "add them, or remove it", at: nodes[node].place)
      }
      return
    case .state, .history, .final: break
    }
    for index in outgoing[node] {
      let arrow = arrows[index]
      let (guards, isElse) = arrow.label.isElse ? ([], true) : (arrow.label.guardName.map { [$0] } ?? [], false)
      let first = Transition(
        trigger: trigger(of: arrow), guards: arrow.label.trigger == nil && !isElse ? [] : guards,
        actions: arrow.label.actions, targets: [], isInternal: arrow.label.isInternal, isElse: isElse)
      try follow(arrow, first, depth: 0, to: &result)
    }
    for (label, position) in nodes[node].staying {
      let transition = Transition(
        trigger: label.trigger ?? .always, guards: label.guardName.map { [$0] } ?? [], actions: label.actions,
        targets: [], isInternal: false)
      result.insert(transition, at: min(position.map { $0 - 1 } ?? staysInFront(of: node, result), result.count))
    }
    transitions[node] = result.filter { !$0.isElse } + result.filter(\.isElse)
  }

  private func staysInFront(of node: Int, _ result: [Transition]) -> Int {
    result.firstIndex { !$0.targets.isEmpty } ?? result.count
  }

  /// An arrow without an event is the end of a composite state, or an event that is called like its guard or target.
  private func trigger(of arrow: MermaidArrow) -> ChartDefinition.Trigger {
    if let trigger = arrow.label.trigger { return trigger }
    guard case .node(let target) = arrow.target else { return .always }
    if case .history = nodes[arrow.source].kind { return .always }
    if let guardName = arrow.label.guardName { return .event(guardName.asUsableName) }
    if nodes[arrow.source].hasBody, scopesWithEnd.contains(arrow.source) {
      return .event("done.state.\(nodes[arrow.source].name)")
    }
    if case .bar = nodes[target].kind, incoming[target].count > 1 { return .always }
    return .event(nodes[target].name)
  }

  /// Adds the transitions of an arrow, through choices and bars.
  private mutating func follow(
    _ arrow: MermaidArrow, _ before: Transition, depth: Int, to result: inout [Transition]
  ) throws(DiagramProblem) {
    guard depth < DiagramLimits.depth else {
      throw DiagramLimits.problem("choices and bars behind each other", DiagramLimits.depth, at: arrow.place)
    }
    guard case .node(let target) = arrow.target else { return }
    var transition = before
    switch nodes[target].kind {
    case .state, .history, .final:
      transition.targets = [target]
      result.append(transition)
    case .choice:
      for index in outgoing[target] {
        var branch = before
        let label = arrows[index].label
        if label.guardName != nil, label.trigger != nil {
          lose("a branch of a choice has an event", "write only its guard, as in ': [valid]'", at: arrows[index].place)
        }
        let condition = label.guardName ?? (label.words.isEmpty ? nil : label.condition)
        if label.isElse || condition == nil { branch.isElse = true } else { branch.guards += [condition ?? ""] }
        branch.actions += label.actions
        try follow(arrows[index], branch, depth: depth + 1, to: &result)
      }
    case .bar where incoming[target].count > 1:
      try join(arrow, transition, at: target, depth, to: &result)
    case .bar:
      for index in outgoing[target] {
        if !arrows[index].label.isEmpty {
          lose("an arrow out of a fork has a label", "move it to the arrow into the fork", at: arrows[index].place)
        }
        var parts: [Transition] = []
        try follow(arrows[index], before, depth: depth + 1, to: &parts)
        transition.targets += parts.first?.targets ?? []
      }
      result.append(transition)
    }
    guard result.count <= DiagramLimits.transitions else {
      throw DiagramLimits.problem("transitions", DiagramLimits.transitions, at: arrow.place)
    }
  }

  /// The first arrow into a join becomes its transition, which needs the sources of the others.
  private mutating func join(
    _ arrow: MermaidArrow, _ before: Transition, at bar: Int, _ depth: Int, to result: inout [Transition]
  ) throws(DiagramProblem) {
    let legs = incoming[bar].map { arrows[$0] }
    guard arrow.source == legs[0].source, outgoing[bar].count == 1 else {
      if outgoing[bar].count != 1, arrow.source == legs[0].source {
        lose("the join '\(nodes[bar].name)' needs one arrow out", "write one", at: nodes[bar].place)
      }
      return
    }
    let out = arrows[outgoing[bar][0]]
    let triggers = (legs + [out]).compactMap(\.label.trigger)
    if let other = triggers.first(where: { $0 != triggers[0] }) {
      lose("the arrows of a join have different events", "keep one of them (\(other.words))", at: out.place)
    }
    var transition = before
    transition.trigger = triggers.first ?? .always
    transition.guards = legs.compactMap(\.label.guardName) + [out.label.guardName].compactMap(\.self)
    transition.guards += legs.dropFirst().map { "in \(nodes[$0.source].name)" }
    transition.actions += legs.dropFirst().flatMap(\.label.actions) + out.label.actions
    try follow(out, transition, depth: depth + 1, to: &result)
  }

  // MARK: Nesting

  private mutating func arrangeChildren() {
    children = nodes.map { _ in [] }
    let states = nodes.indices.dropFirst().filter { node in
      switch nodes[node].kind {
      case .choice, .bar: false
      case .state, .history, .final: true
      }
    }
    for node in states.sorted(by: { (nodes[$0].group, nodes[$0].order, $0) < (nodes[$1].group, nodes[$1].order, $1) }) {
      children[nodes[node].parent].append(node)
    }
  }

  private func isHistory(_ node: Int) -> Bool { if case .history = nodes[node].kind { true } else { false } }

  private mutating func checkStarts() throws(DiagramProblem) {
    for scope in nodes.indices {
      var seen: Set<Int> = []
      for start in nodes[scope].starts {
        var around = start.target
        while around > 0, nodes[around].parent != scope { around = nodes[around].parent }
        guard nodes[start.target].parent >= 0, around > 0 || scope == 0, around != scope || scope == 0 else {
          throw DiagramProblem(
            .malformed, at: start.place,
            "the start arrow goes to '\(nodes[start.target].name)', which is not in '\(nodes[scope].name)'",
            "name a state inside it")
        }
        let isRepeated = seen.contains(start.group)
        if isRepeated, nodes[start.target].parent == scope {
          throw DiagramProblem(
            .malformed, at: start.place, "a second start arrow; '\(nodes[start.target].name)' cannot be initial too",
            "keep one '[*] -->' for each part")
        }
        if nodes[start.target].parent == scope { seen.insert(start.group) }
      }
    }
  }

  private mutating func addRoot() throws(DiagramProblem) {
    let top = children[0]
    let regular = top.filter { !isHistory($0) }
    if regular.count == 1, nodes[0].starts.isEmpty, nodes[0].groupCount == 1, top == [wrapper],
      nodes[top[0]].groupCount > 1
    {
      // The one state is the chart itself.
      _ = try add(top[0], parent: nil)
      name = nodes[top[0]].name
      description.states[0].name = ""
    } else {
      _ = try add(0, parent: nil)
    }
  }

  private mutating func add(_ node: Int, parent: Int?) throws(DiagramProblem) -> Int {
    let isOpenRoot = node == 0 && nodes[0].starts.isEmpty && children[0].filter { !isHistory($0) }.count == 1
    let isFinal = children[node].count == 1 && isFinalNode(children[node][0])
    let isParallel = nodes[node].groupCount > 1 || isOpenRoot && !isFinal
    let kind: ChartDefinition.State.Kind =
      switch nodes[node].kind {
      case .history(let isDeep): isDeep ? .deepHistory : .shallowHistory
      case .final: .final
      default: children[node].isEmpty ? (node == 0 ? .compound : .atomic) : isParallel ? .parallel : .compound
      }
    let number = append(nodes[node].name, kind, parent: parent, at: nodes[node].place)
    numbers[node] = number
    description.states[number].entryActions = nodes[node].entryActions
    description.states[number].exitActions = nodes[node].exitActions
    description.states[number].invocations = nodes[node].invocations.map { Name($0) }
    guard nodes[node].groupCount > 1 else {
      for child in children[node] { try adopt(add(child, parent: number), by: number) }
      return number
    }
    for group in 0..<nodes[node].groupCount {
      let members = children[node].filter { nodes[$0].group == group }
      if members.isEmpty { continue }
      let isRegion = members.filter { !isHistory($0) }.count == 1 && !nodes[node].starts.contains { $0.group == group }
      if isRegion {
        for child in members { try adopt(add(child, parent: number), by: number) }
        continue
      }
      let name = "\(nodes[node].name.isEmpty ? "region" : nodes[node].name)_\(group + 1)"
      let region = append(name, .compound, parent: number, at: nodes[members[0]].place)
      adopt(region, by: number)
      for child in members { try adopt(add(child, parent: region), by: region) }
    }
    return number
  }

  private func isFinalNode(_ node: Int) -> Bool { if case .final = nodes[node].kind { true } else { false } }

  private mutating func append(
    _ name: String, _ kind: ChartDefinition.State.Kind, parent: Int?, at place: Place
  ) -> Int {
    description.states.append(ChartDescription.State(Name(name), kind, parent: parent))
    places.append(place)
    return description.states.count - 1
  }

  private mutating func adopt(_ child: Int, by parent: Int) { description.states[parent].children.append(child) }

  // MARK: Numbers

  private mutating func place(_ node: Int) throws(DiagramProblem) {
    for start in nodes[node].starts {
      let scope = scope(of: start, node)
      for target in startTargets(of: start) where numbers[target] >= 0 {
        description.states[scope].initial.append(numbers[target])
      }
    }
  }

  /// The state of a start arrow: the node, or the region that was made for its part.
  private func scope(of start: MermaidNode.Start, _ node: Int) -> Int {
    guard nodes[node].groupCount > 1 else { return numbers[node] }
    var state = numbers[start.target] >= 0 ? numbers[start.target] : numbers[node]
    while let parent = description.states[state].parent, parent != numbers[node] { state = parent }
    return state
  }

  private func startTargets(of start: MermaidNode.Start) -> [Int] {
    guard case .bar = nodes[start.target].kind else { return [start.target] }
    return outgoing[start.target].compactMap { if case .node(let target) = arrows[$0].target { target } else { nil } }
  }

  /// The chart with its transitions, state by state.
  private mutating func number() {
    for index in description.states.indices where description.states[index].kind == .compound {
      guard description.states[index].initial.isEmpty else { continue }
      let first = description.states[index].children.first { !description.states[$0].isHistory }
      description.states[index].initial = first.map { [$0] } ?? []
    }
    let nodes = numbers.indices.filter { numbers[$0] >= 0 }.sorted { numbers[$0] < numbers[$1] }
    for node in nodes {
      for transition in transitions[node] {
        description.states[numbers[node]].transitions.append(description.transitions.count)
        description.transitions.append(
          ChartDescription.Transition(
            numbers[node], transition.trigger, to: transition.targets.map { numbers[$0] }.filter { $0 >= 0 },
            when: transition.guards.isEmpty ? nil : Name(transition.guards.joined(separator: " and ")),
            isInternal: transition.isInternal, actions: transition.actions))
      }
    }
  }
}

extension MermaidLabel {
  /// The text of a choice's branch without brackets: `if n < 0`.
  fileprivate var condition: String { (words.withoutStart("if ") ?? words).decodingEntities }
}

extension ChartDefinition.Trigger {
  var words: String {
    switch self {
    case .event(let name): "'\(name)'"
    case .always: "'always'"
    case .after(let milliseconds): "'after \(milliseconds)ms'"
    }
  }
}
