import Statecharts

/// Finds all moves of a domain for one machine, and caches what samples and shapes provide.
package struct MoveFinder: Sendable {
  package let machine: Machine
  let domain: MoveDomain
  private let offers: [[ControlOffer]]
  private let inputs: [[InputOffer]]
  /// The fields of the first view model that are of the environment, with their values.
  private let facts: [(field: String, values: [Value])]

  package init(_ machine: Machine, _ domain: MoveDomain) {
    self.machine = machine
    self.domain = domain
    var next = 0
    offers = machine.screens.map { page in
      ControlOffer.offers(of: page, machine, domain).map { $0.numbered(from: &next) }
    }
    inputs = machine.screens.map { InputOffer.offers(of: $0, machine, domain) }
    let root = machine.templates.named(machine.root)
    let fields = domain.isPastTheScreen ? [] : (root?.fields ?? []).filter(\.isOfEnvironment)
    facts = fields.map { field in
      let name = field.name.text
      return (name, (domain.values(of: name) ?? field.shape.everyValue).compactMap(\.self))
    }
  }

  func moves(at kernel: inout Kernel) -> [Move] {
    guard kernel.snapshot.fault == nil else { return [] }
    let found = kernel.lendingSnapshot { lent in
      var search = MoveSearch(View(machine: machine, lent), domain)
      if let alert = search.view.alert { search.add(alert.buttons) }
      let isFull = search.isFull
      if search.view.cover == nil, !isFull { search.addPage(offers) }
      if !isFull { search.addInputs(inputs) }
      if !isFull { search.add(facts) }
      if domain.answersRequests { search.addAnswers() }
      if domain.isPastTheScreen, !isFull { search.addProgram() }
      search.addWork()
      if domain.restarts { search.addRestart() }
      let result = (moves: search.found, leftOut: search.leftOut)
      lent = search.end()
      return result
    }
    for (list, rows) in found.leftOut { kernel.tally(leftOut: rows, of: list) }
    return found.moves.filter { $0.isTaken(by: &kernel) }
  }

  /// A tap of each command on the top page, even if refused, and each uncalled input; with the first value and row.
  package func taps(of snapshot: Snapshot) -> [Stimulus] {
    let view = View(machine: machine, snapshot: snapshot)
    var found: [Stimulus] = []
    if let page = view.model.pages.last?.model, offers.indices.contains(page.screen) {
      for offer in offers[page.screen]
      where offer.ofRow.isEmpty || !view.items(of: offer.control, page.owner).isEmpty { found += offer.taps }
    }
    for case let page? in view.model.pages.lazy.map(\.model) where inputs.indices.contains(page.screen) {
      for offer in inputs[page.screen] {
        guard let value = offer.values.first, let name = view.paths(of: offer, page.owner, domain).first else {
          continue
        }
        found.append(.send(input: name, value))
      }
    }
    return found
  }

  package var tappedControls: [Name] {
    offers.joined().flatMap(\.taps).compactMap { if case .tap(let name, _) = $0 { Name(name) } else { nil } }
      .distinct(by: \.self)
  }
}

extension MoveFinder {
  package struct Unused {
    package let owner: Name
    package let name: Name
    package let hasValues: Bool
    package var isCalled = true
    package var input: Name?
  }

  package func unusedControls(in tally: RunTally) -> [Unused] {
    zip(machine.screens, offers).flatMap { page, offers in
      offers.flatMap { offer -> [(Name, ControlOffer)] in
        [(offer.control.name, offer)] + offer.ofRow.map { (Name("\(offer.control.name)[N].\($0.control.name)"), $0) }
      }.filter { $1.isUsable && !tally.wasMade($1.number) }.map {
        Unused(
          owner: page.template == machine.root ? "" : page.page, name: $0, hasValues: !$1.values.isEmpty,
          input: $1.control.input)
      }
    }
  }

  /// The inputs that charts handle but that were never taken.
  package func unusedInputs(in tally: RunTally) -> [Unused] {
    let called = machine.inputsOfScreens
    let unsent = inputs.joined().filter(\.values.isEmpty)
    return machine.templates.flatMap { defined -> [Unused] in
      guard let index = machine.program.templateIndex(named: defined.template.name), !defined.template.isInternal,
        let chart = defined.template.chart
      else { return [] }
      return defined.inputs.filter {
        chart.wasTaken($0.name, of: index, in: tally) == false && !tally.didNotReturn($0.name, of: index)
      }.map { input in
        let values = domain.values(of: input.name.text) ?? machine.values(of: input)
        let isCalled = called.contains { $0.template == index && input.name == $0.input }
        return Unused(
          owner: index == machine.program.templateIndex(named: machine.root) ? "" : defined.template.name,
          name: input.name,
          hasValues: !unsent.contains { $0.template == defined.template.name && input.name == $0.input }
            && (isCalled || !values.isEmpty),
          isCalled: isCalled || domain.isPastTheScreen)
      }
    }
  }
}

extension ControlOffer {
  fileprivate var isUsable: Bool {
    if case .text = control.kind { true } else { event != nil }
  }

  fileprivate var taps: [Stimulus] {
    if let tap = tap(named: control.name.text) { return [tap] }
    return ofRow.compactMap { $0.tap(named: "\(control.name)[0].\($0.control.name)") }
  }

  private func tap(named name: String) -> Stimulus? {
    control.calledByTap == nil ? nil : values.first.map { .tap(control: name, $0) }
  }
}

extension Machine {
  /// For repeated calls, keep a `MoveFinder` and a `Stepper`.
  package func moves(of snapshot: Snapshot, in domain: MoveDomain = MoveDomain()) -> [Move] {
    var kernel = Kernel(program, snapshot)
    return MoveFinder(self, domain).moves(at: &kernel)
  }
}

extension Move {
  /// Whether the chart accepts a called input. A turn refuses no other kind of move.
  func isTaken(by kernel: inout Kernel) -> Bool {
    switch kind {
    case .call(let instance, .numbered(let event), let value): kernel.wouldTake(event, value, of: instance)
    case .call(let instance, .unnumbered(let name), let value): kernel.wouldTake(name, value, of: instance)
    case .edit, .focus, .blur, .pressReturn, .dismiss, .back, .assign, .answer, .setBehaviour, .reverseObservers, .pass,
      .run, .settle, .restart:
      true
    }
  }
}

private struct MoveSearch: ~Copyable {
  let view: View
  let domain: MoveDomain
  private(set) var found: [Move] = []
  private(set) var leftOut: [(list: Name, rows: [Int])] = []
  private var sent: Set<Name> = []

  init(_ view: consuming View, _ domain: MoveDomain) {
    self.view = view
    self.domain = domain
  }

  consuming func end() -> LentSnapshot { view.end() }

  private mutating func add(_ stimulus: Stimulus, _ kind: Move.Kind, by control: Int = -1) {
    found.append(Move(stimulus: stimulus, kind: kind, navigation: view.navigation, control: control))
  }

  private mutating func add(_ stimulus: Stimulus, isOfEnvironment: Bool = false) {
    guard var move = try? view.move(for: stimulus) else { return }
    move.isOfEnvironment = isOfEnvironment
    found.append(move)
  }

  /// Whether so much work waits that only time, answers and alerts are moves.
  var isFull: Bool {
    guard let most = view.machine.mostWork else { return false }
    return view.snapshot.workCount + (domain.answersRequests ? view.snapshot.requests.count : 0) >= most
  }

  // MARK: The user

  mutating func add(_ buttons: [AlertButton]) {
    for (index, button) in buttons.enumerated()
    where !buttons[..<index].contains(where: { $0.title.hasBytes(of: button.title) }) {
      add(.dismiss(button: button.title), .dismiss(button))
    }
  }

  mutating func addPage(_ offers: [[ControlOffer]]) {
    if let page = view.model.pages.last?.model, offers.indices.contains(page.screen) {
      for offer in offers[page.screen] { add(offer, of: page.owner) }
    }
    if domain.usesKeyboard {
      add(.blur)
      add(.pressReturn)
    }
    if view.model.pages.count > 1 { add(.back, .back) }
  }

  private mutating func add(_ offer: ControlOffer, of owner: InstanceID) {
    let name = offer.control.name
    switch offer.control.kind {
    case .list:
      guard offer.isUsable || offer.ofRow.contains(where: \.isUsable) else { return }
      let rows = view.items(of: offer.control, owner)
      for index in used(rows, of: offer.control, owner) {
        let row = "\(name)[\(index)]"
        add(offer, row, View.ControlPlace(control: offer.control, instance: owner, index: index))
        guard case .reference(let instance) = rows[index] else { continue }
        for inner in offer.ofRow {
          let place = View.ControlPlace(control: inner.control, instance: instance)
          add(inner, "\(row).\(inner.control.name)", place)
        }
      }
    case .banner:
      for index in used(view.items(of: offer.control, owner), of: offer.control, owner) {
        add(offer, "\(name)[\(index)]", View.ControlPlace(control: offer.control, instance: owner, index: index))
      }
    case .text, .button, .label, .badge, .refresh, .scroll:
      add(offer, name.text, View.ControlPlace(control: offer.control, instance: owner))
    }
  }

  /// Adds the uncalled inputs of all open pages, even of covered ones.
  mutating func addInputs(_ inputs: [[InputOffer]]) {
    for case let page? in view.model.pages.lazy.map(\.model) where inputs.indices.contains(page.screen) {
      for offer in inputs[page.screen] {
        if case .rows(let list) = offer.owner, !offer.values.isEmpty {
          _ = used(view.items(of: list, page.owner), of: list, page.owner)
        }
        for name in view.paths(of: offer, page.owner, domain) where sent.insert(Name(name)).inserted {
          for value in offer.values { add(.send(input: name, value), isOfEnvironment: offer.isOfEnvironment) }
        }
      }
    }
  }

  mutating func add(_ facts: [(field: String, values: [Value])]) {
    for (field, values) in facts {
      guard let place = view.field(at: field) else { continue }
      let value = view.snapshot.read(place.instance, port: place.port, view.machine.program)
      for other in values where other != value { add(.assign(field: field, other), isOfEnvironment: true) }
    }
  }

  /// Also notes the other rows.
  private mutating func used(_ rows: [Value], of list: Control, _ owner: InstanceID) -> [Int] {
    let used = view.used(rows, of: list, owner, domain)
    if used.count < rows.count { leftOut.append((list.name, rows.indices.filter { !used.contains($0) })) }
    return used
  }

  private mutating func add(_ offer: ControlOffer, _ name: String, _ place: View.ControlPlace) {
    if let field = view.textField(at: place) {
      for case let value? in offer.values {
        add(.set(control: name, value), .edit(field, value.revealedText), by: offer.number)
      }
      if domain.usesKeyboard { add(.focus(control: name)) }
      return
    }
    guard let event = offer.event, view.disabled(place) == nil else { return }
    for value in offer.values {
      guard let given = offer.control.given(value, at: place.index) else { continue }
      add(.tap(control: name, value), .call(place.instance, event, given), by: offer.number)
    }
  }

  // MARK: Services, the program and time

  mutating func addAnswers() {
    for request in view.snapshot.requests {
      for outcome in Outcome.allCases {
        for value in answers(to: request, outcome) {
          guard let kind = try? view.answer(to: request, outcome, value) else { continue }
          add(.reply(request: request.name.text, outcome, value), kind)
        }
      }
    }
  }

  /// The values of an answer: nil for the defined one, then samples.
  private func answers(to request: Snapshot.RequestEntry, _ outcome: Outcome) -> [Value?] {
    guard outcome == .ok else { return [nil] }
    if let values = domain.values(of: request.service.text) { return values }
    let service = view.machine.facts.services.first { $0.own.name == request.service }
    let said = view.machine.value(of: outcome, request)
    return [nil] + (service?.samples.map(\.value) ?? []).filter { $0 != said }
  }

  mutating func addProgram() {
    let machine = view.machine
    for input in machine.inputs(of: view.snapshot) where !sent.contains(input.name) {
      for value in domain.values(of: input.name.text) ?? machine.values(of: input) {
        add(.send(input: input.name.text, value))
      }
    }
    // The program does not assign the view's bookkeeping.
    for field in machine.fields(of: view.snapshot) where field.isAssignable && !field.isInternal {
      let declared = machine.samples.filter { $0.owner == field.path }.map(\.value)
      let values = domain.values(of: field.path.text) ?? (declared.isEmpty ? field.shape.everyValue : declared)
      for case let value? in values { add(.assign(field: field.path.text, value)) }
    }
  }

  mutating func addWork() {
    guard let due = view.snapshot.nextDue else { return }
    if domain.work != .none, due <= view.snapshot.time {
      var taken: [Snapshot.Lane] = []
      // Without objects, each source keeps the order of its due work.
      let lanes = view.machine.runsObjects ? view.snapshot.lanes(view.machine.program) : []
      for (index, work) in view.snapshot.work.enumerated() {
        let lane = lanes.isEmpty ? Snapshot.Lane(source: work.source) : lanes[index]
        guard work.due <= view.snapshot.time, !taken.contains(lane), index == 0 || domain.work == .firstOfEachSource
        else { continue }
        taken.append(lane)
        add(.fire(work: work.name.text), .run(work: index))
      }
    }
    add(.advance(milliseconds: nil), .pass(to: max(view.snapshot.time, due)))
  }

  mutating func addRestart() { add(.restart, .restart) }
}

extension View {
  fileprivate func used(_ rows: [Value], of list: Control, _ owner: InstanceID, _ domain: MoveDomain) -> [Int] {
    let used = domain.rows.indices(of: rows)
    let added = domain.addedRows(of: list.name).compactMap { index(of: $0, list, owner, rows) }
    let named = domain.namedRows.compactMap { path in
      snapshot.instance(at: path, machine.program).flatMap { rows.firstIndex(of: .reference($0)) }
    }
    if added.isEmpty, named.isEmpty { return used }
    return Set(used + named + added.filter(rows.indices.contains)).sorted()
  }

  fileprivate func paths(of offer: InputOffer, _ owner: InstanceID, _ domain: MoveDomain) -> [String] {
    let path = entry(owner)?.path ?? ""
    let front = path.isEmpty ? "" : "\(path)."
    switch offer.owner {
    case .page: return ["\(front)\(offer.input)"]
    case .answerer(let name): return ["\(name).\(offer.input)"]
    case .rows(let list):
      guard let bound = list.rows else { return [] }
      let name = front + (bound.path.isEmpty ? "" : "\(bound.path).") + bound.field.text
      return used(items(of: list, owner), of: list, owner, domain).map { "\(name)[\($0)].\(offer.input)" }
    }
  }
}

extension SearchDomain.Rows {
  fileprivate func indices(of rows: [Value]) -> [Int] {
    switch self {
    case .first: Array(rows.indices.prefix(1))
    case .all: Array(rows.indices)
    case .ends where rows.count > 3: [0, rows.count / 2, rows.count - 1]
    case .ends: Array(rows.indices)
    }
  }
}
