import Differences
import Statecharts
import Traces
import ViewModels

/// A diagram, compared with the machine that implements it.
///
/// A diagram leaves open how guards and services answer, so it follows the machine: of all its steps, the first that
/// moves as the machine does. Only moves and outputs are compared.
package final class DesignSide: ComparedSide {
  package let parts: [DefinitionPart]
  package let shownFields: [Name]? = nil
  package let rowKeys: [Name: Name] = [:]
  package let stride = 1
  package let untried: Untried? = nil

  private let side: LocalSide
  private let design: Machine
  private let code: Machine
  private let names: DesignNames
  private let scope: ComparisonScope
  /// The answers to guards of transitions without event.
  private let facts: [Name]

  /// Guards whose answers are tried together.
  private static let mostFacts = 4

  package init(_ design: Machine, _ code: Machine, _ names: DesignNames) {
    (self.design, self.code, self.names) = (design, code, names)
    parts = names.parts.a + [.design]
    side = LocalSide(design, MoveDomain(), skipsUnknown: true)
    scope = ComparisonScope(Sides(a: parts, b: code.parts), regionsOfA: side.begin().phase.map(\.region))
    facts = Array(design.parts.filter { $0.kind == .field }.map(\.name).prefix(Self.mostFacts))
  }

  package func begin() -> SideOpening {
    var opening = side.begin()
    opening.fields = []
    for service in design.serviceNames {
      let silence = Stimulus.service(name: service.text, ServiceBehaviour(answer: .never))
      if let step = side.take(SideStep(place: opening.standing.place, stimulus: silence, isHeld: false)) {
        side.forget([opening.standing.place])
        opening.standing = step.standing
      }
    }
    return opening
  }

  package func offers(at places: [Int]) -> [[Stimulus]] {
    side.offers(at: places).map { offers in
      offers.compactMap { stimulus -> Stimulus? in
        guard case .send(let event, _) = stimulus, !names.comesFromCode(Name(event)) else { return nil }
        let input = names.input(of: Name(event))
        let value = code.inputs.first { $0.name == input }.flatMap { code.values(of: $0).first } ?? nil
        if let control = names.control(calling: input) { return .tap(control: control.text, value) }
        return .send(input: input.text, value)
      }
    }
  }

  package func take(_ steps: [SideStep], beside others: [SideStep.Result?]) -> [SideStep.Result?] {
    zip(steps, others).map(take)
  }

  package func forget(_ places: [Int]) { side.forget(places) }

  // MARK: Following

  private func take(_ step: SideStep, beside other: SideStep.Result?) -> SideStep.Result? {
    var first: SideStep.Result?
    let scripts = scripts(for: step.stimulus, beside: other)
    for answers in answers {
      for script in scripts {
        guard let result = take(answers + script, from: step, like: other) else { continue }
        let done = Sides(a: result.done, b: other?.done ?? result.done)
        if StepDifference(done, in: scope) == nil {
          if let first { side.forget([first.standing.place]) }
          return result
        }
        if first == nil { first = result } else { side.forget([result.standing.place]) }
      }
    }
    return first
  }

  /// What the machine's step can mean in the diagram.
  private func scripts(for stimulus: Stimulus, beside other: SideStep.Result?) -> [[Stimulus]] {
    switch stimulus {
    case .send(let input, _):
      let events = sends { names.input(of: $0) == input }
      return events.isEmpty ? [[stimulus]] : events
    case .tap(let control, _):
      let input = code.input(ofControl: control)
      return sends { names.input(of: $0) == input } + [[stimulus]]
    default: break
    }
    // The diagram hears the answers of the machine's services, or something that only the machine can cause.
    let answers = (other?.done.reactions ?? []).compactMap { reaction -> Stimulus? in
      guard reaction.subject.kind == .replied, case .string(let text)? = reaction.values.first,
        let outcome = Outcome(rawValue: text)
      else { return nil }
      let service = String(reaction.subject.name.text.prefix { $0 != "'" })
      return design.serviceNames.contains(Name(service))
        ? .reply(request: service, outcome, outcome == .ok ? .null : .string(text))
        : .send(input: "\(service).\(text)", nil)
    }
    if !answers.isEmpty { return [[stimulus] + answers] }
    return [[stimulus]] + sends(where: names.comesFromCode).map { [stimulus] + $0 }
  }

  /// One script for each value of each such event.
  private func sends(where isMeant: (Name) -> Bool) -> [[Stimulus]] {
    design.inputs.filter { isMeant($0.name) }.flatMap { event -> [[Stimulus]] in
      let values = design.values(of: event)
      return (values.isEmpty ? [nil] : values).map { [.send(input: event.name.text, $0)] }
    }
  }

  /// No change first, then each combination of answers.
  private var answers: [[Stimulus]] {
    guard !facts.isEmpty else { return [[]] }
    return [[]]
      + (0..<1 << facts.count).map { bits in
        facts.indices.map { .assign(field: facts[$0].text, .bool(bits >> $0 & 1 == 1)) }
      }
  }

  /// Runs the stimuli as one step. Reactions get the machine's times and outputs its values; a diagram has none.
  private func take(_ stimuli: [Stimulus], from step: SideStep, like other: SideStep.Result?) -> SideStep.Result? {
    var (place, result): (Int, SideStep.Result?) = (step.place, nil)
    for (number, stimulus) in stimuli.enumerated() {
      let isHeld = number < stimuli.count - 1 || step.isHeld
      result = side.take(SideStep(place: place, stimulus: stimulus, isHeld: isHeld))
      if place != step.place { side.forget([place]) }
      guard let result else { return nil }
      place = result.standing.place
    }
    guard var result else { return nil }
    let reactions = result.done.reactions.map { reaction in
      guard let like = other?.done.reactions.first(where: { $0.subject == reaction.subject }) else { return reaction }
      var reaction = reaction
      reaction.offset = like.offset
      if reaction.subject.kind == .output { reaction.values = like.values }
      return reaction
    }
    result.done = StepReactions(cause: result.done.cause, reactions: reactions)
    return result
  }
}

extension ProductSearch where Base == LocalSide {
  /// Compares two diagrams. They hear each other's events, and the answer to a guard that only one has does nothing in
  /// the other.
  package init(ofDesigns machines: Sides<Machine>, _ options: ComparisonOptions) {
    self.init(
      LocalSide(machines.a.hearing(machines.b), options.domain, skipsUnknown: true),
      LocalSide(machines.b.hearing(machines.a), options.domain, skipsUnknown: true), options)
  }
}

extension ProductSearch where Base == DesignSide {
  package init(_ design: DesignSide, _ code: Machine, _ options: ComparisonOptions) {
    self.init(design, LocalSide(code, options.domain, skipsUnknown: true), options)
  }
}

/// Which input of a machine an event of a diagram means.
package struct DesignNames: Sendable {
  /// A name that the diagram or the machine lacks.
  package struct Unknown: Error {
    package let name: Name
    package let isEvent: Bool
    package let known: [Name]
  }

  /// What a diagram and a machine can share: the states of the first view model, its inputs and outputs.
  package private(set) var parts: Sides<[DefinitionPart]>
  private var inputs: [Name: Name] = [:]
  /// The events of charts and the answers of services, without inputs; and the inputs that alerts and pages call.
  private let heard: Set<Name>
  private let controls: [(name: Name, input: Name)]

  /// Joins equal names, then those that differ in case, `_` and `-`.
  ///
  /// - Parameter pairs: Names that are joined instead: an event and an input.
  package init(_ design: Machine, _ code: Machine, joining pairs: [(event: Name, input: Name)]) throws(Unknown) {
    let events = design.inputs.map(\.name)
    let known = code.inputs.map(\.name)
    controls = code.controls.compactMap { control in
      code.input(ofControl: control.name.text).map { (control.name, $0) }
    }
    let tapped = Set(controls.map(\.input))
    heard = Set(code.heardEvents).subtracting(known)
      .union(code.inputsOfScreens.map(\.input)).subtracting(tapped)
    parts = Sides(a: design, b: code).map { Self.shared($0) }
    for event in events where !known.contains(event) {
      if let input = known.first(where: { $0.text.spelling == event.text.spelling }) { inputs[event] = input }
    }
    for (event, input) in pairs {
      guard events.contains(event) else { throw Unknown(name: event, isEvent: true, known: events) }
      guard known.contains(input) else { throw Unknown(name: input, isEvent: false, known: known) }
      inputs[event] = input
    }
    parts.a = parts.a.compactMap { part in
      guard part.kind == .input else { return part }
      return comesFromCode(part.name) ? nil : DefinitionPart(.input, input(of: part.name))
    }
    let outputs = parts.a.filter { $0.kind == .subject }
    parts.b.removeAll { part in
      part.kind == .subject && !outputs.contains(part) || part.kind == .input && heard.contains(part.name)
    }
  }

  func input(of event: Name) -> Name { inputs[event] ?? event }

  /// Whether the machine causes the event, not the user.
  func comesFromCode(_ event: Name) -> Bool { heard.contains(input(of: event)) }

  func control(calling input: Name) -> Name? { controls.first { $0.input == input }?.name }

  private static func shared(_ machine: Machine) -> [DefinitionPart] {
    let root = machine.parts.first { $0.kind == .viewModel }?.name ?? ""
    let regions = machine.regions(of: machine.open().snapshot).map(\.region.text)
    return machine.parts.filter { $0.owner == root }.compactMap { part in
      switch part.kind {
      case .input, .subject: return DefinitionPart(part.kind, part.name)
      case .state where regions.contains(part.name.text): return nil
      case .state:
        let region = regions.first { part.name.text.hasPrefix("\($0).") }
        return DefinitionPart(.state, Name(String(part.name.text.dropFirst(region.map { $0.count + 1 } ?? 0))))
      default: return nil
      }
    }
  }
}

extension Machine {
  fileprivate var heardEvents: [Name] {
    let charts = program.templates.compactMap { $0.chart?.description }
    let events = charts.flatMap(\.transitions).flatMap { transition -> [Name] in
      guard case .event(let text) = transition.trigger else { return [] }
      return text.split(separator: " ").map { Name(String($0)) }
    }
    return events + serviceNames.flatMap { service in Outcome.allCases.map { Name("\(service).\($0.rawValue)") } }
  }
}

extension String {
  fileprivate var spelling: String { String(lowercased().filter { $0 != "_" && $0 != "-" }) }
}
