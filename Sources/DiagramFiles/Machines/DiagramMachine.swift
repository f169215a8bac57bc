import Diagrams
import Statecharts
import Traces
import ViewModels

/// A machine made of a chart whose guards and actions are words.
///
/// A guard is a question: an event with guards carries an answer to each, so that a search tries all answers.
/// Transitions without event read the answer from a field. Actions are outputs.
struct DiagramMachine {
  private let source: DiagramChart
  private var chart: ChartDescription { source.chart }
  private let states: Set<Name>
  /// The names that several states have.
  private var shared: Set<Name> = []
  private var guards: [Name: GuardText] = [:]
  private var events: [String] = []
  private var questions: [String: [String]] = [:]
  private var questionNames = UsableNames()
  /// The questions that no event answers; they are fields.
  private var facts: [String] = []
  private var outputs: [String] = []
  private var outputNames = UsableNames()
  private var services: [Name] = []
  private(set) var losses: [DiagramProblem] = []

  /// Questions of one event; a search tries all combinations of answers.
  static let mostQuestions = 6

  init(_ source: DiagramChart) {
    self.source = source
    states = Set(source.chart.states.dropFirst().map(\.name))
    for row in source.chart.transitions { add(row) }
    // A field and an output need different names.
    outputNames = UsableNames(taken: facts)
    for action in source.chart.transitions.flatMap(\.actions) { add(output: action) }
    var known: Set<Name> = []
    for state in source.chart.states {
      if !known.insert(state.name).inserted { shared.insert(state.name) }
      for action in state.entryActions + state.exitActions { add(output: action) }
      for service in state.invocations where !services.contains(service) { services.append(service) }
    }
    events = events.filter { event in !services.contains { event.withoutStart("\($0).") != nil } }
  }

  private mutating func add(_ row: ChartDescription.Transition) {
    let text = row.guardName.map { guards[$0] ?? GuardText($0.text, states: states) }
    if let name = row.guardName { guards[name] = text }
    let asked = (text?.questions ?? []).map { questionNames.name(of: $0, \.asQuestionName) }
    guard case .event(let descriptors) = row.trigger else {
      for question in asked where !facts.contains(question) { facts.append(question) }
      return
    }
    for event in descriptors.utf8.split(separator: 0x20).map({ String(Substring($0)) }) where event.isSendable {
      if questions[event] == nil { events.append(event) }
      var known = questions[event] ?? []
      for question in asked where !known.contains(question) { known.append(question) }
      if known.count > Self.mostQuestions, questions[event]?.count ?? 0 <= Self.mostQuestions {
        losses.lose(
          "the event '\(event)' has more than \(Self.mostQuestions) guards, whose answers no search tries",
          "join some of them, or split the event", at: source.places[row.source])
      }
      questions[event] = known
    }
  }

  private mutating func add(output: String) {
    let name = outputNames.name(of: output)
    if !outputs.contains(name) { outputs.append(name) }
  }

  // MARK: The machine

  func definition(page: Name) throws(DiagramProblem) -> MachineDefinition {
    let root = state(0)
    var chart = ChartDefinition(isParallel: root.kind == .parallel, root.children)
    if root.kind == .compound { chart.initial = root.initial }
    let (made, drawn) = (ChartDescription(chart), self.chart)
    guard made.states.map(\.parent) == drawn.states.map(\.parent),
      made.states.map(\.initial) == drawn.states.map(\.initial),
      made.transitions.map(\.targets) == drawn.transitions.map(\.targets)
    else {
      let place = drawn.states.indices.last { shared.contains(drawn.states[$0].name) }
      let name = place.map { " ('\(drawn.states[$0].name)')" } ?? ""
      throw (place.map { source.places[$0] } ?? Place(line: 1)).malformed(
        "states with the same name\(name) cannot be told apart", "rename one of them")
    }
    if let (state, error) = chart.firstError {
      throw source.places[state].malformed("\(error.place): \(error.cause)", error.cure)
    }
    let name = Name(source.name.asUsableName)
    let template = DefinedTemplate(
      name,
      fields: facts.map { .answer(Name($0)) },
      inputs: events.map { .answering(Name($0), questions[$0] ?? []) },
      subjects: outputs.map { Name($0) }, chart: chart,
      services: services.map { ServiceFacts(ServiceDefinition($0, delay: 0) { _ in (.ok, .null) }, .any) })
    return MachineDefinition([template], root: MachinePage(page, template: name))
  }

  /// A state with code for its words.
  private func state(_ number: Int) -> ChartDefinition.State {
    let row = chart.states[number]
    var state = ChartDefinition.State(row.name, row.kind, children: row.children.map(state))
    state.initial = row.kind == .compound ? row.initial.map(target) : []
    state.transitions = row.transitions.map { number in
      let row = chart.transitions[number]
      var transition = ChartDefinition.Transition(
        row.trigger, to: row.targets.map(target), when: condition(row),
        running: row.actions.map { ChartDefinition.Action(named: $0, action($0)) })
      transition.isInternal = row.isInternal
      return transition
    }
    (state.onEntry, state.entryNames) = (row.entryActions.map(action), row.entryActions)
    (state.onExit, state.exitNames) = (row.exitActions.map(action), row.exitActions)
    state.invocations = row.invocations.map { ChartDefinition.Invocation($0) }
    return state
  }

  /// A state's own name if no other state has it, else its path.
  private func target(_ state: Int) -> Name {
    let name = chart.states[state].name
    return shared.contains(name) ? Name(chart.dottedPath(of: state)) : name
  }

  private func condition(_ row: ChartDescription.Transition) -> ChartDefinition.Guard? {
    guard let name = row.guardName, let text = guards[name] else { return nil }
    let isEvent = if case .event = row.trigger { true } else { false }
    var whole = condition(text, isOfEvent: isEvent)
    whole.name = name
    return whole
  }

  private func condition(_ text: GuardText, isOfEvent: Bool) -> ChartDefinition.Guard {
    switch text {
    case .state(let state): return .isIn(state)
    case .not(let inner): return .not(condition(inner, isOfEvent: isOfEvent))
    case .all(let parts): return .all(parts.map { condition($0, isOfEvent: isOfEvent) })
    case .any(let parts): return .any(parts.map { condition($0, isOfEvent: isOfEvent) })
    case .question(let words):
      let question = questionNames[words] ?? words
      let port = isOfEvent ? nil : facts.firstIndex(of: question)
      return ChartDefinition.Guard(Name(question), reads: port == nil ? [] : [Name(question)]) { turn, me, value in
        // An event without answers answers no.
        (port.map { turn.read(me, port: $0) } ?? value[question]) == .bool(true)
      }
    }
  }

  private func action(_ words: String) -> Code {
    guard let name = outputNames[words], let index = outputs.firstIndex(of: name) else { return { _, _, _ in } }
    let port = facts.count + index
    return { turn, me, _ in turn.send(.null, by: me, port: port) }
  }
}

extension DefinedTemplate.Field {
  /// The answer to a question that no event answers.
  static func answer(_ question: Name) -> Self {
    var field = Self(question, .bool, .bool(false))
    field.isOfEnvironment = true
    return field
  }
}

extension DefinedTemplate.Input {
  /// An event with an answer to each question; a sample for each combination, unless these are many.
  static func answering(_ event: Name, _ questions: [String]) -> Self {
    if questions.isEmpty { return DefinedTemplate.Input(event) }
    if questions.count > DiagramMachine.mostQuestions { return DefinedTemplate.Input(event, .any) }
    let samples = (0..<1 << questions.count).reversed().map { bits -> (name: String, value: Value) in
      let answers = questions.indices.map { bits >> $0 & 1 == 1 }
      let yes = questions.indices.filter { answers[$0] }.map { questions[$0].asMemberName }
      let name =
        yes.isEmpty ? "not_" + questions.map(\.asMemberName).joined(separator: "_or_") : yes.joined(separator: "_and_")
      return (name, .record(questions.indices.map { Member(Name(questions[$0]), .bool(answers[$0])) }))
    }
    return DefinedTemplate.Input(event, .record, samples)
  }
}

extension String {
  /// Whether a user can send it: not a descriptor of many events, and not an event of the chart itself.
  fileprivate var isSendable: Bool {
    !utf8.contains(UInt8(ascii: "*")) && withoutStart("done.") == nil && withoutStart("error.") == nil
  }
}
