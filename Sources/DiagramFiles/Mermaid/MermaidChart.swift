import Statecharts
import Traces

/// Makes a chart of the nodes and arrows of a Mermaid diagram.
struct MermaidChart {
  private var nodes: [MermaidNode]
  private let arrows: [MermaidArrow]
  private var losses: [DiagramProblem]
  private var description = ChartDescription(states: [], transitions: [])
  private var places: [Place] = []
  /// The node that Signalbox writes for a chart of several regions.
  private let wrapper: Int
  private var scopesWithEnd: Set<Int> = []
  /// The arrows followed, as a bound on their combinations.
  private var followed = 0

  private struct Transition {
    var trigger: ChartDefinition.Trigger
    var guards: [String] = []
    var actions: [String] = []
    var targets: [Int] = []
    var isInternal = false
    var isElse = false
  }

  static func read(_ lines: [(text: Substring, place: Place)], name: String) throws(DiagramProblem) -> DiagramChart {
    var reader = MermaidReader()
    for line in lines { try reader.read(line.text, at: line.place) }
    try reader.end(at: lines.last?.place ?? Place(line: 1))
    var chart = MermaidChart(reader)
    try chart.build()
    let losses = chart.losses.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return DiagramChart(name: name, chart: chart.description, places: chart.places, losses: losses)
  }

  private init(_ reader: MermaidReader) {
    (nodes, arrows, losses, wrapper) = (reader.nodes, reader.arrows, reader.losses, reader.wrapper)
  }

  private mutating func build() throws(DiagramProblem) {
    // The start cannot choose, so a choice that it reaches is a state that is left at once.
    for start in nodes.flatMap(\.starts) {
      nodes[start.target].isStart = true
      if nodes[start.target].kind == .choice {
        (nodes[start.target].kind, nodes[start.target].chooses) = (.state(.atomic), true)
      }
    }
    makeEnds()
    for bar in nodes.indices where nodes[bar].isJoin {
      let states = nodes[bar].incoming.map { arrows[$0].source }.filter { !nodes[$0].isPseudoState }
      let active = together(states, "the bar '\(nodes[bar].name)' joins", at: nodes[bar].place)
      nodes[bar].waits = active.count == nodes[bar].incoming.count
    }
    let transitions = try nodes.indices.map { (node) throws(DiagramProblem) in try self.transitions(of: node) }
    arrangeChildren()
    try checkStarts()
    addRoot()
    addInitialStates()
    add(transitions)
  }

  // MARK: Ends

  /// A state whose only arrow goes to the end is final; other arrows to the end get a final state.
  private mutating func makeEnds() {
    for (index, arrow) in arrows.enumerated() where nodes[arrow.target].isEnd {
      let source = nodes[arrow.source]
      if source.kind == .state(.atomic), arrow.label.isEmpty, source.outgoing.count == 1, !source.hasBody,
        source.staying.isEmpty
      {
        nodes[arrow.source].kind = .state(.final)
        nodes[arrow.source].outgoing = []
        scopesWithEnd.insert(source.parent)
      } else {
        nodes[arrow.target].incoming.append(index)
        scopesWithEnd.insert(nodes[arrow.target].parent)
      }
    }
  }

  // MARK: Transitions

  private mutating func transitions(of number: Int) throws(DiagramProblem) -> [Transition] {
    let node = nodes[number]
    if node.isPseudoState {
      check(node)
      return []
    }
    var result =
      node.chooses ? enterable(try branches(of: node, Transition(trigger: .always), depth: 0), at: node.place) : []
    for arrow in node.chooses ? [] : node.outgoing.map({ arrows[$0] }) {
      let label = arrow.label
      let first = Transition(
        trigger: trigger(of: arrow), guards: label.isElse ? [] : label.guards, actions: label.actions,
        isInternal: label.isInternal, isElse: label.isElse)
      result += enterable(try follow(arrow, first, depth: 0), at: arrow.place)
    }
    for (label, position) in node.staying {
      let front = result.firstIndex { !$0.targets.isEmpty } ?? result.count
      let transition = Transition(trigger: label.trigger ?? .always, guards: label.guards, actions: label.actions)
      result.insert(transition, at: min(position.map { max($0, 1) - 1 } ?? front, result.count))
    }
    return result.filter { !$0.isElse } + result.filter(\.isElse)
  }

  /// An arrow without an event is taken at once if it has a guard, or when a composite state ends, or has an event
  /// that is called like its target.
  private func trigger(of arrow: MermaidArrow) -> ChartDefinition.Trigger {
    let (source, target) = (nodes[arrow.source], nodes[arrow.target])
    if let trigger = arrow.label.trigger { return trigger }
    if source.hasBody, scopesWithEnd.contains(arrow.source) { return .event("done.state.\(source.name)") }
    return source.isHistory || target.isJoin || arrow.label.guardName != nil || arrow.label.isElse
      ? .always : .event(target.name)
  }

  /// Returns the transitions of an arrow, through choices and bars.
  private mutating func follow(
    _ arrow: MermaidArrow, _ before: Transition, depth: Int
  ) throws(DiagramProblem) -> [Transition] {
    try DiagramLimits.check(depth + 1, DiagramLimits.depth, "choices and bars behind each other", at: arrow.place)
    followed += 1
    try DiagramLimits.check(followed, DiagramLimits.transitions, "ways through choices and bars", at: arrow.place)
    var transition = before
    let target = nodes[arrow.target]
    switch target.kind {
    case .state:
      transition.targets.append(arrow.target)
      return [transition]
    case .choice: return try branches(of: target, before, depth: depth)
    case .bar where target.isJoin: return try join(arrow, transition, at: target, depth)
    case .bar:
      var ways = [before]
      for branch in target.outgoing.map({ arrows[$0] }) {
        var longer: [Transition] = []
        for way in ways { longer += try follow(branch, way, depth: depth + 1) }
        ways = longer
      }
      return ways
    }
  }

  private mutating func branches(
    of choice: MermaidNode, _ before: Transition, depth: Int
  ) throws(DiagramProblem) -> [Transition] {
    let branches = choice.outgoing.map { arrows[$0] }
    var result: [Transition] = []
    for branch in branches.filter({ !$0.isElse }) + branches.filter(\.isElse) {
      var transition = before
      if let condition = branch.condition { transition.guards.append(condition) }
      transition.isElse = before.isElse || branch.isElse
      transition.actions += branch.label.actions
      result += try follow(branch, transition, depth: depth + 1)
    }
    return result
  }

  /// The first arrow into a join that waits becomes its transition, which needs the sources of the others.
  private mutating func join(
    _ arrow: MermaidArrow, _ before: Transition, at bar: MermaidNode, _ depth: Int
  ) throws(DiagramProblem) -> [Transition] {
    let legs = bar.incoming.map { arrows[$0] }
    guard arrow.source == legs[0].source || !bar.waits, bar.outgoing.count == 1 else { return [] }
    let out = arrows[bar.outgoing[0]]
    var transition = before
    guard bar.waits else {
      if before.trigger == .always { transition.trigger = out.label.trigger ?? .always }
      transition.guards += out.label.guards
      transition.actions += out.label.actions
      return try follow(out, transition, depth: depth + 1)
    }
    let labels = (legs + [out]).map(\.label)
    let named = labels.filter { $0.trigger != nil }
    if let other = named.first(where: { $0.trigger != named[0].trigger }) {
      losses.lose("the arrows of a join have different events", "keep one of them ('\(other.words)')", at: out.place)
    }
    transition.trigger = named.first?.trigger ?? .always
    transition.guards = labels.flatMap(\.guards) + legs.dropFirst().map { "in \(nodes[$0.source].name)" }
    transition.actions += labels.dropFirst().flatMap(\.actions)
    return try follow(out, transition, depth: depth + 1)
  }

  /// Reports what a choice or a bar cannot mean.
  private mutating func check(_ node: MermaidNode) {
    let (sources, branches) = (node.incoming.map { arrows[$0] }, node.outgoing.map { arrows[$0] })
    let noun = "the \(node.kind == .choice ? "choice" : "bar") '\(node.name)'"
    if sources.isEmpty && !node.isStart || branches.isEmpty {
      losses.lose("\(noun) needs arrows in and out", "add them, or remove it", at: node.place)
    }
    if node.kind == .choice {
      for branch in branches where branch.label.guardName != nil && branch.label.trigger != nil {
        losses.lose("a branch of a choice has an event", "write only its guard, as in ': [valid]'", at: branch.place)
      }
    } else if node.isJoin {
      if branches.count > 1 { losses.lose("the join '\(node.name)' needs one arrow out", "write one", at: node.place) }
      for leg in sources where nodes[leg.source].isPseudoState {
        losses.lose("an arrow into \(noun) comes from a choice or bar", "begin it in a state", at: leg.place)
      }
    } else {
      for branch in branches where !branch.label.isEmpty {
        losses.lose("an arrow out of a fork has a label", "move it to the arrow into the fork", at: branch.place)
      }
      for branch in branches where node.isStart && nodes[branch.target].isPseudoState {
        losses.lose("a fork at the start leads to a choice or bar", "lead it to a state", at: branch.place)
      }
    }
  }

  private mutating func enterable(_ ways: [Transition], at place: Place) -> [Transition] {
    var ways = ways
    for index in ways.indices { ways[index].targets = together(ways[index].targets, "an arrow leads to", at: place) }
    return ways
  }

  /// The states; only the first if some are never active together, which is reported.
  private mutating func together(_ states: [Int], _ what: String, at place: Place) -> [Int] {
    guard states.count > 1 else { return states }
    // Neighbours suffice, because those of one part are sorted beside each other.
    let paths = states.map { path(to: $0).flatMap { [nodes[$0].group, $0] } }
    let sorted = paths.sorted { $0.lexicographicallyPrecedes($1) }.map { $0[$0.count - 1] }
    guard let (first, second) = zip(sorted, sorted.dropFirst()).first(where: { !areConcurrent($0, $1) }) else {
      return states
    }
    let loss = place.notUnderstood(
      "\(what) states that are never active together: '\(nodes[first].name)' and '\(nodes[second].name)'",
      "put them into parts of one state, with '--' between them")
    if losses.last != loss { losses.append(loss) }
    return [states[0]]
  }

  private func areConcurrent(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (path(to: first), path(to: second))
    return zip(one, other).first { $0 != $1 }.map { nodes[$0].group != nodes[$1].group } ?? (first != second)
  }

  private func path(to node: Int) -> [Int] {
    sequence(first: node) { nodes[$0].parent < 0 ? nil : nodes[$0].parent }.reversed()
  }

  // MARK: Nesting

  private mutating func arrangeChildren() {
    let ends = nodes.indices.filter { nodes[$0].isEnd && !nodes[$0].incoming.isEmpty }
    for (count, end) in ends.enumerated().dropFirst() { nodes[end].name = "end_\(count + 1)" }
    let states = nodes.indices.dropFirst().filter { node in
      !nodes[node].isPseudoState && (!nodes[node].isEnd || !nodes[node].incoming.isEmpty)
    }
    for node in states.sorted(by: { (nodes[$0].group, nodes[$0].order, $0) < (nodes[$1].group, nodes[$1].order, $1) }) {
      nodes[nodes[node].parent].children.append(node)
    }
  }

  private mutating func checkStarts() throws(DiagramProblem) {
    for scope in nodes.indices {
      var seen: Set<Int> = []
      for start in nodes[scope].starts {
        var around = start.target
        while around > 0, nodes[around].parent != scope { around = nodes[around].parent }
        guard around > 0 || scope == 0 else {
          throw start.place.malformed(
            "the start arrow goes to '\(nodes[start.target].name)', which is not in '\(nodes[scope].name)'",
            "name a state inside it")
        }
        guard around == start.target else { continue }
        guard seen.insert(start.group).inserted else {
          throw start.place.malformed(
            "a second start arrow; '\(nodes[start.target].name)' cannot be initial too",
            "keep one '[*] -->' for each part")
        }
      }
    }
  }

  private func regularCount(_ children: [Int]) -> Int { children.count { !nodes[$0].isHistory } }

  private mutating func addRoot() {
    let root = nodes[0]
    guard root.children == [wrapper], !nodes[wrapper].isHistory, root.starts.isEmpty, root.groupCount == 1,
      nodes[wrapper].groupCount > 1
    else { return add(0, to: nil) }
    // The one state is the chart itself.
    add(wrapper, to: nil)
    description.states[0].name = ""
  }

  private mutating func add(_ number: Int, to parent: Int?) {
    let node = nodes[number]
    let isOpenRoot = number == 0 && node.starts.isEmpty && regularCount(node.children) == 1
    let isFinal = node.children.count == 1 && nodes[node.children[0]].kind == .state(.final)
    let isParallel = node.groupCount > 1 || isOpenRoot && !isFinal
    let kind: ChartDefinition.State.Kind =
      switch node.kind {
      case .state(let kind) where kind != .atomic: kind
      case .state, .choice, .bar:
        node.children.isEmpty ? (number == 0 ? .compound : .atomic) : isParallel ? .parallel : .compound
      }
    let state = append(node.name, kind, to: parent, at: node.place)
    nodes[number].number = state
    description.states[state].entryActions = node.entryActions
    description.states[state].exitActions = node.exitActions
    description.states[state].invocations = node.invocations.map { Name($0) }
    for group in 0..<node.groupCount {
      let members = node.children.filter { nodes[$0].group == group }
      guard let first = members.first else { continue }
      var around = state
      let isRegion = regularCount(members) == 1 && !node.starts.contains { $0.group == group }
      if node.groupCount > 1, !isRegion {
        let name = "\(node.name.isEmpty ? "region" : node.name)_\(group + 1)"
        around = append(name, .compound, to: state, at: nodes[first].place)
      }
      for child in members { add(child, to: around) }
    }
  }

  private mutating func append(
    _ name: String, _ kind: ChartDefinition.State.Kind, to parent: Int?, at place: Place
  ) -> Int {
    let number = description.states.count
    description.states.append(ChartDescription.State(Name(name), kind, parent: parent))
    if let parent { description.states[parent].children.append(number) }
    places.append(place)
    return number
  }

  // MARK: Numbers

  private mutating func addInitialStates() {
    for node in nodes {
      guard let number = node.number else { continue }
      let branches = node.starts.flatMap { start in
        nodes[start.target].kind == .bar ? nodes[start.target].outgoing.map { arrows[$0].target } : [start.target]
      }
      let targets = branches.filter { !nodes[$0].isPseudoState }
      let place = node.starts.last?.place ?? node.place
      for target in together(targets, "the start leads to", at: place).compactMap({ nodes[$0].number }) {
        var scope = number
        if node.groupCount > 1 {
          // The region that was made for its part.
          scope = target
          while let parent = description.states[scope].parent, parent != number { scope = parent }
        }
        description.states[scope].initial.append(target)
      }
    }
    for (index, state) in description.states.enumerated() where state.kind == .compound && state.initial.isEmpty {
      let first = state.children.first { !description.states[$0].isHistory }
      description.states[index].initial = first.map { [$0] } ?? []
    }
  }

  /// Adds the transitions of nodes, state by state.
  private mutating func add(_ transitions: [[Transition]]) {
    let drawn = nodes.indices.compactMap { node in nodes[node].number.map { (state: $0, node: node) } }
    for (state, node) in drawn.sorted(by: { $0.state < $1.state }) {
      for transition in transitions[node] {
        description.states[state].transitions.append(description.transitions.count)
        description.transitions.append(
          ChartDescription.Transition(
            state, transition.trigger, to: transition.targets.compactMap { nodes[$0].number },
            when: transition.guards.isEmpty ? nil : Name(transition.guards.joined(separator: " and ")),
            isInternal: transition.isInternal, actions: transition.actions))
      }
    }
  }
}

extension MermaidLabel {
  fileprivate var guards: [String] { guardName.map { [$0] } ?? [] }
}

extension MermaidArrow {
  /// Whether it is the branch of a choice without a guard.
  fileprivate var isElse: Bool { condition == nil }

  /// The guard of a choice's branch, also without brackets: `if n < 0`.
  fileprivate var condition: String? {
    if label.isElse { return nil }
    let words = label.words.withoutStart("if ") ?? label.words
    return label.guardName ?? (words.isEmpty ? nil : words.decodingEntities)
  }
}
