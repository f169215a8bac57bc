import Gallery
import Testing
import ViewModels

@Suite("The variants of a machine")
struct VariantTests {
  /// The machines with more than one variant.
  static let names = ["flickr", "follow", "goods", "home", "login", "login-app", "purchase", "user"]
  /// Those, and the machines whose variants differ in what they are made of, not in what is seen and held of them.
  static let all = names + ["phone", "phone-app"]
  /// What a variant lacks; whatever else one variant names, all name.
  static let lacking: [String: [String]] = [
    "follow@original": ["user", "error", "$user.nobody"],
    "follow@fixed": ["done", "$both"],
    "flickr@fixed": ["usesDummy", "releaseServices", "$search"],
    "flickr@original": ["refusal", "fail", "results.leave"],
    "flickr@first": ["refusal", "fail", "results.leave"],
    "goods@fixed": ["sharesCells"],
    "goods@blocks": ["bannerTypes", "liking", "fail", "error", "$webPages", "$oneLike"],
    "goods@rac": ["bannerTypes", "liking", "sharesCells", "fail", "error", "$webPages", "$oneLike"],
    "home@original": ["answers", "dismissed", "success", "fail", "error"],
    "home@fixed": ["takesUntil", "load.rows"],
    "login@original": ["$session"],
    "login-app@original": ["$session", "home.dismissed"],
    "purchase@fixed": ["$both"],
    "user@original": ["light", "$account", "$green", "$yellow", "$red"],
  ]

  @Test("the gallery lists the fixed variant first, which is the default")
  func listed() {
    for name in Set(GalleryRun.gallery.map(\.name)) {
      #expect(GalleryRun.gallery.first { $0.name == name }?.variant == "fixed")
    }
  }

  @Test("share the names and kinds of their controls", arguments: all)
  func controls(_ name: String) throws {
    let runs = try GalleryRun.gallery.filter { $0.name == name }.map { try GalleryRun($0.title.text) }
    let screens = runs.map { $0.machine.screen(of: $0.snapshot) }
    for screen in screens {
      #expect(screen.controls.map(\.name) == screens[0].controls.map(\.name))
      #expect(screen.controls.map(\.kind) == screens[0].controls.map(\.kind))
      #expect(screen.controls.map(\.label) == screens[0].controls.map(\.label))
      #expect(screen.title == screens[0].title)
    }
  }

  @Test("share the names of their fields", arguments: names)
  func fields(_ name: String) throws {
    // Rows come and go.
    try expectShared(name) { run in
      run.machine.fields(of: run.snapshot).filter { !$0.isInternal && !$0.path.text.contains("[") }.map(\.path.text)
    }
  }

  @Test("share the names of their inputs", arguments: names)
  func inputs(_ name: String) throws {
    try expectShared(name) { $0.machine.inputs.map(\.name.text) }
  }

  @Test("share the names of their subjects", arguments: names)
  func subjects(_ name: String) throws {
    try expectShared(name) { $0.machine.program.templates[0].subjects.texts }
  }

  @Test("share the names of their samples", arguments: names)
  func samples(_ name: String) throws {
    try expectShared(name) { $0.machine.samples.map { "$\($0.name)" } }
  }

  @Test("share their properties", arguments: all)
  func properties(_ name: String) throws {
    try expectShared(name) { run in run.machine.properties(of: run.snapshot).map(\.name.text) }
  }

  @Test("go through the six phases, in one order", arguments: ["login", "user"])
  func phases(_ name: String) throws {
    let (original, fixed) = try variants(name)
    for run in [original, fixed] {
      let states = run.machine.program.templates[0].chart?.description.states.map(\.name) ?? []
      let phases: [Name] = ["idle", "validating", "executing", "succeeded", "failed", "error"]
      #expect(states.filter(phases.contains) == phases)
    }
  }

  @Test("a service that a variant lacks is absent, and naming it is refused", arguments: ["login", "user"])
  func services(_ name: String) throws {
    var (original, fixed) = try variants(name)
    #expect(fixed.machine.services(of: fixed.snapshot).map(\.name) == ["authenticate"])
    #expect(fixed.machine.services(of: fixed.snapshot).map(\.definedDelay) == [1_000])
    #expect(original.machine.services(of: original.snapshot).isEmpty)
    let line = Stimulus.service(name: "authenticate", ServiceBehaviour(answer: .never))
    #expect(original(line).refusals == ["this variant has no such service"])
    #expect(fixed(line).refusals.isEmpty)
  }

  /// All variants have all names that one of them has, but for those that it is said to lack.
  private func expectShared(_ name: String, _ names: (GalleryRun) -> [String]) throws {
    let runs = try GalleryRun.gallery.filter { $0.name == name }.map { try GalleryRun($0.title.text) }
    let all = Set(runs.flatMap(names))
    for run in runs {
      #expect(Set(names(run)) == all.subtracting(Self.lacking[run.machine.title.text] ?? []))
    }
  }

  private func variants(_ name: String) throws -> (original: GalleryRun, fixed: GalleryRun) {
    (try GalleryRun("\(name)@original"), try GalleryRun("\(name)@fixed"))
  }
}
