import Diagrams
import Traces
import ViewModels

extension Session {
  typealias Candidate = LineCompletion.Candidate

  /// - Parameter prefix: The typed part; rows are offered only after a bracket.
  func candidates(
    for kind: Parameter.Kind, of verb: Verb, _ arguments: [String], prefix: String = ""
  ) -> [Candidate] {
    switch kind {
    case .machine: return machines
    case .topic: return HelpText(session: self).topics(for: prefix).map { Candidate($0) }
    case .diagramFormat: return DiagramFormat.allCases.map { Candidate($0.rawValue) }
    case .observerOrder: return SearchDomain.ObserverOrder.allCases.map { Candidate($0.rawValue) }
    case .observation: return ObservationWord.allCases.map { Candidate($0.rawValue) }
    case .setting: return Settings.Name.allCases.map { Candidate($0.rawValue, note: $0.meaning) }
    case .settingValue: return Switch.allCases.map { Candidate($0.rawValue) }
    default: break
    }
    guard let run else { return [] }
    switch kind {
    case .branch: return candidates(run.tree.branches, of: run.tree)
    case .otherBranch: return candidates(run.tree.otherBranches, of: run.tree)
    case .otherVariant:
      return run.machine.others.map { Candidate($0.variant.text, note: $0.summary) }
    case .value: return values(of: verb, arguments, run.scene)
    case .path where verb === Verb.blame:
      return candidates(for: .path, of: .fields, arguments, prefix: prefix) + regions(run.scene, prefix: prefix)
    default: return identified(names(for: kind, run.scene, withRows: prefix.namesRow), prefix)
    }
  }

  /// Spells rows by identity if the prefix does: `items[#3238].like`.
  func identified(_ candidates: [Candidate], _ prefix: String) -> [Candidate] {
    guard let scene = run?.scene, let rows = RowIdentities(prefix, scene) else { return candidates }
    return candidates.compactMap { candidate in
      rows.name(of: candidate.text).map { Candidate($0, note: candidate.note) }
    }
  }

  private var machines: [Candidate] {
    catalogue.references.map { reference in
      Candidate(reference.text, note: (try? catalogue.machine(named: reference.text))?.summary)
    }
  }

  private func candidates(_ branches: [Branch], of tree: CommandTree) -> [Candidate] {
    branches.map { Candidate($0.title, note: tree.depth(of: $0.tip).counted("command")) }
  }

  // MARK: Names

  private func names(for kind: Parameter.Kind, _ scene: Scene, withRows: Bool) -> [Candidate] {
    let (machine, snapshot) = (scene.machine, scene.snapshot)
    switch kind {
    case .textControl:
      let free = scene.controls.filter { scene.refusal(of: $0) == nil }
      return (free + (withRows ? free.flatMap(\.inRows) : [])).filter(\.takesText).map {
        Candidate($0.name.text.spelled, note: $0.label)
      }
    case .control:
      return scene.controls.filter { scene.refusal(of: $0) == nil }.flatMap(\.tappable).map {
        Candidate($0.name.spelled, note: $0.label)
      }
    case .assignableField: return fields(scene, withRows: withRows) { $0.isAssignable && !$0.isInternal }
    case .path: return fields(scene, withRows: withRows) { _ in true }
    case .input:
      let inputs = scene.inputs + (withRows ? machine.rowInputs(of: snapshot) : [])
      return inputs.map { Candidate($0.name.text.spelled, note: $0.shape.title) }
    case .button: return (machine.screen(of: snapshot).alert?.buttons ?? []).map { Candidate($0.quoted) }
    case .request: return machine.requests(of: snapshot).map { Candidate($0.name.text.spelled, note: $0.waiting) }
    case .outcome: return Outcome.allCases.map { Candidate($0.rawValue) }
    case .service:
      return machine.services(of: snapshot).map { service in
        Candidate(service.name.text.spelled, note: service.description(scene.names))
      }
    case .answer: return ["ok", "fail", "error", "never", "twice", "manual", "late", "once"].map { Candidate($0) }
    case .serviceFlag: return ["late", "once"].map { Candidate($0) }
    case .work: return machine.work(of: snapshot).map { Candidate($0.name.text.spelledWords, note: dueText($0.dueIn)) }
    case .command: return scene.commands(withRows: withRows).map { Candidate($0.name.text.spelled, note: $0.verdict) }
    default: return []
    }
  }

  private func fields(_ scene: Scene, withRows: Bool, where isWanted: (FieldState) -> Bool) -> [Candidate] {
    (scene.fields + (withRows ? scene.rowFields : [])).filter(isWanted).map {
      Candidate($0.path.text.spelled, note: $0.text(scene.names))
    }
  }

  // MARK: Values

  private func values(of verb: Verb, _ arguments: [String], _ scene: Scene) -> [Candidate] {
    guard let taker = taker(ofValueOf: verb, arguments, scene) else { return [] }
    let samples = scene.samples(of: taker.name).map { Candidate($0.reference, note: $0.text.truncated(toWidth: 60)) }
    let words = words(of: taker.shape)
    let seen = seenValues(of: taker.name).filter { !words.contains(Name($0)) }
    return samples + words.map { Candidate($0) } + seen.map { Candidate($0, note: "given before") }
  }

  /// The recipient of the value after these arguments.
  func taker(ofValueOf verb: Verb, _ arguments: [String], _ scene: Scene) -> (name: String, shape: Shape)? {
    guard let owner = arguments.first else { return nil }
    switch verb.parameters.first?.kind {
    case .command:
      let control = scene.nameOnPage(of: owner) ?? owner
      return scene.machine.control(named: control)?.takes.map { (control, $0) }
    case .textControl: return (owner, scene.field(at: owner)?.shape ?? .string)
    case .assignableField: return scene.field(at: owner).map { ($0.path.text, $0.shape) }
    case .input: return scene.input(named: owner).map { ($0.name.text, $0.shape) }
    case .control: return scene.machine.control(named: owner)?.takes.map { (owner, $0) }
    case .request, .service: return (owner.withoutOrdinal, .any)
    default: return nil
    }
  }

  /// The values that need no quotes.
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
  var takesText: Bool { kind == .text || kind == .secureText }

  fileprivate var inRows: [ControlState] {
    rows.indices.flatMap { row in
      rows[row].map { control in
        var control = control
        control.name = "\(name)[\(row)].\(control.name)"
        return control
      }
    }
  }

  fileprivate var tappable: [(name: String, label: String)] {
    switch kind {
    case .button, .refresh, .scroll: return isEnabled ? [(name.text, label)] : []
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
