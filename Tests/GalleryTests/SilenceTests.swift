import Testing
import ViewModels

/// A server that says nothing keeps no fixed variant waiting: each request ends by itself, in a state that waits
/// for nothing.
@Suite("Silent services")
struct SilenceTests {
  /// What a state is called that waits for an answer.
  static let waiting = ["validating", "executing", "loading", "refreshing", "loadingMore"]
  /// The longest that anything may wait, in milliseconds.
  static let patience = 120_000

  /// How a request of each service comes about.
  static let scripts =
    FailurePathTests.scripts + [
      ("phone", "loadAvatar", [.set(control: "mobilePhone", "13874385438")]),
      ("phone", "requestLogin", login), ("phone-app", "requestLogin", login),
      ("phone-app", "loadAvatar", [.set(control: "mobilePhone", "13874385438")]),
      ("phone-app", "requestGoods", home), ("phone-app", "requestBanners", home),
      ("phone-app", "toggleLike", like(home)),
      ("goods", "requestGoods", refresh), ("goods", "requestGoods", more), ("goods", "requestBanners", refresh),
      ("goods", "toggleLike", like([.advance(milliseconds: 750)])),
    ]

  private static let login: [Stimulus] = [.tap(control: "fill", nil), .tap(control: "login", nil)]
  private static let home = login + [.advance(milliseconds: 1_000), .advance(milliseconds: 750)]
  private static let refresh: [Stimulus] = [.advance(milliseconds: 750), .tap(control: "pullDown", nil)]
  private static let more: [Stimulus] = [.advance(milliseconds: 750), .tap(control: "pullUp", nil)]
  private static func like(_ before: [Stimulus]) -> [Stimulus] { before + [.tap(control: "items[0].like", nil)] }

  @Test("end by themselves, in a state that is not executing", arguments: scripts)
  func silent(_ entry: (machine: String, service: String, script: [Stimulus])) throws {
    // What is asked for while a machine opens has gone before the service can be silenced.
    var run = try GalleryRun("\(entry.machine)@fixed")
    run.silence(entry.service)
    for stimulus in entry.script { run(stimulus) }
    let isAsked = run.effects.requests.contains { $0.split(separator: "'").first.map(String.init) == entry.service }
    #expect(isAsked, "\(entry.service) was never asked")
    run.advance(Self.patience)
    #expect(run.machine.requests(of: run.snapshot).map(\.name) == [])
    #expect(run.waits == [])
    #expect(run.hud == nil)
    #expect(run.effects.broken + run.effects.crashes == [])
  }

  @Test("every service of every fixed variant is among them")
  func complete() {
    for machine in GalleryRun.gallery where machine.variant == "fixed" {
      let services = machine.services(of: machine.open().snapshot).map(\.name.text)
      #expect(
        Set(services) == Set(Self.scripts.filter { machine.name == $0.machine }.map(\.service)), "\(machine.title)")
    }
  }

  @Test("an original waits for ever, so the check can fail")
  func original() throws {
    var run = try GalleryRun("flickr@first")
    run.silence("search")
    run.search("cats")
    run.advance(Self.patience)
    #expect(run.waits == ["executeSearch executing"])
  }
}

extension GalleryRun {
  /// The regions that wait for an answer, those of rows too.
  fileprivate var waits: [String] {
    let lists = machine.screen(of: snapshot).controls.filter { $0.kind == .list }
    let rows = lists.flatMap { list in list.rows.indices.map { "\(list.name)[\($0)]" } }
    let pages = [""] + machine.screen(of: snapshot).pages.map { "\($0)." }
    let places = pages.flatMap { page in rows.map { page + $0 } }
    let regions =
      machine.regions(of: snapshot) + places.flatMap { machine.regions(of: snapshot, at: $0) }
    return regions.filter { SilenceTests.waiting.contains($0.state) }.map { "\($0.region) \($0.state)" }
  }
}
