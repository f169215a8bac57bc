import Gallery
import Testing
import ViewModels

@Suite("The variants of a machine")
struct VariantTests {
  static let names = ["login", "user"]

  @Test("the gallery lists the fixed variant first, which is the default")
  func listed() {
    for name in Set(Gallery.machines.map(\.name)) {
      #expect(Gallery.machines.first { $0.name == name }?.variant == "fixed")
    }
  }

  @Test("share the names and kinds of their controls", arguments: names)
  func controls(_ name: String) throws {
    let (original, fixed) = try variants(name)
    let screens = [original, fixed].map { $0.machine.screen(of: $0.snapshot) }
    #expect(screens[0].controls.map(\.name) == screens[1].controls.map(\.name))
    #expect(screens[0].controls.map(\.kind) == screens[1].controls.map(\.kind))
    #expect(screens[0].controls.map(\.label) == screens[1].controls.map(\.label))
    #expect(screens[0].title == screens[1].title)
  }

  @Test("share the names of their fields", arguments: names)
  func fields(_ name: String) throws {
    let (original, fixed) = try variants(name)
    let fields = [original, fixed].map { run in
      run.machine.fields(of: run.snapshot).filter { !$0.isInternal }.map(\.path).sorted()
    }
    #expect(fields[0] == fields[1])
  }

  @Test("share the names of their inputs", arguments: names)
  func inputs(_ name: String) throws {
    let (original, fixed) = try variants(name)
    #expect(original.machine.inputs.map(\.name) == fixed.machine.inputs.map(\.name))
  }

  @Test("share the names of their subjects", arguments: names)
  func subjects(_ name: String) throws {
    let (original, fixed) = try variants(name)
    let subjects = [original, fixed].map { $0.machine.program.templates[0].subjects }
    #expect(subjects[0] == ["success", "fail", "error"])
    #expect(subjects[0] == subjects[1])
  }

  @Test("share the names of their samples", arguments: names)
  func samples(_ name: String) throws {
    let (original, fixed) = try variants(name)
    #expect(original.machine.samples.map(\.name) == fixed.machine.samples.map(\.name))
  }

  @Test("go through the six phases, in one order", arguments: names)
  func phases(_ name: String) throws {
    let (original, fixed) = try variants(name)
    for run in [original, fixed] {
      let states = run.machine.program.templates[0].chart?.stateNames.map(\.name) ?? []
      let phases = ["idle", "validating", "executing", "succeeded", "failed", "error"]
      #expect(states.filter(phases.contains) == phases)
    }
  }

  @Test("a service that a variant lacks is absent, and naming it is refused", arguments: names)
  func services(_ name: String) throws {
    var (original, fixed) = try variants(name)
    #expect(fixed.machine.services(of: fixed.snapshot).map(\.name) == ["authenticate"])
    #expect(fixed.machine.services(of: fixed.snapshot).map(\.definedDelay) == [1_000])
    #expect(original.machine.services(of: original.snapshot).isEmpty)
    let line = Stimulus.service(name: "authenticate", ServiceBehaviour(answer: .never))
    #expect(original(line).refusals == ["this variant has no such service"])
    #expect(fixed(line).refusals.isEmpty)
  }

  private func variants(_ name: String) throws -> (original: GalleryRun, fixed: GalleryRun) {
    (try GalleryRun("\(name)@original"), try GalleryRun("\(name)@fixed"))
  }
}
