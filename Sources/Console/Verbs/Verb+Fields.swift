import Statecharts
import Traces
import ViewModels

extension Verb {
  static let fields = Verb(
    "fields", .look, [Parameter("PATH", .path, isOptional: true)],
    summary: "list the fields with value and type",
    explanation:
      "With PATH, only that field and the fields below it, internal ones included: 'fields items' lists rows, 'fields "
      + "items[3]' or 'fields items[#3238]' the fields and regions of one. Computed fields are marked; secrets are "
      + "never shown.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      guard !arguments.isAtEnd() else {
        return FieldTable(fields: scene.fields.filter { !$0.isInternal }, names: scene.names).lines
      }
      let word = try arguments.word("a field")
      try arguments.end()
      let path = scene.path(named: word.text)
      let below = PathSelection([path])
      let rows = scene.machine.fields(of: scene.snapshot, below: path)
      let own = rows.isEmpty ? scene.fields.filter { below.contains($0.path.text) } : rows
      let chosen = own.isEmpty ? scene.field(at: path).map { [$0] } ?? [] : own
      let regions = path.namesRow ? scene.machine.regions(of: scene.snapshot, at: path) : []
      guard chosen.isEmpty, regions.isEmpty else {
        return FieldTable(fields: chosen, regions: regions, names: scene.names).lines
      }
      _ = try word.naming(.field, among: scene.fields, by: \.path.text)
      return []
    })
}

/// A table of fields, and the regions of a row.
struct FieldTable {
  let fields: [FieldState]
  var regions: [(region: Name, state: String)] = []
  let names: NamedValues

  var lines: [String] {
    let rows =
      fields.map { [$0.path.text, $0.text(names), type(of: $0)] }
      + regions.map { [$0.region.text, $0.state, "region"] }
    return TextTable(rows).lines(or: "there are no fields")
  }

  private func type(of field: FieldState) -> String {
    var marks: [String] = []
    if !field.isAssignable, !field.listsRows { marks.append("computed") }
    if field.shape.isSecret { marks.append("secret") }
    if field.isInternal { marks.append("internal") }
    return ([field.shape.title] + marks).joined(separator: ", ")
  }
}

extension FieldState {
  func text(_ names: NamedValues) -> String {
    shape.isSecret ? value.secretText : ValuePrinter(.folded, names: names).text(of: value, for: path.text)
  }
}

extension Verb {
  static let service = Verb(
    "service", .service,
    [
      Parameter("NAME", .service, isOptional: true), Parameter("DURATION", .duration, isOptional: true),
      Parameter("ANSWER", .answer, isOptional: true),
      Parameter("VALUE", .value, isOptional: true), Parameter("late", .serviceFlag, isOptional: true),
      Parameter("once", .serviceFlag, isOptional: true),
    ],
    summary: "set how a service answers from now on; alone, list the services",
    explanation:
      "DURATION is the time until the answer. ANSWER is ok, fail, error, never, twice or manual: 'twice' answers "
      + "twice at one instant, 'manual' waits for 'reply'. VALUE is the answer's value, or the failure's message. "
      + "With 'late' it answers even after a cancel or a time-out; 'once' is for the next request only. The "
      + "definition sets what you omit.",
    action: .driveOrLook(
      { (arguments) throws(Mistake) in
        let (name, behaviour, text) = try arguments.serviceBehaviour()
        return Command(.service(name: name, behaviour), text)
      },
      alone: { (session, _) throws(Mistake) in
        let scene = try session.openScene()
        let rows = scene.machine.services(of: scene.snapshot).map { [$0.name.text, $0.description(scene.names)] }
        return TextTable(rows).lines(or: "\(scene.machine.title) has no services")
      }))

  static let reply = Verb(
    "reply", .service,
    [
      Parameter("REQUEST", .request), Parameter("ok|fail|error", .outcome),
      Parameter("VALUE", .value, isOptional: true),
    ],
    summary: "answer a request now",
    explanation:
      "It replaces the automatic answer. 'requests' lists the requests under way; a second request of the same "
      + "service is named like \"load'2\".",
    action: .drive { (arguments) throws(Mistake) in
      let (request, service) = try arguments.request()
      let outcome = try arguments.outcome()
      let owner = service.name.text
      // Failures and errors accept any value.
      let value =
        try outcome == .ok
        ? arguments.optionalValue(service.outputShape, of: owner, for: .success(of: owner))
        : arguments.optionalValue(.any, of: owner, for: .failure(of: owner))
      return try arguments.command(carrying: value, of: owner) { .reply(request: request, outcome, $0) }
    })
}

extension Verb {
  static let record = Verb(
    "record", .transcript, [Parameter("FILE", .file, isOptional: true)],
    summary: "write this case to a transcript, and every command from now on; alone, stop",
    explanation:
      "The file holds the driving commands up to the current one, refused ones included. 'undo' shortens it; only "
      + "'keep' adds a query.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return try session.stopRecording() }
      let file = try arguments.file(for: session)
      return try session.startRecording(to: file.name)
    })

  static let keep = Verb(
    "keep", .transcript, summary: "add the last query and its output to the transcript",
    explanation:
      "The query, such as 'state', becomes a command of the transcript, and a replay checks its output. It must be "
      + "the last command.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return try session.keepLook()
    })

  static let save = Verb(
    "save", .transcript, [Parameter("[--force] FILE", .file)],
    summary: "write this case to a transcript",
    explanation:
      "The file is what 'record' would write; later commands are not added. '--force' replaces an existing file.",
    action: .perform { (session, arguments) throws(Mistake) in
      try session.save(to: try arguments.savingTarget(of: session))
    })

  static let review = Verb(
    "review", .transcript, [Parameter("FILE[:LINE]", .file)],
    summary: "replay a transcript and decide on each difference",
    explanation:
      "It replays the transcript, or the case that contains LINE, and shows each block that differs. You accept, "
      + "reject, skip, or loosen it to a matcher; '?' lists the answers. An accepted block is written at once. The "
      + "open machine is not affected. 'signalbox replay --review' does the same.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      let file = try arguments.savingTarget(of: session)
      return Reply(effects: [.review(file: file.name)])
    })
}

extension Catalogue {
  fileprivate var lines: [String] { TextTable(machines.map { [$0.title.text, $0.summary] }).lines }
}

extension Verb {
  static let open = Verb(
    "open", .open, [Parameter("MACHINE[@VARIANT]", .machine, isOptional: true)],
    summary: "open a machine as a new case; alone, list the machines",
    explanation:
      "The default is the first variant. The previous case is kept. A recording ends if you open another machine.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let reference = try arguments.word("a machine")
        try arguments.end()
        do throws(Mistake) {
          return session.open(try session.catalogue.soundMachine(named: reference.text))
        } catch { throw error.moved(to: reference.column) }
      },
      alone: { (session, _) throws(Mistake) in session.catalogue.lines }))

  static let list = Verb(
    "list", .open, summary: "list the machines and their variants",
    explanation: "The first variant of a machine is its default.",
    action: .look { (session, _) throws(Mistake) in session.catalogue.lines })

  static let restart = Verb(
    "restart", .open, summary: "end the app and open it again with its stored data",
    explanation: "Services keep the answers that were set. 'restart' is recorded, and 'undo' takes it back.",
    action: .drive { (arguments) throws(Mistake) in
      _ = try arguments.scene()
      return Command(.restart)
    })

  static let `case` = Verb(
    "case", .open, [Parameter("TITLE", .title)],
    summary: "begin a new case with a fresh machine",
    explanation:
      "A recording gets a new '%case'. The previous case is kept; if it has no commands, it is renamed instead.",
    action: .perform { (session, arguments) throws(Mistake) in
      try session.beginCase(try arguments.name("a title"))
    })
}

extension Verb {
  static let send = Verb(
    "send", .program, [Parameter("EVENT", .input), Parameter("VALUE", .value, isOptional: true)],
    summary: "call an input of the view model, without the screen",
    explanation: "It works even if the control is disabled or covered.",
    action: .drive { (arguments) throws(Mistake) in
      let name = try arguments.word("an input")
      let scene = try arguments.scene()
      let input = try name.naming(
        .input, among: scene.input(named: name.text).map { [$0] } ?? scene.inputs, by: \.name.text)
      let value = try arguments.optionalValue(input.shape, of: input.name.text, for: .input(input.name.text))
      if value == nil, input.shape.asksForValue {
        throw arguments.missing(arguments.example(of: input.shape, for: input.name.text))
      }
      return try arguments.command(carrying: value, of: input.name.text) { .send(input: input.name.text, $0) }
    })

  static let assign = Verb(
    "assign", .program, [Parameter("FIELD", .assignableField), Parameter("VALUE", .value)],
    summary: "assign a field, without the screen",
    explanation: "Observers are notified, but no control fires an edit event. A computed field cannot be assigned.",
    action: .drive { (arguments) throws(Mistake) in
      let path = try arguments.word("a field")
      let scene = try arguments.scene()
      let known = scene.field(at: path.text).map { [$0] } ?? scene.fields
      let field = try path.naming(.field, among: known, by: \.path.text)
      guard field.isAssignable else { throw path.mistake(.computedField(field.path.text)) }
      let value = try arguments.value(field.shape, of: field.path.text, for: .field(field.path.text))
      return Command(.assign(field: field.path.text, value.value), value.text)
    })
}
