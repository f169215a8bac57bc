import Statecharts

/// What an output path is for.
package enum OutputPathUse: Sendable {
  case expanding
  /// Also hides the outputs of subjects.
  case muting
  /// Also names the members of values, and the rows of a list only with an index or `[*]`.
  case ignoring
  /// Begins a line, so that it may also name a region.
  case beginning
}

/// The names of output paths.
package struct OutputNames {
  private let ports: [OutputPorts]
  /// The names at the start: the root's, and those of instances with a path of their own.
  private let entries: [OutputPorts.Entry]

  package init(_ machine: Machine) {
    let templates = machine.program.templates
    let pages = machine.screens.dropFirst().map {
      OutputPorts.Entry(name: $0.page, below: .instance($0.template), isPage: true)
    }
    let opened = machine.open().snapshot.machines(machine.program).filter { !templates[$0.template].isInternal }
    let own = opened.map { OutputPorts.Entry(name: Name($0.path), below: .instance(templates[$0.template].name)) }
    ports = machine.templates.map { OutputPorts(of: $0, regions: machine.regions(of: $0).map(\.title)) }
    entries = (ports.first { $0.template == machine.root }?.names ?? []) + pages + own
  }

  /// The first part of an output path that no output has (`totl` in `items[3].totl`), and what may be meant.
  package func unknown(inPath path: String, for use: OutputPathUse) -> (name: String, nearest: String?)? {
    let parts = path.partsOfPath
    var (names, front) = (entries, "")
    for (offset, part) in parts.enumerated() {
      let known = names.filter { name in
        name.isRegion ? use == .beginning : use == .muting || use == .beginning || !name.isSubject
      }
      guard let next = known.first(where: { $0.name == part.name || $0.isPage && $0.name == part.name.withoutOrdinal })
      else {
        let nearest = known.isEmpty ? front : NearestWord.find(part.name, among: known.map(\.name.text))
        return (part.text, nearest)
      }
      let lead = front.isEmpty ? "" : front + "."
      guard part.index.map({ next.below.admits(index: $0, use) }) ?? true else {
        return (part.text, lead + part.name)
      }
      switch next.below {
      case .nothing: names = []
      case .members: if use == .ignoring { return nil } else { names = [] }
      case .anything: names = ports.flatMap(\.names)
      case .rows where use == .ignoring && part.index == nil && offset + 1 < parts.count:
        return (part.text, "\(lead)\(part.name)[*]")
      case .rows(let template), .instance(let template):
        names = ports.first { $0.template == template }?.names ?? []
      }
      front = lead + part.text
    }
    return parts.isEmpty ? (path, nil) : nil
  }
}

private struct OutputPorts {
  enum Below {
    case nothing
    /// The members of a value.
    case members
    case rows(Name)
    case instance(Name)
    /// A reference's target is known only at run time.
    case anything

    func admits(index: String, _ use: OutputPathUse) -> Bool {
      let isRow = !index.isEmpty && index.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let isAny = use == .ignoring && (index == "*" || index.utf8.first == UInt8(ascii: "#"))
      switch self {
      case .rows, .anything: return isRow || isAny
      case .members: return use == .ignoring && (isRow || isAny)
      case .nothing, .instance: return false
      }
    }
  }

  struct Entry {
    let name: Name
    let below: Below
    var isSubject = false
    var isPage = false
    var isRegion = false
  }

  let template: Name
  let names: [Entry]

  init(of defined: DefinedTemplate, regions: [Name]) {
    template = defined.template.name
    let fields = zip(defined.fields, defined.template.fields).map { facts, field in
      Entry(
        name: facts.name,
        below: facts.rowTemplate.map(Below.rows) ?? (field.holdsReferences ? .anything : facts.shape.below))
    }
    let invoked = (defined.template.chart?.chart.states ?? []).flatMap(\.allInvocations).filter { $0.kind == .machine }
    names =
      fields + defined.template.subjects.map { Entry(name: $0, below: .nothing, isSubject: true) }
      + regions.map { Entry(name: $0, below: .nothing, isRegion: true) }
      + defined.children.map { Entry(name: $0.label, below: .instance($0.template.name)) }
      + invoked.map { Entry(name: $0.id, below: .instance($0.name)) }
  }
}

extension Shape {
  fileprivate var below: OutputPorts.Below {
    switch self {
    case .secret(let shape), .optional(let shape): shape.below
    case .list, .record, .any: .members
    case .void, .bool, .int, .double, .string, .enumeration: .nothing
    }
  }
}

extension ChartDefinition.State {
  fileprivate var allInvocations: [ChartDefinition.Invocation] { invocations + children.flatMap(\.allInvocations) }
}

extension String {
  /// The names with their row indices: `items` with `3`, and `total`, for `items[3].total`.
  fileprivate var partsOfPath: [(name: String, index: String?, text: String)] {
    var (texts, depth) = ([""], 0)
    for scalar in unicodeScalars {
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      if scalar == ".", depth <= 0 { texts.append("") } else { texts[texts.count - 1].unicodeScalars.append(scalar) }
    }
    return texts.filter { !$0.isEmpty }.map { text in
      let name = text.contains("]") ? String(text.prefix { $0 != "[" }) : text
      return (name, text.count > name.count ? String(text.dropFirst(name.count + 1).dropLast()) : nil, text)
    }
  }
}
