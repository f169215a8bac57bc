import Diagrams
import Statecharts
import Traces
import ViewModels

extension Session {
  typealias Candidate = LineCompletion.Candidate

  /// What is possible now for one kind of argument.
  ///
  /// - Parameter prefix: What is typed of it; rows are offered once a bracket is.
  func candidates(
    for kind: Parameter.Kind, of verb: Verb, _ arguments: [String], prefix: String = ""
  ) -> [Candidate] {
    switch kind {
    case .machine: return machines
    case .topic: return HelpText(self).topics.map { Candidate($0) }
    case .diagramFormat: return DiagramFormat.allCases.map { Candidate($0.rawValue) }
    case .observerOrder: return ObserverOrder.allCases.map { Candidate($0.rawValue) }
    case .observation: return ObservationWord.allCases.map { Candidate($0.rawValue) }
    case .line, .title, .file, .newBranch, .duration, .count: return []
    default: break
    }
    guard let run else { return [] }
    switch kind {
    case .branch: return branches(of: run.tree)
    case .value: return values(of: verb, arguments, run.scene)
    default: return names(for: kind, run.scene, withRows: prefix.utf8.contains(UInt8(ascii: "[")))
    }
  }

  private var machines: [Candidate] {
    catalogue.references.map { reference in
      Candidate(reference, note: (try? catalogue.machine(named: reference))?.summary)
    }
  }

  private func branches(of tree: CommandTree) -> [Candidate] {
    tree.branches.map { Candidate($0.title, note: tree.depth(of: $0.tip).counted("command")) }
  }

  // MARK: Names

  private func names(for kind: Parameter.Kind, _ scene: Scene, withRows: Bool) -> [Candidate] {
    let (machine, snapshot) = (scene.machine, scene.snapshot)
    switch kind {
    case .textControl: return scene.controls.filter(\.takesText).map { Candidate($0.name, note: $0.label) }
    case .control:
      return scene.controls.flatMap(\.tappable).map { Candidate($0.name, note: $0.label) }
    case .assignableField: return fields(scene, withRows: withRows) { $0.isAssignable && !$0.isInternal }
    case .path: return fields(scene, withRows: withRows) { _ in true }
    case .input: return scene.inputs.map { Candidate($0.name, note: $0.shape.title) }
    case .button: return (machine.screen(of: snapshot).alert?.buttons ?? []).map { Candidate($0.quoted) }
    case .request: return machine.requests(of: snapshot).map { Candidate($0.name, note: $0.waiting) }
    case .outcome: return Outcome.allCases.map { Candidate($0.rawValue) }
    case .service:
      return machine.services(of: snapshot).map { service in
        Candidate(service.name, note: service.description(scene.names))
      }
    case .answer: return ["ok", "fail", "error", "never", "twice", "manual", "late", "once"].map { Candidate($0) }
    case .serviceFlag: return ["late", "once"].map { Candidate($0) }
    case .work: return machine.work(of: snapshot).map { Candidate($0.name, note: dueText($0.dueIn)) }
    case .command: return machine.commands(of: snapshot).map { Candidate($0.name, note: $0.verdict) }
    case .machine, .topic, .diagramFormat, .observerOrder, .observation, .line, .title, .file, .newBranch, .duration,
      .count, .branch,
      .value:
      return []
    }
  }

  private func fields(_ scene: Scene, withRows: Bool, where isWanted: (FieldState) -> Bool) -> [Candidate] {
    (scene.fields + (withRows ? rows(scene) : [])).filter(isWanted).map { field in
      let value =
        field.shape.isSecret
        ? "<secret>" : ValuePrinter(.folded, names: scene.names).text(of: field.value, for: field.path)
      return Candidate(field.path, note: value)
    }
  }

  /// The rows of the open machine's lists, and their fields.
  private func rows(_ scene: Scene) -> [FieldState] {
    scene.fields.filter(\.listsRows).flatMap { list in
      scene.machine.fields(of: scene.snapshot, below: list.path).dropFirst().flatMap { row in
        [row] + scene.machine.fields(of: scene.snapshot, below: row.path)
      }
    }
  }

  // MARK: Values

  private func values(of verb: Verb, _ arguments: [String], _ scene: Scene) -> [Candidate] {
    guard let owner = arguments.first else { return [] }
    switch verb.parameters.first?.kind {
    case .textControl: return values(of: scene.field(at: owner)?.shape ?? .string, owner, scene)
    case .assignableField: return scene.field(at: owner).map { values(of: $0.shape, $0.path, scene) } ?? []
    case .input:
      let input = scene.inputs.first { $0.name.hasSameBytes(as: owner) }
      return input.map { values(of: $0.shape, $0.name, scene) } ?? []
    case .request, .service: return values(of: .any, owner.withoutOrdinal, scene)
    default: return []
    }
  }

  private func values(of shape: Shape, _ owner: String, _ scene: Scene) -> [Candidate] {
    scene.references(of: owner).map { Candidate($0) } + words(of: shape).map { Candidate($0) }
  }

  /// The bare words that a shape has.
  private func words(of shape: Shape) -> [String] {
    switch shape {
    case .bool: ["true", "false"]
    case .optional(let wrapped): words(of: wrapped) + ["nil"]
    case .enumeration(let cases): cases.map { "." + ($0.isIdentifier ? $0 : $0.quoted) }
    case .secret(let hidden): words(of: hidden)
    case .int, .double, .string, .list, .record, .void, .any: []
    }
  }
}

extension ControlState {
  fileprivate var takesText: Bool { kind == .text || kind == .secureText }

  /// What of it takes a tap now: itself, its pictures, its rows and their buttons.
  fileprivate var tappable: [(name: String, label: String)] {
    switch kind {
    case .button, .refresh, .scroll: return isEnabled ? [(name, label)] : []
    case .banner:
      guard case .list(let pictures) = value else { return [] }
      return pictures.indices.map { ("\(name)[\($0)]", label) }
    case .list:
      return rows.indices.flatMap { row in
        [("\(name)[\(row)]", label)]
          + rows[row].flatMap(\.tappable).map { ("\(name)[\(row)].\($0.name)", $0.label) }
      }
    case .text, .secureText, .label, .badge: return []
    }
  }
}
