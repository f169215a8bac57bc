import Statecharts

/// The attributes and children that SCXML 1.0 gives its elements.
struct SCXMLGrammar {
  /// `ELEMENT: ATTRIBUTES > CHILDREN`. Of attributes between `|` at most one is set, with `!` exactly one; values are
  /// behind `=`. A child with `?` occurs once, `+` is executable content, and `*` is a value. `A/B` is a `B` in an `A`.
  private static let rules = read(
    """
    scxml: initial name version=1.0 datamodel binding=early,late > state parallel final history datamodel?
    state: id initial > onentry onexit transition initial? state parallel final history datamodel? invoke
    parallel: id > onentry onexit transition state parallel history datamodel? invoke
    final: id > onentry onexit donedata?
    history: id type=shallow,deep > transition?
    initial: > transition?
    transition: event cond target type=internal,external > +
    initial/transition: target! type=internal,external > +
    history/transition: target! type=internal,external > +
    onentry: > +
    onexit: > +
    finalize: > +
    if: cond! > + elseif else
    elseif: cond >
    else: >
    foreach: array! item! index > +
    raise: event! >
    log: label expr >
    assign: location! expr > *
    send: event|eventexpr target|targetexpr type|typeexpr id|idlocation delay|delayexpr namelist > param content?
    cancel: sendid|sendidexpr! >
    datamodel: > data
    data: id! src|expr > *
    donedata: > param content?
    param: name! expr|location! >
    content: expr > *
    invoke: id|idlocation type|typeexpr src|srcexpr namelist autoforward=true,false > param finalize? content?
    """)

  private struct Rule {
    /// Attributes of which one excludes the others.
    var groups: [(names: [String], isRequired: Bool, values: [String])] = []
    var children: [String] = []
    /// The children that occur once.
    var singles: [String] = []
  }

  private static func read(_ text: String) -> [String: Rule] {
    var rules: [String: Rule] = [:]
    for line in text.split(separator: "\n") {
      var (rule, words) = (Rule(), line.split(separator: " ").map(String.init))
      let name = words.removeFirst()
      for word in words.prefix(while: { $0 != ">" }) {
        let parts = (word.withoutEnd("!") ?? word).split(separator: "=")
        let values = parts.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
        rule.groups.append((parts[0].split(separator: "|").map(String.init), word.withoutEnd("!") != nil, values))
      }
      for word in words.drop(while: { $0 != ">" }).dropFirst() {
        if let single = word.withoutEnd("?") { rule.singles.append(single) }
        rule.children +=
          word == "+" ? ["raise", "if", "foreach", "log", "assign", "send", "cancel"] : [word.withoutEnd("?") ?? word]
      }
      rules[name.withoutEnd(":") ?? name] = rule
    }
    return rules
  }

  private(set) var losses: [DiagramProblem] = []

  /// The element without the parts that SCXML does not have, which are lost; nil if it lacks an attribute. Names with
  /// a colon are of other namespaces: metadata, unless they include a file or stand for executable content.
  mutating func checked(_ element: XMLElement, in parent: String = "") -> XMLElement? {
    let name = element.name
    guard let rule = Self.rules["\(parent)/\(name)"] ?? Self.rules[name] else { return element }
    var result = element
    result.attributes.removeAll { !$0.name.isForeign && !isKnown($0, of: name, rule) }
    for group in rule.groups {
      let names = group.names.filter { element[$0] != nil }
      guard names.count > 1 || names.isEmpty && group.isRequired else { continue }
      let quoted = group.names.map { "'\($0)'" }
      let (cause, cure) =
        names.isEmpty
        ? ("no " + quoted.joined(separator: " or "), "add it")
        : ("both " + quoted.joined(separator: " and "), "keep one of them")
      losses.lose("'<\(name)>' has \(cause)", cure, at: element.place)
      return nil
    }
    if rule.children == ["*"] { return hasOneValue(result) ? result : nil }
    if !element.text.trimmingBlanks.isEmpty {
      losses.lose("a text is not understood in '<\(name)>'", "remove it", at: element.place)
    }
    result.children = []
    let isRun = rule.children.contains("raise")
    for child in element.children where !child.name.isMetadata(isRun) && isKnown(child, in: result, rule) {
      if let child = checked(child, in: name) { result.children.append(child) }
    }
    return result
  }

  private mutating func isKnown(_ attribute: XMLElement.Attribute, of name: String, _ rule: Rule) -> Bool {
    guard let group = rule.groups.first(where: { $0.names.contains(attribute.name) }) else {
      let cure = advice(attribute.name, among: rule.groups.flatMap(\.names))
      losses.lose("'<\(name)>' has no attribute '\(attribute.name.cut)'", cure, at: attribute.place)
      return false
    }
    guard group.values.isEmpty || group.values.contains(attribute.value) else {
      let cure = "write " + group.values.map { "'\($0)'" }.joined(separator: " or ")
      losses.lose("the '\(attribute.name)' '\(attribute.value.cut)' is not known", cure, at: attribute.place)
      return false
    }
    if attribute.name == "id", attribute.value.isEmpty || attribute.value.contains(where: \.isWhitespace) {
      losses.lose("the 'id' '\(attribute.value.cut)' is not one word", "write one", at: attribute.place)
      return false
    }
    return true
  }

  private mutating func isKnown(_ child: XMLElement, in parent: XMLElement, _ rule: Rule) -> Bool {
    if child.name == "script" {
      losses.lose("a script is not run", "write 'assign' elements", at: child.place)
    } else if !rule.children.contains(child.name) {
      let cure = advice(child.name, among: rule.children)
      losses.lose("'<\(child.name.cut)>' is not understood in '<\(parent.name)>'", cure, at: child.place)
    } else if rule.singles.contains(child.name), parent.children.contains(where: { $0.name == child.name }) {
      losses.lose("'<\(parent.name)>' has two '<\(child.name)>'", "keep one of them", at: child.place)
    } else {
      return true
    }
    return false
  }

  private mutating func hasOneValue(_ element: XMLElement) -> Bool {
    guard element["expr"] ?? element["src"] != nil, element.hasContent else { return true }
    losses.lose("'<\(element.name)>' has two values", "keep the attribute or the content", at: element.place)
    return false
  }

  private func advice(_ name: String, among known: [String]) -> String {
    NearestWord.find(name, among: known).map { "did you mean '\($0)'?" } ?? "remove it"
  }
}

extension XMLElement {
  var hasContent: Bool { !children.isEmpty || !text.trimmingBlanks.isEmpty }
}

extension String {
  fileprivate var isForeign: Bool { self == "xmlns" || utf8.contains(UInt8(ascii: ":")) }

  /// Qt Creator's `qt:editorinfo` also stands in transitions.
  fileprivate func isMetadata(_ isRun: Bool) -> Bool {
    isForeign && withoutEnd(":include") == nil && (!isRun || withoutEnd(":editorinfo") != nil)
  }
}
