import Statecharts
import Traces
import ViewModels

/// Makes a template of an `<scxml>` element.
///
/// The kernel runs charts by SCXML's Appendix D; this reader gives it states, and code for executable content.
struct SCXMLReader {
  let root: XMLElement
  let name: String
  let files: SCXMLFiles
  /// The names of states by id; names can be typed.
  private var names: [String: Name] = [:]
  /// In document order.
  private var ownNames: [Name] = []
  private var places: [Place] = []
  private var known: Set<Name> = []
  /// The names that several states have, and the paths of states by id.
  private var shared: Set<Name> = []
  private var paths: [String: Name] = [:]
  private(set) var variables: [Name] = []
  private var knownVariables: Set<Name> = []
  /// The fields of questions that no event answers.
  private var facts: [Name: Name] = [:]
  private var factNames = UsableNames()
  /// Variables that are data.
  private var declared: Set<Name> = []
  private(set) var scope = ScriptScope(variables: [:], name: "")
  private var initialValues: [(variable: Name, value: ScriptExpression?)] = []
  private var events: [String] = []
  private var knownEvents: Set<String> = []
  /// The events whose data is more than answers.
  private var complex: Set<String> = []
  private var questions: [String: [String]] = [:]
  private(set) var outputs: [String] = []
  private(set) var outputNumbers: [String: Int] = [:]
  var services: [Name] = []
  var sendCount = 0
  /// By position in document order.
  private var stateCount = 0
  private var transitionCount = 0
  /// Whether an expression read the event's data.
  private var hasReadData = false

  init(_ root: XMLElement, name: String, _ files: SCXMLFiles) throws(DiagramProblem) {
    guard root.name == "scxml" else {
      throw root.place.malformed("the root element is '\(root.name.cut)'", "it must be 'scxml'")
    }
    var grammar = SCXMLGrammar()
    (self.root, self.name, self.files) = (grammar.checked(root) ?? root, name, files)
    files.losses += grammar.losses
    if let model = root["datamodel"], model != "null", model != "ecmascript" {
      throw root.place(of: "datamodel").malformed(
        "the data model '\(model.cut)' is not supported", "use 'null' or 'ecmascript'")
    }
    try collect(self.root, below: "")
    for (id, name) in names where shared.contains(name) { names[id] = paths[id] }
    let data = root.children.filter { $0.name == "datamodel" }.flatMap(\.children)
    let hasFacts = data.contains { $0["id"] == "facts" && $0["expr"] == "{}" }
    if hasFacts, root.attributes.contains(where: { $0.name == "xmlns:signalbox" }) { findFacts() }
    let ports = Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1, $0) })
    scope = ScriptScope(variables: ports, name: root["name"] ?? name)
  }

  /// SCXML's empty data model: only `In` can be asked.
  private var hasNoData: Bool { root["datamodel"] == "null" }

  // MARK: Names

  private static let stateElements = ["state", "parallel", "final", "history"]

  private mutating func collect(_ element: XMLElement, below path: String) throws(DiagramProblem) {
    for child in element.children {
      switch child.name {
      case _ where Self.stateElements.contains(child.name):
        let name = try add(child, below: path)
        let isWrapper = child.name == "parallel" && element.name == "scxml" && wrapsChart
        try collect(child, below: isWrapper ? "" : path.isEmpty ? name : "\(path).\(name)")
      case "datamodel":
        for data in child.children { try declare(data) }
      case "foreach":
        for case let variable? in [child["item"], child["index"]] where variable.isIdentifier {
          remember(variable: variable)
        }
        try collect(child, below: path)
      case "log":
        if child["expr"] == nil, let label = child["label"]?.asUsableName, outputNumbers[label] == nil {
          outputNumbers[label] = outputs.count
          outputs.append(label)
        }
      case "send": if child["idlocation"] != nil { remember(variable: ScriptScope.idCount.text) }
      // An invoked chart has names of its own.
      case "content", "data": break
      default: try collect(child, below: path)
      }
    }
  }

  private mutating func add(_ element: XMLElement, below path: String) throws(DiagramProblem) -> String {
    try DiagramLimits.check(ownNames.count + 1, DiagramLimits.states, "states", at: element.place)
    let id = element["id"]
    if let id, names[id] != nil {
      throw element.place(of: "id").malformed("the id '\(id.cut)' occurs twice", "rename one state")
    }
    let given = element["signalbox:name"]
    let length = (given ?? id ?? "").utf8.count
    try DiagramLimits.check(
      length, DiagramLimits.nameBytes, "bytes in a name", at: element.place, cure: "shorten it")
    let plain = id.map { String($0.map { $0 == "." ? "_" : $0 }) }
    var text = (given ?? plain ?? "\(element.name)_\(ownNames.count + 1)").asUsableName
    if given == nil { while known.contains(Name(text)) { text += "_" } }
    if !known.insert(Name(text)).inserted { shared.insert(Name(text)) }
    ownNames.append(Name(text))
    places.append(element.place)
    if let id {
      names[id] = Name(text)
      paths[id] = Name(path.isEmpty ? text : "\(path).\(text)")
    }
    return text
  }

  private mutating func declare(_ data: XMLElement) throws(DiagramProblem) {
    guard !hasNoData else {
      throw data.place.malformed("the data model 'null' has no data", "use 'ecmascript'")
    }
    guard let id = data["id"] else { return }
    guard declared.insert(Name(id)).inserted else {
      throw data.place(of: "id").malformed("the data '\(id.cut)' occurs twice", "rename one of them")
    }
    remember(variable: id)
  }

  private mutating func remember(variable: String) {
    if knownVariables.insert(Name(variable)).inserted { variables.append(Name(variable)) }
  }

  /// In a chart that Signalbox wrote, answers to guards without event are no data but fields of the environment.
  private mutating func findFacts() {
    variables.removeAll { $0 == "facts" }
    for condition in root.conditions {
      let expression = try? ScriptParser.parse(condition, states: names)
      for (variable, words) in expression?.facts ?? [] where facts[variable] == nil {
        facts[variable] = Name(factNames.name(of: words, \.asQuestionName))
        variables.append(variable)
      }
    }
  }

  private func field(_ variable: Name) -> DefinedTemplate.Field {
    facts[variable].map { .answer($0) } ?? .init(Name(variable.text.asMemberName), .any, .undefined)
  }

  // MARK: Data

  /// The variables of a `datamodel` element.
  private mutating func values(
    _ element: XMLElement
  ) throws(DiagramProblem) -> [(variable: Name, value: ScriptExpression?)] {
    var values: [(Name, ScriptExpression?)] = []
    for data in element.children {
      if let id = data["id"] { values.append((Name(id), try files.part(data, try value(of: data)) ?? nil)) }
    }
    return values
  }

  private mutating func value(of data: XMLElement) throws(DiagramProblem) -> ScriptExpression? {
    guard data["src"] == nil else {
      throw data.place(of: "src").notUnderstood("data from another file is not read", "write it into the element")
    }
    if let value = try expression("expr", of: data) { return value }
    return data.hasContent ? try literal(in: data) : nil
  }

  /// Late binding: the first entry of a state sets its variables.
  private func bind(
    _ values: [(variable: Name, value: ScriptExpression?)], in state: inout ChartDefinition.State
  ) {
    let scope = scope
    for case (let variable, let value?) in values.reversed() {
      state.entryNames.insert("assign \(variable)", at: 0)
      state.onEntry.insert(
        { turn, me, _ in
          guard let port = scope.variables[variable], turn.read(me, port: port) == .undefined else { return }
          ScriptFailure.raising(turn, me) { () throws(ScriptFailure) in
            try scope.assign(.variable(variable), value.value(turn, me, scope), turn, me)
          }
        }, at: 0)
    }
  }

  /// The expression in an attribute; nil if there is no such attribute.
  mutating func expression(
    _ attribute: String, of element: XMLElement
  ) throws(DiagramProblem) -> ScriptExpression? {
    guard let text = element[attribute] else { return nil }
    return try expression(text, at: element.place(of: attribute))
  }

  mutating func expression(_ text: String, at place: Place) throws(DiagramProblem) -> ScriptExpression {
    let expression: ScriptExpression
    do throws(ScriptFailure) { expression = try ScriptParser.parse(text, states: names) } catch {
      // In a large file a nearest name is costly.
      let nearest = files.losses.count < 10 ? error.state.map(advice) : nil
      throw place.notUnderstood("'\(text.cut)': \(error.reason)", nearest ?? error.cure)
    }
    guard !hasNoData || expression.isOfStates else {
      throw place.notUnderstood(
        "'\(text.cut)' is not an expression of the data model 'null'", "use 'In' only, or 'ecmascript'")
    }
    if expression.readsData { hasReadData = true }
    return expression
  }

  /// The text in an element as an expression, else as a string with its blanks joined.
  func literal(in element: XMLElement) throws(DiagramProblem) -> ScriptExpression {
    if let inner = element.children.first {
      throw inner.place.notUnderstood("a content of elements is not understood", "write a value")
    }
    let text = element.text.trimmingBlanks
    if let value = try? ScriptParser.parse(text, states: names), value.isConstant { return value }
    return .literal(.string(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
  }

  // MARK: The template

  mutating func template() throws(DiagramProblem) -> DefinedTemplate {
    var children: [ChartDefinition.State] = []
    for child in root.children {
      switch child.name {
      case _ where Self.stateElements.contains(child.name): children.append(try state(child))
      case "datamodel": initialValues += try values(child)
      default: break
      }
    }
    guard !children.isEmpty else { throw root.place.malformed("the chart has no states", "add a 'state' element") }
    // A nameless parallel element around all states is the chart.
    let isParallel = children.count == 1 && children[0].kind == .parallel && wrapsChart
    var chart = ChartDefinition(isParallel: isParallel, isParallel ? children[0].children : children)
    chart.initial = try targets(root, "initial")
    if let (state, error) = chart.firstError {
      let number = isParallel ? state : state - 1
      throw (number < 0 ? root.place : places[number]).malformed("\(error.place): \(error.cause)", error.cure)
    }
    let fields = variables.map(field)
    return DefinedTemplate(
      Name(name.asUsableName), fields: fields, inputs: files.depth == 0 ? inputs : [],
      subjects: subjects(besides: fields.map(\.name)), chart: chart,
      services: services.map { ServiceFacts(ServiceDefinition($0, delay: 0) { _ in (.ok, .null) }, .any) },
      hearsEvents: true, setUp: setUp)
  }

  /// The names of the outputs. One that a variable has gets another name.
  private func subjects(besides fields: [Name]) -> [Name] {
    var known = Set(fields)
    return outputs.map { output in
      var name = output
      while !known.insert(Name(name)).inserted { name += "_" }
      return Name(name)
    }
  }

  /// Sets variables to their initial values. The invoker may give those of the chart's own data (SCXML 6.4).
  private var setUp: Code {
    let (values, scope) = (initialValues, scope)
    let models = root.children.filter { $0.name == "datamodel" }
    let own = Set(models.flatMap(\.children).compactMap { $0["id"] }.names)
    return { turn, me, given in
      for (variable, value) in values {
        guard let port = scope.variables[variable] else { continue }
        let parameter = own.contains(variable) ? given[variable.text] : nil
        if let initial = parameter ?? value?.attempt(turn, me, scope) { turn.set(me, port: port, to: initial) }
      }
    }
  }

  /// Whether a parallel element has nothing but states.
  private var wrapsChart: Bool {
    guard let first = root.children.first(where: { $0.name == "parallel" }), first["id"] == nil else { return false }
    return root["initial"] == nil && first.children.allSatisfy { Self.stateElements.contains($0.name) }
  }

  /// All events, because others may send those that the chart raises. One that only `*` matches has a free name.
  private var inputs: [DefinedTemplate.Input] {
    var other = "other"
    while knownEvents.contains(other) { other += "_" }
    let sendable = events.filter { event in !services.contains { event.withoutStart("\($0).") != nil } }
    return sendable.map { event in
      let questions = questions[event] ?? []
      let name = Name(event == "*" ? other : event)
      return complex.contains(event) ? DefinedTemplate.Input(name, .any) : .answering(name, questions)
    }
  }

  // MARK: States

  private func advice(for id: String) -> String {
    NearestWord.find(id, among: names.keys.sorted()).map { "did you mean '\($0)'?" } ?? "name a state of this file"
  }

  private func targets(_ element: XMLElement, _ attribute: String) throws(DiagramProblem) -> [Name] {
    var result: [Name] = []
    for id in (element[attribute] ?? "").split(whereSeparator: \.isWhitespace).map(String.init) {
      guard let name = names[id] else {
        throw element.place(of: attribute).malformed("there is no state '\(id.cut)'", advice(for: id))
      }
      result.append(name)
    }
    return result
  }

  private mutating func state(_ element: XMLElement) throws(DiagramProblem) -> ChartDefinition.State {
    var made = ChartDefinition.State(ownNames[stateCount], .atomic)
    stateCount += 1
    var invocations = 0
    let delays = delays(of: element)
    for child in element.children {
      switch child.name {
      case _ where Self.stateElements.contains(child.name): made.children.append(try state(child))
      case "transition":
        if let row = try files.part(child, try transition(child, delays)) { made.transitions.append(row) }
      case "onentry", "onexit":
        if child.isOfDelay(delays) { continue }
        let actions = SCXMLRun.actions(try statements(child), scope)
        let isEntry = child.name == "onentry"
        made[keyPath: isEntry ? \ChartDefinition.State.entryNames : \.exitNames] += actions.map(\.name)
        made[keyPath: isEntry ? \ChartDefinition.State.onEntry : \.onExit] += actions.map(\.code)
      case "initial": try initial(child, &made)
      case "donedata":
        let (data, scope) = (try files.part(child, try data(child)), scope)
        if let data { made.doneData = { turn, me in data.attempt(turn, me, scope) } }
      case "invoke":
        invocations += 1
        let fallback = "\(made.name).\(invocations)"
        let invocation = try files.part(child, try invocation(child, fallback))
        if let invocation { made.invocations.append(invocation) }
      case "datamodel":
        let values = try values(child)
        if root["binding"] == "late" { bind(values, in: &made) } else { initialValues += values }
      default: break
      }
    }
    made.kind =
      switch element.name {
      case "final": .final
      case "history": element["type"] == "deep" ? .deepHistory : .shallowHistory
      default: made.children.isEmpty ? .atomic : element.name == "parallel" ? .parallel : .compound
      }
    if element["initial"] != nil {
      guard made.initial.isEmpty else {
        throw element.place(of: "initial").malformed(
          "the state has two initial states", "keep the attribute or the element")
      }
      made.initial = try targets(element, "initial")
    }
    return made
  }

  /// The delays of `after` transitions, as Signalbox writes them: an event of the state's own, which entry sends, exit
  /// cancels and a transition takes.
  private func delays(of element: XMLElement) -> [String: Int] {
    var result: [String: Int] = [:]
    let taken = element.children.filter { $0.name == "transition" }.map { $0["event"] }
    let cancelled = element.onlyChildren("cancel", of: "onexit").map { $0["sendid"] }
    for send in element.onlyChildren("send", of: "onentry") where send.attributes.count == 3 {
      guard let delay = send["delay"].flatMap(Delay.milliseconds), let id = element["id"] else { continue }
      let event = "after.\(delay).\(id)"
      guard [[send["event"]], [send["id"]], taken, cancelled].allSatisfy({ $0.contains(event) }) else { continue }
      result[event] = delay
    }
    return result
  }

  private mutating func initial(
    _ element: XMLElement, _ made: inout ChartDefinition.State
  ) throws(DiagramProblem) {
    guard made.initial.isEmpty else {
      throw element.place.malformed("the state has two initial states", "keep one of them")
    }
    for child in element.children {
      made.initial = try targets(child, "target")
      let body = try statements(child)
      if !body.isEmpty { made.initialActions = [SCXMLRun.code(body, scope)] }
    }
    guard !made.initial.isEmpty else {
      throw element.place.malformed("the initial element has no target", "add a transition with one")
    }
  }

  // MARK: Transitions

  private func descriptors(of element: XMLElement, _ delays: [String: Int]) throws(DiagramProblem) -> [String] {
    guard let text = element["event"] else { return [] }
    // The tests of the W3C write `.*`, the prefix of all events.
    let descriptors = text.split(whereSeparator: \.isWhitespace).map { $0 == ".*" ? "*" : String($0) }
    for descriptor in descriptors.isEmpty ? [""] : descriptors where descriptor != "*" && delays[descriptor] == nil {
      let (event, place) = (descriptor.describedEvent, element.place(of: "event"))
      guard !event.split(separator: ".", omittingEmptySubsequences: false).contains("") else {
        throw place.notUnderstood("'\(descriptor.cut)' names no event", "write one such as 'pay', 'pay.*' or '*'")
      }
      // Only the events of a page's chart are offered.
      guard files.depth > 0 || event.isOfChart || event == event.asUsableName else {
        throw place.notUnderstood(
          "no command can name the event '\(descriptor.cut)'",
          "rename it: between dots are letters, digits, '_' and '-', a letter or '_' first")
      }
    }
    return descriptors.map { descriptor in
      let state = descriptor.describedEvent.withoutStart("done.state.").flatMap { names[$0] }
      return state.map { "done.state.\($0)" } ?? descriptor
    }
  }

  private func trigger(_ descriptors: [String], _ delays: [String: Int]) -> ChartDefinition.Trigger {
    guard let first = descriptors.first else { return .always }
    return delays[first].map { .after($0) } ?? .event(descriptors.joined(separator: " "))
  }

  private mutating func transition(
    _ element: XMLElement, _ delays: [String: Int]
  ) throws(DiagramProblem) -> ChartDefinition.Transition {
    let descriptors = try descriptors(of: element, delays)
    transitionCount += max(1, descriptors.count)
    try DiagramLimits.check(transitionCount, DiagramLimits.transitions, "transitions and events", at: element.place)
    let targets = try targets(element, "target")
    hasReadData = false
    let body = try statements(element)
    let readsData = hasReadData
    let condition = try expression("cond", of: element)
    for event in descriptors where delays[event] == nil { note(event, condition, readsData) }
    var made = ChartDefinition.Transition(
      trigger(descriptors, delays), to: targets, when: condition.map { guarded($0, element) },
      running: SCXMLRun.actions(body, scope).map { ChartDefinition.Action(named: $0.name, $0.code) })
    made.isInternal = element["type"] == "internal"
    return made
  }

  private func guarded(_ condition: ScriptExpression, _ element: XMLElement) -> ChartDefinition.Guard {
    let scope = scope
    let ports = Set(condition.variables.compactMap { scope.variables[$0] })
    let reads = ports.sorted().map { field(variables[$0]).name }
    let name = element["signalbox:guard"] ?? condition.words ?? element["cond"] ?? ""
    return ChartDefinition.Guard(Name(name), reads: reads) { turn, me, _ in
      condition.holds(turn, me, scope)
    }
  }

  /// Learns which values an event needs.
  private mutating func note(_ descriptor: String, _ condition: ScriptExpression?, _ contentReadsData: Bool) {
    let event = descriptor.describedEvent
    guard !event.isOfChart else { return }
    if knownEvents.insert(event).inserted { events.append(event) }
    if contentReadsData { complex.insert(event) }
    guard let condition, condition.readsData else { return }
    guard let answers = condition.answers else { return _ = complex.insert(event) }
    var known = questions[event] ?? []
    for answer in answers.map({ $0.isIdentifier ? $0 : $0.asQuestionName }) where !known.contains(answer) {
      known.append(answer)
    }
    questions[event] = known
  }
}

extension String {
  /// SCXML 3.12.1: the descriptors `q.*`, `q.` and `q` match the same events.
  fileprivate var describedEvent: String {
    withoutEnd(".*") ?? withoutEnd(".") ?? self
  }

  /// Whether the chart itself makes the event.
  fileprivate var isOfChart: Bool { withoutStart("done.") ?? withoutStart("error.") != nil || self == "error" }
}

extension XMLElement {
  /// The elements of a name that are alone in a child of another name.
  fileprivate func onlyChildren(_ name: String, of parent: String) -> [XMLElement] {
    let inner = children.filter { $0.name == parent && $0.children.count == 1 }.map { $0.children[0] }
    return inner.filter { $0.name == name }
  }

  /// The conditions in it.
  fileprivate var conditions: [String] { [self["cond"]].compactMap(\.self) + children.flatMap(\.conditions) }

  /// Whether it only sends or cancels the event of an `after` transition.
  fileprivate func isOfDelay(_ delays: [String: Int]) -> Bool {
    guard children.count == 1, let event = children[0]["event"] ?? children[0]["sendid"] else { return false }
    return delays[event] != nil && ["send", "cancel"].contains(children[0].name)
  }
}
