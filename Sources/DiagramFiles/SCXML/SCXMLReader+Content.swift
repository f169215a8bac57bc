import Statecharts
import Traces

/// Invocations and executable content.
extension SCXMLReader {
  // MARK: Invocations

  mutating func invocation(
    _ element: XMLElement, _ fallback: String
  ) throws(DiagramProblem) -> ChartDefinition.Invocation? {
    let type = element["type"] ?? "scxml"
    if type == "signalbox", let id = element["id"] {
      if !services.contains(Name(id)) { services.append(Name(id)) }
      return ChartDefinition.Invocation(Name(id))
    }
    guard ["scxml", "http://www.w3.org/TR/scxml/", "http://www.w3.org/TR/scxml"].contains(type) else {
      lose("the service '\(type.cut)' is not supported", "invoke 'scxml'", at: element.place(of: "type"))
      return nil
    }
    for attribute in ["srcexpr", "typeexpr"] where element[attribute] != nil {
      lose("'\(attribute)' is not supported", "name the file with 'src'", at: element.place(of: attribute))
      return nil
    }
    let id = element["id"] ?? fallback.asMemberName
    let template: Name
    if let source = element["src"] {
      template = try files.template(at: source, from: element.place(of: "src"))
    } else if let inner = element.children.first(where: { $0.name == "content" })?.children.first {
      template = try files.template(of: inner, named: "\(name)_\(id)")
    } else {
      lose("the invocation has no chart", "add 'src', or 'content' with an 'scxml' element", at: element.place)
      return nil
    }
    let data = data(element)
    let scope = scope
    let location = expression("idlocation", of: element)
    var made = ChartDefinition.Invocation(.machine, template, id: Name(id)) { turn, me in
      ScriptFailure.raising(turn, me) { () throws(ScriptFailure) in
        if let location { try scope.assign(location, .string(id), turn, me) }
        return try data.value(turn, me, scope)
      }
    }
    made.forwardsEvents = element["autoforward"] == "true"
    for child in element.children where child.name == "finalize" {
      made.finalize = [SCXMLRun.code(statements(child), scope)]
    }
    return made
  }

  // MARK: Content

  mutating func statements(_ element: XMLElement) -> [SCXMLStatement] {
    element.children.compactMap { statement($0) }
  }

  private mutating func statement(_ element: XMLElement) -> SCXMLStatement? {
    switch element.name {
    case "raise":
      return required("event", element).map { event in
        SCXMLStatement(words: "raise \(event)") { _, turn, me in turn.raise(Name(event), for: me) }
      }
    case "send": return send(element)
    case "cancel":
      return either("sendid", element).map { id in
        SCXMLStatement(words: "cancel") { (run, turn, me) throws(ScriptFailure) in
          turn.cancel(Name(try run.value(id, turn, me).scriptText), to: me)
        }
      }
    case "log": return log(element)
    case "assign":
      guard let place = requiredExpression("location", element) else { return nil }
      let value = expression("expr", of: element) ?? literal(element.text.trimmingBlanks)
      let words = place.location.map { "assign \($0.variable)" } ?? "assign"
      return SCXMLStatement(words: words) { (run, turn, me) throws(ScriptFailure) in
        try run.scope.assign(place, run.value(value, turn, me), turn, me)
      }
    case "if": return branch(element)
    case "foreach": return loop(element)
    default: return nil
    }
  }

  private mutating func required(_ attribute: String, _ element: XMLElement) -> String? {
    if let value = element[attribute] { return value }
    lose("'<\(element.name)>' has no '\(attribute)'", "add it", at: element.place)
    return nil
  }

  private mutating func requiredExpression(_ attribute: String, _ element: XMLElement) -> ScriptExpression? {
    required(attribute, element) == nil ? nil : expression(attribute, of: element)
  }

  /// An attribute that is a text, or an expression if `expr` is added to its name.
  private mutating func either(
    _ attribute: String, _ element: XMLElement, else other: String? = nil
  ) -> ScriptExpression? {
    if let script = expression("\(attribute)expr", of: element) { return script }
    let text = element[attribute] ?? other ?? required(attribute, element)
    return text.map { .literal(.string($0)) }
  }

  private mutating func log(_ element: XMLElement) -> SCXMLStatement {
    let label = element["label"] ?? "log"
    if let value = expression("expr", of: element) {
      return SCXMLStatement(words: "log \(label)") { (run, turn, me) throws(ScriptFailure) in
        turn.log(label, try run.value(value, turn, me))
      }
    }
    guard let index = outputs.firstIndex(of: label.asUsableName) else {
      return SCXMLStatement(words: "log \(label)") { _, turn, _ in turn.log(label, nil) }
    }
    let port = variables.count + index
    return SCXMLStatement(words: label, isOutput: true) { _, turn, me in turn.send(.null, by: me, port: port) }
  }

  private mutating func branch(_ element: XMLElement) -> SCXMLStatement? {
    guard let first = requiredExpression("cond", element) else { return nil }
    var branches: [(condition: ScriptExpression, body: [SCXMLStatement])] = [(first, [])]
    for child in element.children {
      switch child.name {
      case "elseif":
        guard let condition = requiredExpression("cond", child) else { return nil }
        branches.append((condition, []))
      case "else": branches.append((.literal(.bool(true)), []))
      default: if let inner = statement(child) { branches[branches.count - 1].body.append(inner) }
      }
    }
    return SCXMLStatement(words: "if") { [branches] (run, turn, me) throws(ScriptFailure) in
      for (condition, body) in branches where try run.value(condition, turn, me).isTruthy {
        return try run.run(body, turn, me)
      }
    }
  }

  private mutating func loop(_ element: XMLElement) -> SCXMLStatement? {
    guard required("array", element) != nil, let item = required("item", element),
      let list = expression("array", of: element)
    else { return nil }
    let (index, body) = (element["index"], statements(element))
    return SCXMLStatement(words: "foreach") { (run, turn, me) throws(ScriptFailure) in
      guard case .list(let values) = try run.value(list, turn, me) else {
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
  mutating func data(_ element: XMLElement) -> ScriptExpression {
    var members: [ScriptExpression.Entry] = []
    for name in (element["namelist"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init) {
      members.append(.init(name: Name(name), value: expression(name, at: element.place(of: "namelist"))))
    }
    for child in element.children {
      if child.name == "param" {
        guard let name = required("name", child), let value = child["expr"] ?? child["location"] else { continue }
        members.append(.init(name: Name(name), value: expression(value, at: child.place)))
      } else if child.name == "content", element.name != "invoke" {
        if let value = expression("expr", of: child) { return value }
        if let inner = child.children.first {
          lose("a content of elements is not understood", "write a value", at: inner.place)
        }
        return literal(child.text.trimmingBlanks)
      }
    }
    return members.isEmpty ? .literal(.null) : .record(members)
  }

  // MARK: Sending

  private mutating func send(_ element: XMLElement) -> SCXMLStatement? {
    let types = ["scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/"]
    if let type = element["type"], !types.contains(type) {
      lose("the event processor '\(type.cut)' is not supported", "send to charts only", at: element.place(of: "type"))
      return nil
    }
    if element["typeexpr"] != nil {
      lose("'typeexpr' is not supported", "write 'type'", at: element.place(of: "typeexpr"))
      return nil
    }
    guard let event = either("event", element) else { return nil }
    sendCount += 1
    guard let target = either("target", element, else: ""), let delay = either("delay", element, else: "0s") else {
      return nil
    }
    let id = Name(element["id"] ?? "send.\(sendCount)")
    let location = expression("idlocation", of: element)
    let data = data(element)
    let words = if case .literal(.string(let event)) = event { "send \(event)" } else { "send" }
    return SCXMLStatement(words: words) { (run, turn, me) throws(ScriptFailure) in
      let event = Name(try run.value(event, turn, me).scriptText)
      let target = try run.value(target, turn, me).scriptText
      let delay = try run.value(delay, turn, me).scriptText
      guard let milliseconds = Delay.milliseconds(delay) else {
        throw ScriptFailure("'\(delay)' is not a delay such as '500ms' or '5s'")
      }
      let data = try run.value(data, turn, me)
      if let location { try run.scope.assign(location, .string(id.text), turn, me) }
      try Self.send(event, data, to: target, after: milliseconds, id: id, turn, me)
    }
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
    return path.isEmpty ? id : "\(path).\(id)"
  }
}
