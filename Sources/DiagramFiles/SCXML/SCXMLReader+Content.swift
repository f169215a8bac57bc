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
    let template: Name?
    if let source = element["src"] {
      template = try files.template(at: source, from: element.place(of: "src"), &losses)
    } else if let inner = element.children.first(where: { $0.name == "content" })?.children.first {
      template = try files.template(of: inner, named: "\(name)_\(id)", &losses)
    } else {
      lose("the invocation has no chart", "add 'src', or 'content' with an 'scxml' element", at: element.place)
      template = nil
    }
    guard let template else { return nil }
    let data = data(element)
    let scope = scope
    let location = element["idlocation"].map { expression($0, at: element.place(of: "idlocation")) }
    var made = ChartDefinition.Invocation(.machine, template, id: Name(id)) { turn, me in
      do throws(ScriptFailure) {
        var run = SCXMLRun(scope)
        if let location { try run.run([.assign(location, .literal(.string(id)))], turn, me) }
        return try data.value(turn, me, scope)
      } catch {
        SCXMLRun.fail(error, turn, me)
        return nil
      }
    }
    made.forwardsEvents = element["autoforward"] == "true"
    for child in element.children where child.name == "finalize" {
      made.finalize = [code(child)]
    }
    return made
  }

  // MARK: Content

  mutating func code(_ element: XMLElement) -> Code { SCXMLRun.code(statements(element), scope) }

  mutating func statements(_ element: XMLElement) -> [SCXMLStatement] {
    element.children.compactMap { statement($0) }
  }

  mutating func statement(_ element: XMLElement) -> SCXMLStatement? {
    switch element.name {
    case "raise":
      guard let event = required("event", element) else { return nil }
      return .raise(Name(event))
    case "send": return send(element)
    case "cancel":
      guard let id = either("sendid", "sendidexpr", element) else { return nil }
      return .cancel(id)
    case "log":
      if let text = element["expr"] {
        return .log(element["label"] ?? "log", expression(text, at: element.place(of: "expr")))
      }
      let label = element["label"] ?? "log"
      guard let index = outputs.firstIndex(of: label.asUsableName) else { return .log(label, nil) }
      return .output(label, port: variables.count + index)
    case "assign":
      guard let location = required("location", element) else { return nil }
      let place = expression(location, at: element.place(of: "location"))
      if let text = element["expr"] { return .assign(place, expression(text, at: element.place(of: "expr"))) }
      return .assign(place, literal(element.text.trimmingBlanks))
    case "if": return branch(element)
    case "foreach":
      guard let array = required("array", element), let item = required("item", element) else { return nil }
      let list = expression(array, at: element.place(of: "array"))
      return .each(list, item: Name(item), index: element["index"].map { Name($0) }, body: statements(element))
    case "script":
      lose("a script is not run", "write 'assign' elements", at: element.place)
      return nil
    default:
      lose("'<\(element.name.cut)>' is not executable content", "remove it", at: element.place)
      return nil
    }
  }

  mutating func required(_ attribute: String, _ element: XMLElement) -> String? {
    if let value = element[attribute] { return value }
    lose("'<\(element.name)>' has no '\(attribute)'", "add it", at: element.place)
    return nil
  }

  mutating func either(_ text: String, _ script: String, _ element: XMLElement) -> ScriptExpression? {
    if let source = element[script] { return expression(source, at: element.place(of: script)) }
    guard let value = required(text, element) else { return nil }
    return .literal(.string(value))
  }

  mutating func send(_ element: XMLElement) -> SCXMLStatement? {
    let types = ["scxml", "http://www.w3.org/TR/scxml/#SCXMLEventProcessor", "http://www.w3.org/TR/scxml/"]
    if let type = element["type"], !types.contains(type) {
      lose("the event processor '\(type.cut)' is not supported", "send to charts only", at: element.place(of: "type"))
      return nil
    }
    if element["typeexpr"] != nil {
      lose("'typeexpr' is not supported", "write 'type'", at: element.place(of: "typeexpr"))
      return nil
    }
    guard let event = either("event", "eventexpr", element) else { return nil }
    sendCount += 1
    let target =
      element["target"] != nil || element["targetexpr"] != nil ? either("target", "targetexpr", element) : nil
    let delay = element["delay"] != nil || element["delayexpr"] != nil ? either("delay", "delayexpr", element) : nil
    return .send(
      SCXMLSend(
        event: event, target: target, delay: delay, id: Name(element["id"] ?? "send.\(sendCount)"),
        idLocation: element["idlocation"].map { expression($0, at: element.place(of: "idlocation")) },
        data: data(element)))
  }

  mutating func branch(_ element: XMLElement) -> SCXMLStatement? {
    guard let text = required("cond", element) else { return nil }
    var branches: [(condition: ScriptExpression?, body: [SCXMLStatement])] = [
      (expression(text, at: element.place(of: "cond")), [])
    ]
    for child in element.children {
      switch child.name {
      case "elseif":
        guard let text = required("cond", child) else { return nil }
        branches.append((expression(text, at: child.place(of: "cond")), []))
      case "else": branches.append((nil, []))
      default: if let inner = statement(child) { branches[branches.count - 1].body.append(inner) }
      }
    }
    return .branch(branches)
  }

  mutating func data(_ element: XMLElement) -> SCXMLData {
    var members: [(name: Name, value: ScriptExpression)] = []
    for name in (element["namelist"] ?? "").split(whereSeparator: \.isWhitespace) {
      members.append((Name(String(name)), expression(String(name), at: element.place(of: "namelist"))))
    }
    for child in element.children {
      if child.name == "param" {
        guard let name = required("name", child), let value = child["expr"] ?? child["location"] else { continue }
        members.append((Name(name), expression(value, at: child.place)))
      } else if child.name == "content", element.name != "invoke" {
        if let text = child["expr"] { return .value(expression(text, at: child.place(of: "expr"))) }
        if let inner = child.children.first {
          lose("a content of elements is not understood", "write a value", at: inner.place)
        }
        return .value(literal(child.text.trimmingBlanks))
      }
    }
    return members.isEmpty ? .none : .members(members)
  }
}
