/// A session of the reference interpreter: SCXML's Appendix D, procedure by procedure, with sets as lists and names as
/// they are written. It is slow on purpose and shares nothing with the kernel.
final class ReferenceSession {
  /// A state with its place in the document.
  final class Node {
    let state: SpecState
    let order: Int
    let parent: Node?
    var children: [Node] = []

    init(_ state: SpecState, _ order: Int, _ parent: Node?) {
      self.state = state
      self.order = order
      self.parent = parent
    }

    var isHistory: Bool { state.kind == .shallow || state.kind == .deep }
    var isAtomic: Bool { state.kind == .atomic || state.kind == .final }
    var isRoot: Bool { parent == nil }
  }

  struct Taken {
    let source: Node
    let position: Int
    var rule: SpecRule { source.state.rules[position] }
    var isTargetless: Bool { rule.targets.isEmpty }
    func isSame(as other: Taken) -> Bool { source === other.source && position == other.position }
  }

  struct Event {
    var name: String
    var data: String?
    var origin: ReferenceSession?
  }

  unowned let world: ReferenceWorld
  let chart: SpecChart
  let root: Node
  private(set) var nodes: [Node] = []
  private(set) var configuration: [Node] = []
  private var historyValue: [String: [Node]] = [:]
  private(set) var running = true
  /// Whether the session was cancelled by its invoker.
  private var isCancelled = false
  private var counter = 0
  private var statesToInvoke: [Node] = []
  private var invoked: [(state: Node, position: Int, session: ReferenceSession)] = []
  weak var invoker: ReferenceSession?
  /// The configuration in which the session finished.
  private(set) var finalConfiguration: [String] = []

  init(_ chart: SpecChart, _ world: ReferenceWorld) {
    self.world = world
    self.chart = chart
    var top = SpecState(name: "", kind: .compound, children: chart.states)
    top.initial = chart.initial
    top.initialContent = chart.initialContent
    root = Node(top, 0, nil)
    nodes = [root]
    number(root)
  }

  private func number(_ node: Node) {
    for child in node.state.children {
      let below = Node(child, nodes.count, node)
      nodes.append(below)
      node.children.append(below)
      number(below)
    }
  }

  private func node(_ name: String) -> Node { nodes.first { $0.state.name == name }! }

  /// The names of the active states in document order; of a finished session those in which it finished.
  var states: [String] {
    running ? configuration.filter { !$0.isRoot }.sorted { $0.order < $1.order }.map(\.state.name) : finalConfiguration
  }

  // MARK: procedure interpret

  func start() {
    enterStates([], isStart: true)
    if !running { exitInterpreter() }
  }

  // MARK: procedure exitInterpreter

  func exitInterpreter() {
    finalConfiguration = configuration.filter { !$0.isRoot }.sorted { $0.order < $1.order }.map(\.state.name)
    for state in configuration.sorted(by: { $0.order > $1.order }) {
      execute(state.state.exit, nil)
      if !state.isRoot { world.say("-\(state.state.name)") }
      cancelInvocations(of: state)
    }
    let final = configuration.first { $0.state.kind == .final && $0.parent!.isRoot }
    configuration = []
    world.timers.removeAll { $0.session === self }
    if let invoker, let final, let place = invoker.invoked.first(where: { $0.session === self }) {
      world.meet("done.invoke")
      let name = place.state.state.invokes[place.position].chart
      world.externalQueue.append(
        (invoker, Event(name: "done.invoke.\(name)", data: final.state.data.map(String.init), origin: self)))
    }
  }

  private func cancelInvocations(of state: Node) {
    for place in invoked where place.state === state {
      invoked.removeAll { $0.session === place.session }
      place.session.cancel()
    }
    world.timers.removeAll { timer in
      if timer.session === self, case .rule(let taken) = timer.kind, taken.source === state {
        world.meet("after cancelled")
        return true
      }
      return false
    }
  }

  private func cancel() {
    invoker = nil
    guard running else { return }
    world.meet("invocation cancelled")
    running = false
    exitInterpreter()
  }

  // MARK: procedure mainEventLoop, in parts that the world calls

  /// Takes one set of eventless transitions.
  func takeEventless() -> Bool {
    guard running else { return false }
    let enabled = selectEventlessTransitions()
    if enabled.isEmpty { return false }
    world.meet("eventless")
    microstep(enabled, nil)
    return true
  }

  func takeInternal(_ event: Event) { take(event) }

  func takeExternal(_ event: Event) {
    guard running else { return }
    for place in invoked.sorted(by: { ($0.state.order, $0.position) < ($1.state.order, $1.position) }) {
      let invoke = place.state.state.invokes[place.position]
      if place.session === event.origin, !invoke.finalize.isEmpty {
        world.meet("finalize")
        execute(invoke.finalize, event)
      }
      if invoke.forwards, place.session.running {
        world.meet("autoforward")
        world.externalQueue.append((place.session, Event(name: event.name, data: event.data, origin: nil)))
      }
    }
    take(event)
  }

  private func take(_ event: Event) {
    guard running else { return }
    let enabled = selectTransitions(event)
    if !enabled.isEmpty {
      microstep(enabled, event)
    } else if event.name == "error.execution" {
      world.crash()
    }
  }

  /// Takes a delayed transition whose time has come.
  func takeDelayed(_ taken: Taken) {
    guard running, configuration.contains(where: { $0 === taken.source }), conditionMatch(taken.rule, nil) else {
      return
    }
    world.meet("after")
    microstep([taken], nil)
  }

  func startInvocations() -> Bool {
    guard running, !statesToInvoke.isEmpty else { return false }
    let states = statesToInvoke.sorted { $0.order < $1.order }
    statesToInvoke = []
    for state in states {
      for (position, invoke) in state.state.invokes.enumerated() {
        world.meet("invoke")
        let session = world.make(invoke.chart, for: self)
        invoked.append((state, position, session))
        session.start()
      }
    }
    return true
  }

  // MARK: function selectEventlessTransitions, selectTransitions

  private func selectEventlessTransitions() -> [Taken] {
    select { taken in
      guard taken.rule.trigger == .always else { return false }
      return self.conditionMatch(taken.rule, nil)
    }
  }

  private func selectTransitions(_ event: Event) -> [Taken] {
    select { taken in
      guard case .event(let descriptors) = taken.rule.trigger else { return false }
      return self.nameMatch(descriptors, event.name) && self.conditionMatch(taken.rule, event)
    }
  }

  private func select(_ isEnabled: (Taken) -> Bool) -> [Taken] {
    var enabledTransitions: [Taken] = []
    let atomicStates = configuration.filter(\.isAtomic).sorted { $0.order < $1.order }
    for state in atomicStates {
      loop: for s in [state] + getProperAncestors(state, nil) {
        for position in s.state.rules.indices {
          let taken = Taken(source: s, position: position)
          if isEnabled(taken) {
            if !enabledTransitions.contains(where: { $0.isSame(as: taken) }) { enabledTransitions.append(taken) }
            break loop
          }
        }
      }
    }
    return removeConflictingTransitions(enabledTransitions)
  }

  /// Token by token, as section 3.12.1 tells it.
  private func nameMatch(_ descriptors: String, _ name: String) -> Bool {
    let list = descriptors.split(separator: " ")
    if list.count > 1 { world.meet("several descriptors") }
    return list.contains { descriptor in
      if descriptor == "*" {
        world.meet("descriptor *")
        return true
      }
      var tokens = descriptor.split(separator: ".").map(String.init)
      if tokens.last == "*" {
        tokens.removeLast()
        world.meet("descriptor .*")
      }
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count >= tokens.count, Array(parts.prefix(tokens.count)) == tokens else { return false }
      if parts.count > tokens.count { world.meet("descriptor prefix") }
      return true
    }
  }

  private func conditionMatch(_ rule: SpecRule, _ event: Event?) -> Bool {
    guard let condition = rule.condition else { return true }
    let holds: Bool
    switch condition {
    case .isIn(let name): holds = configuration.contains { $0.state.name == name }
    case .isNotIn(let name): holds = !configuration.contains { $0.state.name == name }
    case .below(let number): holds = counter < number
    case .data(let number): holds = event?.data == String(number)
    }
    world.meet(holds ? "guard holds" : "guard does not hold")
    if case .isIn = condition { world.meet("In(state)") }
    return holds
  }

  // MARK: function removeConflictingTransitions

  private func removeConflictingTransitions(_ enabledTransitions: [Taken]) -> [Taken] {
    var filteredTransitions: [Taken] = []
    for t1 in enabledTransitions {
      var t1Preempted = false
      var transitionsToRemove: [Taken] = []
      for t2 in filteredTransitions where hasIntersection(computeExitSet([t1]), computeExitSet([t2])) {
        if isDescendant(t1.source, t2.source) {
          transitionsToRemove.append(t2)
        } else {
          t1Preempted = true
          break
        }
      }
      if t1Preempted {
        world.meet("pre-empted by an earlier transition")
      } else {
        if !transitionsToRemove.isEmpty { world.meet("pre-empted by a deeper transition") }
        filteredTransitions.removeAll { t in transitionsToRemove.contains { $0.isSame(as: t) } }
        filteredTransitions.append(t1)
      }
    }
    return filteredTransitions
  }

  private func hasIntersection(_ left: [Node], _ right: [Node]) -> Bool {
    left.contains { node in right.contains { $0 === node } }
  }

  // MARK: procedure microstep

  private func microstep(_ enabledTransitions: [Taken], _ event: Event?) {
    world.countMicrostep()
    if enabledTransitions.count > 1 { world.meet("several transitions at once") }
    for taken in enabledTransitions { meet(taken) }
    exitStates(enabledTransitions)
    for taken in enabledTransitions {
      world.say("\(taken.source.state.name)#\(taken.position)" + (event?.data.map { "(\($0))" } ?? ""))
      execute(taken.rule.content, event)
    }
    enterStates(enabledTransitions, isStart: false)
    if !running { exitInterpreter() }
  }

  private func meet(_ taken: Taken) {
    if taken.isTargetless { world.meet("targetless") }
    if taken.rule.targets.count > 1 { world.meet("several targets") }
    if taken.rule.isInternal, getTransitionDomain(taken) === taken.source { world.meet("internal") }
    if taken.rule.targets.contains(taken.source.state.name) { world.meet("self") }
  }

  // MARK: procedure exitStates, function computeExitSet

  private func exitStates(_ enabledTransitions: [Taken]) {
    let statesToExit = computeExitSet(enabledTransitions).sorted { $0.order > $1.order }
    for s in statesToExit { statesToInvoke.removeAll { $0 === s } }
    for s in statesToExit {
      for h in s.children where h.isHistory {
        historyValue[h.state.name] = configuration.filter { s0 in
          h.state.kind == .deep ? s0.isAtomic && isDescendant(s0, s) : s0.parent === s
        }
      }
    }
    for s in statesToExit {
      execute(s.state.exit, nil)
      world.say("-\(s.state.name)")
      cancelInvocations(of: s)
      configuration.removeAll { $0 === s }
    }
  }

  private func computeExitSet(_ transitions: [Taken]) -> [Node] {
    var statesToExit: [Node] = []
    for t in transitions where !t.isTargetless {
      let domain = getTransitionDomain(t)
      for s in configuration where isDescendant(s, domain!) && !statesToExit.contains(where: { $0 === s }) {
        statesToExit.append(s)
      }
    }
    return statesToExit
  }

  // MARK: procedure enterStates

  private func enterStates(_ enabledTransitions: [Taken], isStart: Bool) {
    var statesToEnter: [Node] = []
    var statesForDefaultEntry: [Node] = []
    var defaultHistoryContent: [String: [SpecAction]] = [:]
    if isStart {
      addDescendantStatesToEnter(root, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
    } else {
      computeEntrySet(enabledTransitions, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
    }
    for s in statesToEnter.sorted(by: { $0.order < $1.order }) {
      add(s, to: &configuration)
      if !s.state.invokes.isEmpty { statesToInvoke.append(s) }
      if !s.isRoot { world.say("+\(s.state.name)") }
      execute(s.state.entry, nil)
      if statesForDefaultEntry.contains(where: { $0 === s }) {
        if !s.state.initialContent.isEmpty { world.meet("initial content") }
        execute(s.state.initialContent, nil)
      }
      if let content = defaultHistoryContent[s.state.name] {
        if !content.isEmpty { world.meet("history content") }
        execute(content, nil)
      }
      scheduleDelayed(s)
      if s.state.kind == .final { enterFinal(s) }
    }
  }

  private func scheduleDelayed(_ s: Node) {
    for (position, rule) in s.state.rules.enumerated() {
      guard case .after(let delay) = rule.trigger else { continue }
      world.schedule(after: delay, self, .rule(Taken(source: s, position: position)))
    }
  }

  private func enterFinal(_ s: Node) {
    let parent = s.parent!
    if parent.isRoot {
      world.meet("finished")
      running = false
      return
    }
    if s.state.data != nil { world.meet("done data") }
    raise("done.state.\(parent.state.name)", s.state.data.map(String.init))
    let grandparent = parent.parent!
    if grandparent.state.kind == .parallel, getChildStates(grandparent).allSatisfy(isInFinalState) {
      world.meet("done.state of a parallel state")
      raise("done.state.\(grandparent.state.name)", nil)
    }
  }

  private func computeEntrySet(
    _ transitions: [Taken], _ statesToEnter: inout [Node], _ statesForDefaultEntry: inout [Node],
    _ defaultHistoryContent: inout [String: [SpecAction]]
  ) {
    for t in transitions where !t.isTargetless {
      for s in t.rule.targets {
        addDescendantStatesToEnter(node(s), &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
      let ancestor = getTransitionDomain(t)
      for s in getEffectiveTargetStates(t.rule) {
        addAncestorStatesToEnter(s, ancestor, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
    }
  }

  private func addDescendantStatesToEnter(
    _ state: Node, _ statesToEnter: inout [Node], _ statesForDefaultEntry: inout [Node],
    _ defaultHistoryContent: inout [String: [SpecAction]]
  ) {
    if state.isHistory {
      var targets: [Node]
      if let value = historyValue[state.state.name] {
        world.meet(state.state.kind == .deep ? "deep history restored" : "shallow history restored")
        targets = value
      } else {
        world.meet("history default")
        defaultHistoryContent[state.parent!.state.name] = state.state.rules[0].content
        targets = state.state.rules[0].targets.map(node)
      }
      for s in targets {
        addDescendantStatesToEnter(s, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
      for s in targets {
        addAncestorStatesToEnter(s, state.parent, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
      return
    }
    add(state, to: &statesToEnter)
    if state.state.kind == .compound {
      add(state, to: &statesForDefaultEntry)
      let targets = initialTargets(of: state)
      for s in targets {
        addDescendantStatesToEnter(s, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
      for s in targets {
        addAncestorStatesToEnter(s, state, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
    } else if state.state.kind == .parallel {
      addRegions(of: state, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
    }
  }

  private func addAncestorStatesToEnter(
    _ state: Node, _ ancestor: Node?, _ statesToEnter: inout [Node], _ statesForDefaultEntry: inout [Node],
    _ defaultHistoryContent: inout [String: [SpecAction]]
  ) {
    for anc in getProperAncestors(state, ancestor) {
      add(anc, to: &statesToEnter)
      if anc.state.kind == .parallel {
        addRegions(of: anc, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
      }
    }
  }

  private func addRegions(
    of state: Node, _ statesToEnter: inout [Node], _ statesForDefaultEntry: inout [Node],
    _ defaultHistoryContent: inout [String: [SpecAction]]
  ) {
    for child in getChildStates(state) where !statesToEnter.contains(where: { isDescendant($0, child) }) {
      addDescendantStatesToEnter(child, &statesToEnter, &statesForDefaultEntry, &defaultHistoryContent)
    }
  }

  private func add(_ state: Node, to set: inout [Node]) {
    if !set.contains(where: { $0 === state }) { set.append(state) }
  }

  private func initialTargets(of state: Node) -> [Node] {
    state.state.initial.isEmpty ? [getChildStates(state)[0]] : state.state.initial.map(node)
  }

  // MARK: Functions

  private func isInFinalState(_ s: Node) -> Bool {
    switch s.state.kind {
    case .compound:
      getChildStates(s).contains { child in child.state.kind == .final && configuration.contains { $0 === child } }
    case .parallel: getChildStates(s).allSatisfy(isInFinalState)
    case .atomic, .final, .shallow, .deep: false
    }
  }

  private func getTransitionDomain(_ t: Taken) -> Node? {
    let tstates = getEffectiveTargetStates(t.rule)
    if tstates.isEmpty { return nil }
    if t.rule.isInternal, t.source.state.kind == .compound, tstates.allSatisfy({ isDescendant($0, t.source) }) {
      return t.source
    }
    return findLCCA([t.source] + tstates)
  }

  private func findLCCA(_ stateList: [Node]) -> Node {
    for anc in getProperAncestors(stateList[0], nil) where anc.state.kind == .compound {
      if stateList.dropFirst().allSatisfy({ isDescendant($0, anc) }) { return anc }
    }
    return root
  }

  private func getEffectiveTargetStates(_ rule: SpecRule) -> [Node] {
    var targets: [Node] = []
    for s in rule.targets.map(node) {
      let meant = s.isHistory ? historyValue[s.state.name] ?? getEffectiveTargetStates(s.state.rules[0]) : [s]
      for state in meant { add(state, to: &targets) }
    }
    return targets
  }

  /// The ancestors of a state, nearest first, up to but without another.
  private func getProperAncestors(_ state1: Node, _ state2: Node?) -> [Node] {
    var result: [Node] = []
    var next = state1.parent
    while let ancestor = next, ancestor !== state2 {
      result.append(ancestor)
      next = ancestor.parent
    }
    return result
  }

  private func isDescendant(_ state1: Node, _ state2: Node) -> Bool {
    getProperAncestors(state1, nil).contains { $0 === state2 }
  }

  private func getChildStates(_ state: Node) -> [Node] { state.children.filter { !$0.isHistory } }

  // MARK: Executable content

  private func raise(_ name: String, _ data: String?) {
    world.internalQueue.append((self, Event(name: name, data: data, origin: nil)))
  }

  private func execute(_ block: [SpecAction], _ event: Event?) {
    for action in block {
      switch action {
      case .log(let text): world.say(text)
      case .raise(let name, let data):
        world.meet("raise")
        raise(name, data.map(String.init))
      case .send(let name):
        world.meet("send")
        sendSelf(name)
      case .sendLater(let name, let delay, let id):
        world.meet("send with delay")
        world.schedule(after: delay, self, .event(name, id: id ?? name))
      case .cancel(let id):
        let before = world.timers.count
        world.timers.removeAll { timer in
          if case .event(_, id) = timer.kind { timer.session === self } else { false }
        }
        if world.timers.count < before { world.meet("cancel") }
      case .count: counter += 1
      case .fault:
        world.meet("error.execution")
        raise("error.execution", "\"boom\"")
        return
      case .sendNowhere:
        world.meet("error.communication")
        cannotSend("lost")
      case .sendParent(let name):
        guard let invoker else { continue }
        world.meet("event from an invoked chart")
        if invoker.running {
          world.externalQueue.append((invoker, Event(name: name, data: nil, origin: self)))
        } else {
          cannotSend(name)
        }
      }
    }
  }

  private func sendSelf(_ name: String) {
    if running {
      world.externalQueue.append((self, Event(name: name, data: nil, origin: nil)))
    } else {
      cannotSend(name)
    }
  }

  private func cannotSend(_ name: String) {
    raise("error.communication", "\"'\(name)' was sent to an instance without a running chart\"")
  }
}
