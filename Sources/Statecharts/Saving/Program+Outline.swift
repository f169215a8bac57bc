extension Program {
  static func outline(
    _ templates: [Template], _ wirings: some Sequence<String>, _ handlers: some Sequence<String>,
    _ services: [ServiceDefinition]
  ) -> Value {
    [
      "templates": .list(templates.map(\.outline)),
      "wirings": .list(wirings.sortedByBytes.map(Value.string)),
      "handlers": .list(handlers.sortedByBytes.map(Value.string)),
      "services": .list(services.map { .string($0.name) }),
    ]
  }

  /// Returns what an older outline names and this program does not, and the other way round: `state 'x' of 'Login' is
  /// gone`, `field 'y' of 'Login' is new`.
  package func changes(since older: Value) -> [String] {
    let old = older.outlineNames
    let new = outline.outlineNames
    let (isOld, isNew) = (Set(old), Set(new))
    let gone = old.filter { !isNew.contains($0) }.map { "\($0.text) is gone" }
    let added = new.filter { !isOld.contains($0) }.map { "\($0.text) is new" }
    return gone + added
  }
}

extension Template {
  fileprivate var outline: Value {
    [
      "name": .string(name),
      "fields": .list(fields.map { .string($0.name) }),
      "subjects": .list(subjects.map(Value.string)),
      "states": .list((chart?.statePaths ?? []).map(Value.string)),
      "transitions": .list((chart?.transitionNames ?? []).map(Value.string)),
      "properties": .list(monitors.map { .string($0.name) }),
    ]
  }
}

extension ChartTable {
  /// A name for each state that no other has: the names from the root down with points between, `login.idle`.
  var statePaths: [String] {
    var paths: [String] = []
    var counts: [ExactString: Int] = [:]
    for state in states {
      let path = state.parent.map { $0 == 0 ? state.name : "\(paths[$0]).\(state.name)" } ?? ""
      let count = counts[ExactString(path), default: 0] + 1
      counts[ExactString(path)] = count
      paths.append(count == 1 ? path : "\(path)'\(count)")
    }
    return paths
  }

  /// A name for each transition: its source, what triggers it and where it leads; the second of a name ends in `'2`.
  var transitionNames: [String] {
    let paths = statePaths
    var counts: [ExactString: Int] = [:]
    return transitions.map { row in
      let targets = row.targets.map { paths[$0] }.joined(separator: ", ")
      let name = "\(paths[row.source]) \(row.trigger.text) -> \(targets)"
      let count = counts[ExactString(name), default: 0] + 1
      counts[ExactString(name)] = count
      return count == 1 ? name : "\(name)'\(count)"
    }
  }
}

extension ChartDefinition.Trigger {
  fileprivate var text: String {
    switch self {
    case .event(let name): "on \(name)"
    case .always: "always"
    case .after(let delay): "after \(delay)ms"
    }
  }
}

/// Something that an outline names.
private struct OutlineName: Hashable {
  var noun: String
  var name: ExactString
  var template: ExactString?

  var text: String { "\(noun) '\(name.text)'" + (template.map { " of '\($0.text)'" } ?? "") }
}

extension Value {
  /// Every name of an outline, in order.
  fileprivate var outlineNames: [OutlineName] {
    let nouns = [
      ("fields", "field"), ("subjects", "subject"), ("states", "state"), ("transitions", "transition"),
      ("properties", "property"),
    ]
    var names: [OutlineName] = []
    for template in self["templates"]?.elements ?? [] {
      let owner = template["name"]?.plain ?? ExactString("")
      names.append(OutlineName(noun: "view model", name: owner, template: nil))
      for (key, noun) in nouns {
        names += (template[key]?.elements ?? []).compactMap(\.plain).filter { !$0.text.isEmpty }.map {
          OutlineName(noun: noun, name: $0, template: owner)
        }
      }
    }
    for (key, noun) in [("wirings", "wiring"), ("handlers", "handler"), ("services", "service")] {
      names += (self[key]?.elements ?? []).compactMap(\.plain).map { OutlineName(noun: noun, name: $0, template: nil) }
    }
    return names
  }

  var elements: [Value] { if case .list(let values) = self { values } else { [] } }
  var plain: ExactString? { if case .string(let text) = self { ExactString(text) } else { nil } }
}

extension Sequence<String> {
  fileprivate var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
