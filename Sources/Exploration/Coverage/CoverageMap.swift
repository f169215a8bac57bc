import Statecharts
import ViewModels

/// The items of a machine, in the order of its definition. Instances count under their view model. Regions do not
/// count, because they are always active in an instance.
struct CoverageMap: Sendable {
  /// Where a measured step shows an item.
  enum Place: Hashable, Sendable {
    case state(Int, of: Int)
    case transition(Int, of: Int)
    case delay(Int, of: Int)
    case refusal(input: Name, of: Int)
    case outcome(service: Int, Outcome)
    case timeout(service: Int)
    case alert(title: String)
    case button(String, ofAlert: String)
  }

  private(set) var items: [CoverageItem] = []
  private(set) var places: [Place] = []

  init(_ machine: Machine) {
    let program = machine.program
    let charts = program.templates.enumerated().compactMap { index, template in
      template.isInternal ? nil : template.chart.map { CountedChart($0, of: template.name, at: index, machine) }
    }
    for chart in charts { addStates(of: chart) }
    for chart in charts { addTransitions(of: chart) }
    for command in machine.commandsOfScreens {
      add(.refusal, program.templates[command.template].name, command.input) {
        .refusal(input: command.input, of: command.template)
      }
    }
    addOutcomes(of: program)
    for chart in charts { addDelays(of: chart) }
    for alert in machine.alertsOfScreens {
      add(.alert, "", "\"\(alert.title)\"") { .alert(title: alert.title) }
      for button in alert.buttons {
        add(.alert, "", "\"\(alert.title)\" \"\(button)\"") { .button(button, ofAlert: alert.title) }
      }
    }
  }

  private mutating func add(
    _ kind: CoverageItem.Kind, _ owner: Name, _ name: Name, excuse: String? = nil, _ place: () -> Place
  ) {
    items.append(CoverageItem(kind: kind, owner: owner, name: name, excuse: excuse))
    places.append(place())
  }

  // MARK: Charts

  private mutating func addStates(of chart: CountedChart) {
    for state in chart.states {
      add(.state, chart.owner, chart.name(of: state), excuse: chart.excuse(ofState: state)) {
        .state(state, of: chart.template)
      }
    }
  }

  private mutating func addTransitions(of chart: CountedChart) {
    for index in chart.description.transitions.indices {
      add(.transition, chart.owner, chart.text(ofTransition: index), excuse: chart.excuse(ofTransition: index)) {
        .transition(index, of: chart.template)
      }
    }
  }

  private mutating func addDelays(of chart: CountedChart) {
    for (index, transition) in chart.description.transitions.enumerated() {
      guard case .after(let delay) = transition.trigger else { continue }
      let name: Name = "\(chart.name(of: transition.source)) after \(delay)ms"
      add(.timer, chart.owner, name, excuse: chart.excuse(ofState: transition.source)) {
        .delay(index, of: chart.template)
      }
    }
  }

  // MARK: Services

  private mutating func addOutcomes(of program: Program) {
    for (index, service) in program.services.enumerated()
    where program.serviceIndex(named: service.name) == index {
      let heard = Outcome.allCases.filter { outcome in
        program.templates.contains { $0.chart?.mentions("\(service.name).\(outcome.rawValue)") ?? false }
      }
      for outcome in Outcome.allCases {
        let excuse = heard.isEmpty || heard.contains(outcome) ? nil : "no transition handles this answer"
        add(.outcome, "", "\(service.name) \(outcome.rawValue)", excuse: excuse) {
          .outcome(service: index, outcome)
        }
      }
      if service.timeout != nil { add(.outcome, "", "\(service.name) time-out") { .timeout(service: index) } }
    }
  }
}

extension CoverageMap.Place {
  /// Nil for items that a tally does not record.
  func isTaken(in tally: RunTally) -> Bool? {
    switch self {
    case .state(let state, let template): tally.wasActive(state, of: template)
    case .transition(let transition, let template): tally.wasTaken(transition, of: template)
    case .delay(let transition, let template): tally.cameDue(transition, of: template)
    case .outcome(let service, let outcome): tally.wasAnswered(service, outcome)
    case .timeout(let service): tally.timedOut(service)
    case .refusal, .alert, .button: nil
    }
  }
}

private struct CountedChart {
  let owner: Name
  let template: Int
  private let names: ChartNames
  private let unreachable: Set<Int>
  private let shadowed: Set<Int>
  private let acceptances: [(place: Name, reason: String)]

  init(_ table: ChartTable, of owner: Name, at template: Int, _ machine: Machine) {
    self.owner = owner
    self.template = template
    names = ChartNames(table)
    unreachable = Set(table.unreachableStates)
    shadowed = Set(table.shadowedTransitions)
    acceptances =
      unreachable.isEmpty
      ? []
      : machine.findings.compactMap { finding in
        finding.code == "unreachable-state" ? finding.acceptance.map { (finding.place, $0) } : nil
      }
  }

  var description: ChartDescription { names.description }

  /// All states except the root, its regions and history states.
  var states: [Int] {
    let regions = description.states[0].kind == .parallel ? description.states[0].children : []
    return description.states.indices.dropFirst().filter { !regions.contains($0) && !description.states[$0].isHistory }
  }

  func name(of state: Int) -> Name { names.name(of: state) }

  func text(ofTransition index: Int) -> Name { Name(names.text(ofTransition: index)) }

  func excuse(ofState state: Int) -> String? {
    guard unreachable.contains(state) else { return nil }
    let place: Name = "\(owner): \(name(of: state))"
    let reason = acceptances.first { $0.place == place }?.reason
    return "no transition reaches it" + (reason.map { "; accepted: \($0)" } ?? "")
  }

  func excuse(ofTransition index: Int) -> String? {
    if unreachable.contains(description.transitions[index].source) { return "its state cannot be reached" }
    return shadowed.contains(index) ? "another transition of its state always wins" : nil
  }
}
