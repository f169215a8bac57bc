import Locks
import Statecharts

final class MachineFacts: Sendable {
  let definition: MachineDefinition
  let definitionHash: String
  let program: Program
  let templates: [DefinedTemplate]
  let screens: [MachinePage]
  let holdsSecrets: Bool
  let services: [ServiceFacts]
  let recipients: RecipientTable
  let controls: ControlTable
  /// By page, the controls whose names contain no brackets.
  let pageControls: [ControlTable]
  let tokenFaults: String?

  init(_ definition: MachineDefinition) {
    self.definition = definition
    screens = definition.pages
    templates = definition.templates + Navigation.definition.templates
    services = templates.flatMap(\.services).distinct { $0.own.name }
    holdsSecrets = Machine.holdSecrets(templates)
    recipients = RecipientTable(templates, screens)
    controls = ControlTable(screens.flatMap(\.screen.controls))
    pageControls = screens.map { page in
      ControlTable(page.screen.controls.filter { !$0.name.utf8.contains(UInt8(ascii: "[")) })
    }
    let faults = (templates.flatMap(\.faults) + templates.childCycles + definition.nameFaults).map(\.sentence)
    tokenFaults = faults.isEmpty ? nil : faults.joined(separator: "; ")
    program = MachineFacts.program(templates, Router(screens: screens), definition.limits)
    definitionHash = MaskedDigest(of: Machine.description(templates, screens)).short
  }

  private static func program(_ templates: [DefinedTemplate], _ router: Router, _ limits: Limits) -> Program {
    let declarations = templates.flatMap(\.declarations)
    return Program(
      templates: templates.map(\.template), wirings: [router.wiring] + declarations.compactMap(\.wiring),
      handlers: router.handlers + declarations.compactMap(\.handler),
      services: templates.flatMap { $0.services.map(\.definition) }, limits: limits,
      readsClock: templates.contains(where: \.readsClock),
      hearsEvents: declarations.contains { if case .events = $0 { true } else { false } })
  }
}

/// Makes the facts on first use, so that a catalogue makes only opened machines.
final class MachineRecipe: Sendable {
  let name: Name
  let variant: Name
  let summary: String
  let domains: KeyValuePairs<String, SearchDomain>
  let objects: ObjectOperations?
  /// The address of the facts, which are retained once; 0 until they are made.
  private let made = AtomicNumber()
  private let definition: @Sendable () -> MachineDefinition
  /// Under which the facts are made; nil where code that traps ends the process.
  let codeGuard: CodeGuard?

  init(
    _ name: Name, _ variant: Name, _ summary: String, _ domains: KeyValuePairs<String, SearchDomain>,
    _ objects: ObjectOperations?, under codeGuard: CodeGuard? = nil,
    _ definition: @escaping @Sendable () -> MachineDefinition
  ) {
    self.codeGuard = codeGuard
    self.name = name
    self.variant = variant
    self.summary = summary
    self.domains = domains
    self.objects = objects
    self.definition = definition
  }

  func anew(under codeGuard: CodeGuard?) -> MachineRecipe {
    MachineRecipe(name, variant, summary, domains, objects, under: codeGuard, definition)
  }

  func anew(_ definition: @escaping @Sendable () -> MachineDefinition) -> MachineRecipe {
    MachineRecipe(name, variant, summary, domains, objects, definition)
  }

  deinit { kept(made.load())?.release() }

  var facts: MachineFacts { kept(made.load())?.takeUnretainedValue() ?? makeFacts() }

  private func kept(_ number: UInt64) -> Unmanaged<MachineFacts>? {
    UnsafeRawPointer(bitPattern: UInt(number)).map(Unmanaged.fromOpaque)
  }

  /// If two threads make them at once, the first result is kept.
  private func makeFacts() -> MachineFacts {
    let new = Unmanaged.passRetained(newFacts())
    let number = UInt64(UInt(bitPattern: new.toOpaque()))
    guard let first = kept(made.exchange(expected: 0, with: number)) else { return new.takeUnretainedValue() }
    new.release()
    return first.takeUnretainedValue()
  }

  /// A definition that does not come back has its fault in its place.
  private func newFacts() -> MachineFacts {
    guard let codeGuard, codeGuard.isOn else { return MachineFacts(definition()) }
    let made = Held<MachineFacts?>(nil)
    let reason = codeGuard.run(made) { [definition] (facts: inout MachineFacts?) in
      facts = MachineFacts(definition())
    }
    if reason == nil, let facts = made.value { return facts }
    var root = DefinedTemplate(name)
    let cause = "while the definition was made, \(reason ?? "it was lost")"
    root.faults = [DefinitionFinding("trapped", .error, at: name, cause: cause, cure: "fix the code of the definition")]
    return MachineFacts(MachineDefinition([root], root: MachinePage(name, template: name)))
  }
}
