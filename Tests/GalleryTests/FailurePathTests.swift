import Gallery
import SeededRandom
import Testing
import ViewModels

/// What the originals never exercised: each service of a fixed variant may say no, break down, or never answer.
@Suite("The failure paths")
struct FailurePathTests {
  /// How a request of each service comes about.
  static let scripts: [(machine: String, service: String, script: [Stimulus])] = [
    ("login", "authenticate", form(name: "name", password: "password", "aaaaaa", "aaaaaa", "login")),
    ("login-app", "authenticate", form(name: "name", password: "password", "aaaaaa", "aaaaaa", "login")),
    ("home", "list", [.send(input: "getDatas", nil)]),
    ("home", "totals", [.send(input: "getDatas", nil)]),
    ("login-app", "list", home), ("login-app", "totals", home),
    ("user", "authenticate", form(name: "user.name", password: "user.pwd", "abcd", "wxyz", "login")),
    ("purchase", "check", [.tap(control: "buy", nil)]),
    ("follow", "getFollowList", [.tap(control: "follow", "10086")]),
    ("flickr", "search", search),
    ("flickr", "favorites", photo), ("flickr", "info", photo),
    ("headlines", "requestHeadlines", [.tap(control: "refresh", nil)]),
    ("command", "find", [.set(control: "query", "cats"), .tap(control: "search", nil)]),
  ]

  private static let search: [Stimulus] = [
    .set(control: "searchText", "cats"), .tap(control: "execute", nil),
  ]
  private static let photo =
    search + [
      .advance(milliseconds: 1_000), .tap(control: "searchResults[0].appear", nil), .advance(milliseconds: 1_000),
    ]
  private static let home =
    form(name: "name", password: "password", "aaaaaa", "aaaaaa", "login") + [.advance(milliseconds: 1_000)]

  private static func form(
    name: String, password: String, _ first: Value, _ second: Value, _ button: String
  ) -> [Stimulus] {
    [.set(control: name, first), .set(control: password, second), .tap(control: button, nil)]
  }

  /// What the user sees of an end that is not green.
  private func told(_ run: GalleryRun) -> [String] {
    run.effects.compactMap { effect in
      switch effect {
      case .alertShown(_, let message, _): message
      case .tipShown(let text): text
      case .set("results.searchResults[0].problem", _, .string(let text)): text
      default: nil
      }
    }
  }

  private func run(
    _ entry: (machine: String, service: String, script: [Stimulus]), _ answer: ServiceBehaviour.Answer
  ) throws -> GalleryRun {
    var run = try GalleryRun("\(entry.machine)@fixed")
    run(.service(name: entry.service, ServiceBehaviour(answer: answer)))
    for stimulus in entry.script { run(stimulus) }
    // Requests that began when the machine was opened have gone before.
    for _ in 0..<4 where !run.effects.hasEnded(entry.service) { run(.advance(milliseconds: nil)) }
    run(.advance(milliseconds: 61_000))
    return run
  }

  @Test("a no and a breakdown are told, with their message", arguments: scripts, [Outcome.fail, .error])
  func answered(_ entry: (machine: String, service: String, script: [Stimulus]), _ outcome: Outcome) throws {
    let run = try run(entry, .outcome(outcome, "说不"))
    #expect(told(run).contains { $0.hasSuffix("说不") }, "\(told(run))")
    #expect(run.effects.broken == [] && run.effects.crashes == [])
  }

  @Test("silence ends by itself, and is told", arguments: scripts)
  func silent(_ entry: (machine: String, service: String, script: [Stimulus])) throws {
    let run = try run(entry, .never)
    #expect(told(run).contains { $0.hasSuffix("请求超时") }, "\(told(run))")
    #expect(run.effects.broken == [] && run.effects.crashes == [])
  }

  @Test("every service of a fixed variant is among them")
  func complete() throws {
    for machine in GalleryRun.gallery
    where machine.variant == "fixed" && !["phone", "phone-app", "goods"].contains(machine.name) {
      let services = machine.services(of: machine.open().snapshot).map(\.name.text)
      #expect(Set(services) == Set(Self.scripts.filter { machine.name == $0.machine }.map(\.service)))
    }
  }

  @Test("every alert has a way out", arguments: GalleryRun.gallery.filter { $0.variant == "fixed" }.map(\.title.text))
  func exits(_ title: String) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    for seed in 0..<3 {
      var random = SplitMix64(seed: seed)
      var snapshot = machine.open().snapshot
      for _ in 0..<25 {
        _ = machine.step(&snapshot, machine.randomStimulus(snapshot, &random))
        guard snapshot.fault == nil, let alert = machine.screen(of: snapshot).alert else { continue }
        var left = snapshot
        let effects = machine.step(&left, .dismiss(button: alert.buttons.last)).flatMap(\.effects)
        #expect(effects.contains(.alertClosed), "seed \(seed): \(alert.title)")
      }
    }
  }
}

extension [Effect] {
  /// Whether a request of a service was answered.
  fileprivate func hasEnded(_ service: String) -> Bool {
    contains { if case .replied(let name, _, _) = $0 { name.text.hasPrefix(service) } else { false } }
  }
}
