import Statecharts

/// The names that laws may use; a law with any other can never be broken.
struct LawNames {
  private let fields: [Name]
  private let subjects: [Name]
  private let services: [Name]
  private let inputs: [Name]
  private let chart: ChartTable
  /// Signal commands in fields add regions, subjects and executions, whose names are unknown before they run.
  private let mayHoldCommands: Bool

  init<V: ViewModel>(_ table: TokenTable<V>, services invoked: [ServiceFacts], _ chart: ChartTable) {
    func names(_ kind: TokenKind) -> [Name] { table.members(kind, as: TokenDeclaration.self).map(\.name) }
    fields = table.fields.map(\.name)
    subjects = names(.subject)
    services = names(.service) + invoked.map(\.own.name)
    inputs = names(.input) + names(.event)
    self.chart = chart
    mayHoldCommands = table.fields.contains { $0.definition(in: FieldSurroundings()).holdsReferences }
  }

  func faults(of happening: Happening) -> [DefinitionFault] {
    happening.faults(in: chart, mayHoldCommands: mayHoldCommands) + happening.names.compactMap(fault)
  }

  private func fault(of name: Happening.NameUse) -> DefinitionFault? {
    switch name {
    case .field(let name): return .unlisted(.field, name, among: fields)
    case .subject(let name):
      if mayHoldCommands, name.utf8.contains(UInt8(ascii: ".")) { return nil }
      return .unlisted(.subject, name, among: subjects)
    case .service(let name): return .unlisted(.service, name, among: services)
    case .refused(let name):
      if mayHoldCommands || chart.mentions(name) { return nil }
      return .unlisted(.input, name, among: inputs)
    // Checked by `MachineDefinition.pageFaults`.
    case .page: return nil
    }
  }
}

extension MachineDefinition {
  var nameFaults: [DefinitionFinding] {
    pageFaults + pages.flatMap { ScreenCheck($0, templates).findings.filter { $0.severity == .error } }
  }

  var pageFaults: [DefinitionFinding] {
    let routes = pages.flatMap { $0.screen.routes }
    let pushed = routes.compactMap(\.kind.pushedPage)
    let pushesModels = routes.contains { if case .pushModel = $0.kind { true } else { false } }
    let unknown = pushesModels ? [] : pages.dropFirst().map(\.page).filter { !pushed.contains($0) }
    let known = pushed + pages.map(\.page)
    let laws = templates.flatMap { defined in
      defined.pagesInLaws.filter { !known.contains($0.page) }.map { law, page in
        DefinitionFault.unknownPage(page, nearest: NearestWord.find(page, among: known)).finding(
          at: "\(defined.template.name): \(law)")
      }
    }
    return laws
      + unknown.map { page in
        let nearest = NearestWord.find(page, among: pushed)
        return DefinitionFault.unknownPage(page, nearest: nearest).finding(at: "the page '\(page)'")
      }
  }
}

extension [ServiceFacts] {
  func durationFaults(of template: Name) -> [DefinitionFinding] {
    let faults = flatMap { facts -> [(service: Name, fault: DefinitionFault)] in
      let own = facts.own
      let timeout = own.timeout?.delay ?? 0
      return [("a delay", own.delay), ("a time-out", timeout)].filter { $1 < 0 }.map {
        (own.name, .negativeDuration(noun: $0, milliseconds: $1))
      }
    }
    return faults.map { $0.fault.finding(at: "\(template): \($0.service)") }.distinct(by: \.self)
  }
}
