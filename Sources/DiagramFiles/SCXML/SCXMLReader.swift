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
  var losses: [DiagramProblem] = []
  /// The names of states by id; names can be typed.
  var names: [String: Name] = [:]
  /// In document order.
  var ownNames: [Name] = []
  var known: Set<Name> = []
  /// The names that several states have, and the paths of states by id.
  var shared: Set<Name> = []
  var paths: [String: Name] = [:]
  var variables: [Name] = []
  var initialValues: [(variable: Name, value: ScriptExpression)] = []
  var events: [String] = []
  /// The events whose data is more than answers.
  var complex: Set<String> = []
  var questions: [String: [String]] = [:]
  var raised: Set<String> = []
  var outputs: [String] = []
  var services: [Name] = []
  var sendCount = 0
  /// By position in document order.
  var stateCount = 0

  init(_ root: XMLElement, name: String, _ files: SCXMLFiles) throws(DiagramProblem) {
    (self.root, self.files) = (root, files)
    self.name = name
    guard root.name == "scxml" else {
      throw DiagramProblem(.malformed, at: root.place, "the root element is '\(root.name.cut)'", "it must be 'scxml'")
    }
    if let model = root["datamodel"], model != "null", model != "ecmascript" {
      throw DiagramProblem(
        .malformed, at: root.place(of: "datamodel"), "the data model '\(model.cut)' is not supported",
        "use 'null' or 'ecmascript'")
    }
    try collect(root, below: "")
    for (id, name) in names where shared.contains(name) { names[id] = paths[id] }
  }

  /// SCXML's empty data model: only `In` can be asked.
  var hasNoData: Bool { root["datamodel"] == "null" }

  mutating func lose(_ cause: String, _ cure: String, at place: Place) {
    losses.append(DiagramProblem(.notUnderstood, at: place, cause, cure))
  }

  // MARK: Names

  static let stateElements = ["state", "parallel", "final", "history"]

  mutating func collect(_ element: XMLElement, below path: String) throws(DiagramProblem) {
    for child in element.children {
      switch child.name {
      case _ where Self.stateElements.contains(child.name):
        let name = try add(child, below: path)
        let isWrapper = element.name == "scxml" && wrapsChart && child.name == "parallel"
        try collect(child, below: isWrapper ? "" : path.isEmpty ? name : "\(path).\(name)")
      case "datamodel":
        for data in child.children where data.name == "data" { try declare(data) }
      case "foreach":
        for case let variable? in [child["item"], child["index"]] where variable.isIdentifier {
          remember(variable: variable)
        }
        try collect(child, below: path)
      case "log":
        if child["expr"] == nil, let label = child["label"]?.asUsableName, !outputs.contains(label) {
          outputs.append(label)
        }
      case "raise": if let event = child["event"] { raised.insert(event) }
      case "send":
        if let event = child["event"], child["target"] == nil || child["target"] == "#_internal" {
          raised.insert(event)
        }
      // An invoked chart has names of its own.
      case "content", "data": break
      default: try collect(child, below: path)
      }
    }
  }

  mutating func add(_ element: XMLElement, below path: String) throws(DiagramProblem) -> String {
    guard ownNames.count < DiagramLimits.states else {
      throw DiagramLimits.problem("states", DiagramLimits.states, at: element.place)
    }
    let id = element["id"]
    if let id, names[id] != nil {
      throw DiagramProblem(
        .malformed, at: element.place(of: "id"), "the id '\(id.cut)' occurs twice", "rename one state")
    }
    let given = element["signalbox:name"]
    let plain = id.map { String($0.map { $0 == "." ? "_" : $0 }) }
    var text = (given ?? plain ?? "\(element.name)_\(ownNames.count + 1)").asUsableName
    if given == nil { while known.contains(Name(text)) { text += "_" } }
    let isNew = known.insert(Name(text)).inserted
    if !isNew { shared.insert(Name(text)) }
    ownNames.append(Name(text))
    if let id {
      names[id] = Name(text)
      paths[id] = Name(path.isEmpty ? text : "\(path).\(text)")
    }
    return text
  }

  mutating func declare(_ data: XMLElement) throws(DiagramProblem) {
    guard let id = data["id"] else {
      throw DiagramProblem(.malformed, at: data.place, "a 'data' element has no id", "add one")
    }
    guard !hasNoData else {
      throw DiagramProblem(.malformed, at: data.place, "the data model 'null' has no data", "use 'ecmascript'")
    }
    remember(variable: id)
  }

  /// The variables of a `datamodel` element that have a value.
  mutating func values(_ element: XMLElement) -> [(variable: Name, value: ScriptExpression)] {
    var values: [(Name, ScriptExpression)] = []
    for data in element.children where data.name == "data" {
      guard let id = data["id"] else { continue }
      let text = data.text.trimmingBlanks
      if data["src"] != nil {
        lose("data from another file is not read", "write it into the element", at: data.place(of: "src"))
      } else if let source = data["expr"] {
        values.append((Name(id), expression(source, at: data.place(of: "expr"))))
      } else if !text.isEmpty {
        values.append((Name(id), literal(text)))
      }
    }
    return values
  }

  /// Late binding: the first entry of a state sets its variables.
  func bind(_ values: [(variable: Name, value: ScriptExpression)], in state: inout ChartDefinition.State) {
    let scope = scope
    for (variable, value) in values.reversed() {
      let assignment = SCXMLRun.code([.assign(.variable(variable), value)], scope)
      state.entryNames.insert("assign \(variable)", at: 0)
      state.onEntry.insert(
        { turn, me, given in
          guard let port = scope.variables[variable], turn.read(me, port: port) == .undefined else { return }
          assignment(turn, me, given)
        }, at: 0)
    }
  }

  mutating func remember(variable: String) {
    if !variables.contains(Name(variable)) { variables.append(Name(variable)) }
  }

  var scope: ScriptScope {
    ScriptScope(
      variables: Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1, $0) }), name: root["name"] ?? name)
  }

  // MARK: Expressions

  mutating func expression(_ text: String, at place: Place) -> ScriptExpression {
    do throws(ScriptParser.Fault) {
      let expression = try ScriptParser.parse(text, states: names)
      if hasNoData, !expression.isOfStates {
        lose("'\(text.cut)' is not an expression of the data model 'null'", "use 'In' only, or 'ecmascript'", at: place)
      }
      return expression
    } catch {
      lose("'\(text.cut)': \(error.cause)", "write an expression without calls, loops and assignments", at: place)
      return .variable("")
    }
  }

  /// A text as an expression, else as a string with its blanks joined.
  func literal(_ text: String) -> ScriptExpression {
    if let value = try? ScriptParser.parse(text, states: names), value.isConstant { return value }
    return .literal(.string(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
  }

  // MARK: The template

  mutating func template(page: Bool) throws(DiagramProblem) -> DefinedTemplate {
    var children: [ChartDefinition.State] = []
    for child in root.children {
      if Self.stateElements.contains(child.name) {
        children.append(try state(child))
      } else if child.name == "script" {
        lose("a script is not run", "write 'assign' elements", at: child.place)
      } else if child.name == "datamodel" {
        initialValues += values(child)
      } else {
        foreign(child)
      }
    }
    guard !children.isEmpty else {
      throw DiagramProblem(.malformed, at: root.place, "the chart has no states", "add a 'state' element")
    }
    // A nameless parallel element around all states is the chart.
    let isParallel = children.count == 1 && children[0].kind == .parallel && wrapsChart
    var chart = ChartDefinition(isParallel: isParallel, isParallel ? children[0].children : children)
    chart.initial = try targets(root, "initial")
    let scope = scope
    let values = initialValues
    let setUp: Code = { turn, me, given in
      for (variable, value) in values {
        guard let port = scope.variables[variable] else { continue }
        do throws(ScriptFailure) {
          turn.set(me, port: port, to: try value.value(turn, me, scope))
        } catch {
          SCXMLRun.fail(error, turn, me)
        }
      }
      guard case .record(let members) = given else { return }
      for member in members {
        if let port = scope.variables[member.name] { turn.set(me, port: port, to: member.value) }
      }
    }
    return DefinedTemplate(
      Name(name.asUsableName),
      fields: variables.map { DefinedTemplate.Field(Name($0.text.asMemberName), .any, .undefined) },
      inputs: page ? inputs : [], subjects: outputs.map { Name($0) }, chart: chart,
      services: services.map { ServiceFacts(ServiceDefinition($0, delay: 0) { _ in (.ok, .null) }, .any) },
      hearsEvents: true, setUp: setUp)
  }

  var wrapsChart: Bool {
    let first = root.children.first { $0.name == "parallel" }
    return root["initial"] == nil && first?["id"] == nil
      && !(first?.children.contains { $0.name == "transition" } ?? false)
  }

  var inputs: [DefinedTemplate.Input] {
    events.filter { event in
      !raised.contains(event) && !services.contains { event.withoutStart("\($0).") != nil }
    }.map { event in
      let questions = complex.contains(event) ? [] : questions[event] ?? []
      if questions.isEmpty || questions.count > DiagramMachine.mostQuestions {
        return DefinedTemplate.Input(Name(event), complex.contains(event) || !questions.isEmpty ? .any : .void)
      }
      return .answering(Name(event), questions)
    }
  }

  /// An element of another namespace is for editors.
  mutating func foreign(_ element: XMLElement) {
    if element.name.utf8.contains(UInt8(ascii: ":")) { return }
    lose("'<\(element.name.cut)>' is not understood here", "remove it", at: element.place)
  }

  // MARK: States

  mutating func targets(_ element: XMLElement, _ attribute: String) throws(DiagramProblem) -> [Name] {
    var result: [Name] = []
    for id in (element[attribute] ?? "").split(whereSeparator: \.isWhitespace) {
      guard let name = names[String(id)] else {
        throw DiagramProblem(
          .malformed, at: element.place(of: attribute), "there is no state '\(String(id).cut)'",
          NearestWord.find(Name(String(id)), among: names.keys.sorted().map { Name($0) }).map {
            "did you mean '\($0)'?"
          }
            ?? "name a state of this file")
      }
      result.append(name)
    }
    return result
  }

  mutating func state(_ element: XMLElement) throws(DiagramProblem) -> ChartDefinition.State {
    let place = stateCount
    stateCount += 1
    var made = ChartDefinition.State(ownNames[place], .atomic)
    var invocations = 0
    let delays = delays(of: element)
    for child in element.children {
      switch child.name {
      case _ where Self.stateElements.contains(child.name): made.children.append(try state(child))
      case "transition": made.transitions.append(try transition(child, delays))
      case "onentry", "onexit":
        if child.isOfDelay(delays) { continue }
        let actions = SCXMLRun.actions(statements(child), scope)
        if child.name == "onentry" {
          made.onEntry += actions.map(\.code)
          made.entryNames += actions.map(\.name)
        } else {
          made.onExit += actions.map(\.code)
          made.exitNames += actions.map(\.name)
        }
      case "initial": try initial(child, of: element, &made)
      case "donedata":
        let data = data(child)
        let scope = scope
        made.doneData = { turn, me in
          do throws(ScriptFailure) { return try data.value(turn, me, scope) } catch {
            SCXMLRun.fail(error, turn, me)
            return nil
          }
        }
      case "invoke":
        invocations += 1
        if let invocation = try invocation(child, "\(made.name).\(invocations)") { made.invocations.append(invocation) }
      case "datamodel":
        let values = values(child)
        if root["binding"] == "late" { bind(values, in: &made) } else { initialValues += values }
      default: foreign(child)
      }
    }
    switch element.name {
    case "final": made.kind = .final
    case "parallel": made.kind = made.children.isEmpty ? .atomic : .parallel
    case "history": made.kind = element["type"] == "deep" ? .deepHistory : .shallowHistory
    default: made.kind = made.children.isEmpty ? .atomic : .compound
    }
    if element["initial"] != nil {
      guard made.initial.isEmpty else {
        throw DiagramProblem(
          .malformed, at: element.place(of: "initial"), "the state has two initial states",
          "keep the attribute or the element")
      }
      made.initial = try targets(element, "initial")
    }
    return made
  }

  /// The delays of `after` transitions, as Signalbox writes them: an event that entry sends and exit cancels.
  func delays(of element: XMLElement) -> [String: Int] {
    var result: [String: Int] = [:]
    for entry in element.children where entry.name == "onentry" && entry.children.count == 1 {
      let send = entry.children[0]
      guard send.name == "send", let event = send["event"], event.withoutStart("after.") != nil, send["id"] == event,
        let delay = send["delay"].flatMap(Delay.milliseconds)
      else { continue }
      result[event] = delay
    }
    return result
  }

  mutating func initial(
    _ element: XMLElement, of state: XMLElement, _ made: inout ChartDefinition.State
  ) throws(DiagramProblem) {
    guard made.initial.isEmpty else {
      throw DiagramProblem(.malformed, at: element.place, "the state has two initial states", "keep one of them")
    }
    for child in element.children where child.name == "transition" {
      made.initial = try targets(child, "target")
      let body = statements(child)
      if !body.isEmpty { made.initialActions = [SCXMLRun.code(body, scope)] }
    }
    guard !made.initial.isEmpty else {
      throw DiagramProblem(
        .malformed, at: element.place, "the initial element has no target", "add a transition with one")
    }
  }

  func trigger(_ descriptors: [String], _ delays: [String: Int]) -> ChartDefinition.Trigger {
    guard let first = descriptors.first else { return .always }
    return delays[first].map { .after($0) } ?? .event(descriptors.joined(separator: " "))
  }

  mutating func transition(
    _ element: XMLElement, _ delays: [String: Int]
  ) throws(DiagramProblem) -> ChartDefinition.Transition {
    var descriptors = (element["event"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    descriptors = descriptors.map { descriptor in
      guard let id = descriptor.withoutStart("done.state."), let name = names[id] else { return descriptor }
      return "done.state.\(name)"
    }
    let targets = try targets(element, "target")
    let body = statements(element)
    let scope = scope
    var guarded: ChartDefinition.Guard?
    var condition: ScriptExpression?
    if let text = element["cond"] {
      let parsed = expression(text, at: element.place(of: "cond"))
      condition = parsed
      let reads = variables.filter { parsed.reads($0) }.map { Name($0.text.asMemberName) }
      guarded = ChartDefinition.Guard(Name(parsed.words ?? text), reads: reads) { turn, me, _ in
        do throws(ScriptFailure) { return try parsed.value(turn, me, scope).isTruthy } catch {
          SCXMLRun.fail(error, turn, me)
          return false
        }
      }
    }
    for event in descriptors where delays[event] == nil { note(event, condition, body) }
    var made = ChartDefinition.Transition(
      trigger(descriptors, delays), to: targets, when: guarded,
      running: SCXMLRun.actions(body, scope).map { ChartDefinition.Action(named: $0.name, $0.code) })
    made.isInternal = element["type"] == "internal"
    return made
  }

  /// Learns which values an event needs.
  mutating func note(_ descriptor: String, _ condition: ScriptExpression?, _ body: [SCXMLStatement]) {
    let event = descriptor.withoutEnd(".*") ?? descriptor
    guard event != "*", event.withoutStart("done.") == nil, event.withoutStart("error.") == nil, event != "error" else {
      return
    }
    if !events.contains(event) { events.append(event) }
    if body.contains(where: \.readsData) { complex.insert(event) }
    guard let condition, condition.readsData else { return }
    guard let answers = condition.answers else { return _ = complex.insert(event) }
    var known = questions[event] ?? []
    for answer in answers where !known.contains(answer) { known.append(answer) }
    questions[event] = known
  }
}

extension XMLElement {
  /// Whether it only sends or cancels the event of an `after` transition.
  fileprivate func isOfDelay(_ delays: [String: Int]) -> Bool {
    guard children.count == 1, let event = children[0]["event"] ?? children[0]["sendid"] else { return false }
    return delays[event] != nil && ["send", "cancel"].contains(children[0].name)
  }
}
