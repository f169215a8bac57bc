import Statecharts
import Traces

/// Invocations and executable content.
extension SCXMLReader {
  // MARK: Invocations

  mutating func invocation(
    _ element: XMLElement, _ fallback: String
  ) throws(DiagramProblem) -> ChartDefinition.Invocation {
    let type = element["type"] ?? "scxml"
    if type == "signalbox", let id = element["id"] {
      if !services.contains(Name(id)) { services.append(Name(id)) }
      return ChartDefinition.Invocation(Name(id))
    }
    guard ["scxml", "http://www.w3.org/TR/scxml/", "http://www.w3.org/TR/scxml"].contains(type) else {
      throw element.place(of: "type").notUnderstood("the service '\(type.cut)' is not supported", "invoke 'scxml'")
    }
    for attribute in ["srcexpr", "typeexpr"] where element[attribute] != nil {
      throw element.place(of: attribute).notUnderstood("'\(attribute)' is not supported", "name the file with 'src'")
    }
    let id = element["id"] ?? fallback
    let content = element.children.first { $0.name == "content" }
    guard content == nil || element["src"] == nil else {
      throw element.place.notUnderstood("the invocation has two charts", "keep 'src' or 'content'")
    }
    let template: Name
    if let source = element["src"] {
      template = try files.template(at: source, from: element.place(of: "src"))
    } else if let inner = content?.children.first {
      template = try files.template(of: inner, named: "\(name)_\(id)")
    } else {
      throw element.place.notUnderstood(
        "the invocation has no chart", "add 'src', or 'content' with an 'scxml' element")
    }
    let data = try data(element)
    let scope = scope
    let location = try expression("idlocation", of: element)
    var made = ChartDefinition.Invocation(.machine, template, id: Name(id)) { turn, me in
      guard turn.invocationDepth(of: me) < SCXMLFiles.mostDepth else {
        turn.fault("more than \(SCXMLFiles.mostDepth) invocations inside each other")
        return nil
      }
      return ScriptFailure.raising(turn, me) { () throws(ScriptFailure) in
        if let location { try scope.assign(location, .string(id), turn, me) }
        return try data.value(turn, me, scope)
      }
    }
    made.forwardsEvents = element["autoforward"] == "true"
    for child in element.children where child.name == "finalize" {
      made.finalize = [SCXMLRun.code(try statements(child), scope)]
    }
    return made
  }

  // MARK: Content

  mutating func statements(_ element: XMLElement) throws(DiagramProblem) -> [SCXMLStatement] {
    var result: [SCXMLStatement] = []
    for child in element.children { if let statement = try known(child) { result.append(statement) } }
    return result
  }

  /// Nil if a part of it was not understood.
  private mutating func known(_ element: XMLElement) throws(DiagramProblem) -> SCXMLStatement? {
    try files.part(element, try statement(element))
  }

  private mutating func statement(_ element: XMLElement) throws(DiagramProblem) -> SCXMLStatement {
    switch element.name {
    case "raise":
      let event = Name(try required("event", element))
      return SCXMLStatement(words: "raise \(event)") { _, turn, me in turn.raise(event, for: me) }
    case "send": return try send(element)
    case "cancel":
      let id = try either("sendid", element)
      return SCXMLStatement(words: "cancel") { (run, turn, me) throws(ScriptFailure) in
        turn.cancel(Name(try id.value(turn, me, run.scope).scriptText), to: me)
      }
    case "log": return try log(element)
    case "assign":
      let place = try requiredExpression("location", element)
      let script = try expression("expr", of: element)
      guard script != nil || element.hasContent else {
        throw element.place.notUnderstood("'<assign>' has no value", "add 'expr'")
      }
      let value = if let script { script } else { try literal(in: element) }
      let words = place.location.map { "assign \($0.variable)" } ?? "assign"
      return SCXMLStatement(words: words) { (run, turn, me) throws(ScriptFailure) in
        try run.scope.assign(place, value.value(turn, me, run.scope), turn, me)
      }
    case "if": return try branch(element)
    case "foreach": return try loop(element)
    default: throw element.place.notUnderstood("'<\(element.name.cut)>' is not executable content", "remove it")
    }
  }

  private func required(_ attribute: String, _ element: XMLElement) throws(DiagramProblem) -> String {
    if let value = element[attribute] { return value }
    throw element.place.notUnderstood("'<\(element.name)>' has no '\(attribute)'", "add it")
  }

  private mutating func requiredExpression(
    _ attribute: String, _ element: XMLElement
  ) throws(DiagramProblem) -> ScriptExpression {
    try expression(required(attribute, element), at: element.place(of: attribute))
  }

  /// An attribute that is a text, or an expression if `expr` is added to its name.
  private mutating func either(
    _ attribute: String, _ element: XMLElement, else other: String? = nil
  ) throws(DiagramProblem) -> ScriptExpression {
    if let script = try expression("\(attribute)expr", of: element) { return script }
    if let text = element[attribute] ?? other { return .literal(.string(text)) }
    return .literal(.string(try required(attribute, element)))
  }

  private mutating func log(_ element: XMLElement) throws(DiagramProblem) -> SCXMLStatement {
    let label = element["label"] ?? "log"
    if let value = try expression("expr", of: element) {
      return SCXMLStatement(words: "log \(label)") { (run, turn, me) throws(ScriptFailure) in
        turn.log(label, try value.value(turn, me, run.scope))
      }
    }
    guard let index = outputNumbers[label.asUsableName] else {
      return SCXMLStatement(words: "log \(label)") { _, turn, _ in turn.log(label, nil) }
    }
    let port = variables.count + index
    return SCXMLStatement(words: label, isOutput: true) { _, turn, me in turn.send(.null, by: me, port: port) }
  }

  private mutating func branch(_ element: XMLElement) throws(DiagramProblem) -> SCXMLStatement {
    var branches: [(condition: ScriptExpression, body: [SCXMLStatement])] = [
      (try requiredExpression("cond", element), [])
    ]
    var hasElse = false
    for child in element.children {
      guard child.name == "else" || child.name == "elseif" else {
        if let inner = try known(child) { branches[branches.count - 1].body.append(inner) }
        continue
      }
      guard !hasElse else { throw child.place.notUnderstood("'<\(child.name)>' is behind '<else>'", "move it") }
      hasElse = child.name == "else"
      branches.append((hasElse ? .literal(.bool(true)) : try requiredExpression("cond", child), []))
    }
    return SCXMLStatement(words: "if") { [branches] (run, turn, me) throws(ScriptFailure) in
      for (condition, body) in branches where condition.holds(turn, me, run.scope) {
        return try run.run(body, turn, me)
      }
    }
  }

  private mutating func loop(_ element: XMLElement) throws(DiagramProblem) -> SCXMLStatement {
    let (item, list) = (try required("item", element), try requiredExpression("array", element))
    let (index, body) = (element["index"], try statements(element))
    return SCXMLStatement(words: "foreach") { (run, turn, me) throws(ScriptFailure) in
      guard case .list(let values) = try list.value(turn, me, run.scope) else {
        throw ScriptFailure("'foreach' needs a list")
      }
      for (place, value) in values.enumerated() {
        try run.scope.assign(.variable(Name(item)), value, turn, me)
        if let index { try run.scope.assign(.variable(Name(index)), .int(place), turn, me) }
        try run.run(body, turn, me)
      }
    }
  }

  /// The data of an event, an invocation or a final state.
  mutating func data(_ element: XMLElement) throws(DiagramProblem) -> ScriptExpression {
    var members: [ScriptExpression.Entry] = []
    for name in (element["namelist"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init) {
      members.append(.init(name: Name(name), value: try expression(name, at: element.place(of: "namelist"))))
    }
    for child in element.children {
      if child.name == "param" {
        let attribute = child["expr"] == nil ? "location" : "expr"
        members.append(
          .init(name: Name(try required("name", child)), value: try requiredExpression(attribute, child)))
      } else if child.name == "content", element.name != "invoke" {
        guard element["namelist"] == nil, element.children.count == 1 else {
          throw child.place.notUnderstood("'<content>' is beside other data", "keep one of them")
        }
        if let value = try expression("expr", of: child) { return value }
        return try literal(in: child)
      }
    }
    return members.isEmpty ? .literal(.null) : .record(members)
  }

  // MARK: Sending

  private mutating func send(_ element: XMLElement) throws(DiagramProblem) -> SCXMLStatement {
    let types = ["scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/"]
    if let type = element["type"], !types.contains(type) {
      throw element.place(of: "type").notUnderstood(
        "the event processor '\(type.cut)' is not supported", "send to charts only")
    }
    guard element["typeexpr"] == nil else {
      throw element.place(of: "typeexpr").notUnderstood("'typeexpr' is not supported", "write 'type'")
    }
    let event = try either("event", element)
    let target = try either("target", element, else: "")
    let delay = try either("delay", element, else: "0s")
    if let text = element["delay"], Delay.milliseconds(text) == nil {
      throw element.place(of: "delay").notUnderstood(Self.badDelay(text), "add a unit")
    }
    sendCount += 1
    let id = Name(element["id"] ?? "send.\(sendCount)")
    let location = try expression("idlocation", of: element)
    let data = try data(element)
    let words = if case .literal(.string(let event)) = event { "send \(event)" } else { "send" }
    return SCXMLStatement(words: words) { (run, turn, me) throws(ScriptFailure) in
      let event = Name(try event.value(turn, me, run.scope).scriptText)
      let target = try target.value(turn, me, run.scope).scriptText
      let delay = try delay.value(turn, me, run.scope).scriptText
      guard let milliseconds = Delay.milliseconds(delay) else {
        throw ScriptFailure(Self.badDelay(delay))
      }
      let data = try data.value(turn, me, run.scope)
      let id = location == nil ? id : run.scope.uniqueID(id, turn, me)
      if let location { try run.scope.assign(location, .string(id.text), turn, me) }
      try Self.send(event, data, to: target, after: milliseconds, id: id, turn, me)
    }
  }

  private static func badDelay(_ text: String) -> String {
    "'\(text.cut)' is not a delay such as '500ms' or '5s'"
  }

  private static func send(
    _ event: Name, _ data: Value, to target: String, after delay: Int, id: Name, _ turn: borrowing TurnContext,
    _ me: InstanceID
  ) throws(ScriptFailure) {
    if target == "#_internal" {
      guard delay == 0 else { throw ScriptFailure("an internal event has no delay") }
      return turn.raise(event, data, for: me)
    }
    let path = turn.path(of: me)
    let receiver = try receiver(target, from: path, turn, me)
    if delay > 0, let receiver {
      if receiver == path { return turn.send(event, data, to: me, after: delay, id: id) }
      return turn.send(event, data, to: receiver, by: me, after: delay, id: id)
    }
    guard let machine = receiver.flatMap({ turn.machine(at: $0) }) else {
      turn.log("error.communication: nobody is '\(target)'")
      return turn.raise("error.communication", .string("nobody is '\(target)'"), for: me)
    }
    turn.send(event, data, to: machine)
  }

  /// The path of the receiver.
  private static func receiver(
    _ target: String, from path: String, _ turn: borrowing TurnContext, _ me: InstanceID
  ) throws(ScriptFailure) -> String? {
    if target.isEmpty { return path }
    if target == "#_parent" { return turn.invoker(of: me).map { turn.path(of: $0) } }
    if let other = target.withoutStart("#_scxml_session:") { return other }
    if target.withoutStart("#_scxml_") != nil { return nil }
    guard let id = target.withoutStart("#_") else { throw ScriptFailure("'\(target)' is not a target") }
    let part = Name(id).asPathPart
    return path.isEmpty ? part : "\(path).\(part)"
  }
}

extension TurnContext {
  /// The number of machines that invoked each other in a row up to this one.
  fileprivate func invocationDepth(of machine: InstanceID) -> Int {
    var (machine, depth) = (machine, 0)
    while let invoker = invoker(of: machine) { (machine, depth) = (invoker, depth + 1) }
    return depth
  }
}
