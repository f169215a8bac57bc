import SeededRandom
import Testing
import ViewModels

@testable import Statecharts

/// What instances are called, whatever is done to the machines of the gallery.
@Suite("Paths")
struct PathTests {
  static let titles = GalleryRun.gallery.map(\.title.text)

  @Test("no two live instances have one path, and each path leads back to its instance", arguments: titles)
  func unique(_ title: String) throws {
    for seed in 0..<UInt64(3) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      run.slowDown(&random)
      for step in 0..<80 {
        let stimulus = run.machine.leavingStimulus(run.snapshot, &random)
        run(stimulus, isHeld: Int.random(in: 0..<6, using: &random) == 0)
        let told = run.snapshot.allMachines(run.machine.program).filter { run.snapshot.isTold($0.id) }
        let paths = told.map(\.path)
        #expect(Set(paths).count == paths.count, "seed \(seed), step \(step): \(stimulus): \(paths.repeated)")
        for entry in told {
          let found = run.snapshot.instance(at: entry.path, run.machine.program)
          #expect(found == entry.id, "seed \(seed), step \(step): \(entry.path)")
        }
      }
    }
  }

  @Test(
    "what one step tells of a path is told of one instance: each change begins where the last one ended",
    arguments: titles)
  func continuous(_ title: String) throws {
    for seed in 0..<UInt64(3) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: 100 + seed))
      run.slowDown(&random)
      for step in 0..<80 {
        let stimulus = run.machine.leavingStimulus(run.snapshot, &random)
        let effects = run(stimulus, isHeld: Int.random(in: 0..<6, using: &random) == 0)
        #expect(effects.breaks == [], "seed \(seed), step \(step): \(stimulus)")
      }
    }
  }

  @Test(
    "one turn tells of one instance under one path, though pages are left while requests are under way: only fields rename",
    arguments: titles)
  func steady(_ title: String) throws {
    for seed in 0..<UInt64(3) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: 200 + seed))
      run.slowDown(&random)
      for step in 0..<80 {
        var stimulus = run.machine.leavingStimulus(run.snapshot, &random)
        // Each piece of work that is due is a turn of its own.
        for _ in 0..<24 {
          let before = run.standing
          let effects = run(stimulus, isHeld: true)
          let faults = before.faults(run.standing, effects)
          #expect(faults == [], "seed \(seed), step \(step): \(stimulus)")
          guard let work = run.snapshot.work.first, work.due <= run.snapshot.time else { break }
          stimulus = .fire(work: work.name.text)
        }
      }
    }
  }

  @Test("HZ-J6: photos that outlive their pages are called by their places there, whoever refers to them")
  func referredRows() throws {
    var run = try GalleryRun("flickr@original")
    run(.service(name: "favorites", ServiceBehaviour(delay: 9_000)))
    run(.service(name: "info", ServiceBehaviour(delay: 9_000)))
    for text in ["cats", "dogs"] {
      run(.paste(control: "searchText", text))
      run(.tap(control: "execute", nil))
      run(.advance(milliseconds: 1_000))
      run(.tap(control: "searchResults[0].appear", nil))
      run(.back)
      run(.erase(control: "searchText", count: 4))
    }
    run(.advance(milliseconds: 20_000))
    #expect(
      run.effects.detached == [
        "detached results.searchResults[0].fetch", "detached results.searchResults[0]'2.fetch",
        "detached results.searchResults[0].favourites", "detached results.cells[0].favouritesLabel",
        "detached results.searchResults[0].comments", "detached results.cells[0].commentsLabel",
        "detached results.searchResults[0]'2.favourites", "detached results.cells[0]'2.favouritesLabel",
        "detached results.searchResults[0]'2.comments", "detached results.cells[0]'2.commentsLabel",
      ])
  }

  @Test("a page that comes while one that was left lives on is the second of its name, on the stack and in every line")
  func leftPage() throws {
    var run = try GalleryRun("phone-app@blocks")
    run(.service(name: "requestGoods", ServiceBehaviour(delay: 3_000)))
    run(.tap(control: "fill", nil))
    run(.tap(control: "login", nil))
    run(.advance(milliseconds: 1_000))
    run(.back)
    run(.tap(control: "login", nil))
    run(.advance(milliseconds: 1_000))
    #expect(run.pages == ["phone", "goods'2"])
    // The first page's answer comes at four seconds, the second one's at five.
    let late = run(.advance(milliseconds: 2_000))
    #expect(late.values(of: "goods.items").count == 1 && late.values(of: "goods'2.items").isEmpty)
    #expect(run.machine.field(at: "goods'2.items", of: run.snapshot)?.value == .list([]))
    let own = run(.advance(milliseconds: 1_000))
    #expect(own.values(of: "goods'2.items").count == 1)
    #expect(
      run.machine.properties(of: run.snapshot).map(\.name).filter { $0.text.hasPrefix("goods'2: ") }.isEmpty == false)
    // Now that nothing refers to the first page its name is free.
    run(.back)
    run(.tap(control: "login", nil))
    #expect(run(.advance(milliseconds: 1_000)).pushes == ["goods"])
  }

  @Test("two loads of the original have rows of their own, of which the ones in the list are called by it")
  func twoLoads() throws {
    var run = try GalleryRun("home@original")
    run(.send(input: "getDatas", nil))
    run(.advance(milliseconds: 500))
    let totals = run(.advance(milliseconds: 500))
    #expect(totals.values(of: "dataArray[0].totalNumber") == ["10"])
    #expect(totals.values(of: "load.rows[0].totalNumber") == ["10"])
  }

  @Test("HZ-H7, N14: a row that was lost while it was liked is detached", arguments: ["goods@blocks", "goods@rac"])
  func lostRow(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.advance(milliseconds: 1_000))
    run(.tap(control: "items[0].like", nil))
    run(.advance(milliseconds: 200))
    run(.tap(control: "pullDown", nil))
    run(.advance(milliseconds: 750))
    let effects = run(.advance(milliseconds: 1_000))
    #expect(effects.values(of: "detached items[#3233].isLike") == [true])
    #expect(effects.values(of: "items[0].isLike") == [])
  }

  @Test("a path of many parts is looked up at once, and one of too many means nothing")
  func longPath() throws {
    let run = try GalleryRun("goods@fixed")
    // Work that doubles with each part would not end here.
    for path in [
      String(repeating: ".", count: 60), String(repeating: "items[0].", count: 60) + "x",
      "a" + String(repeating: ".items", count: 63),
    ] {
      #expect(run.machine.field(at: path, of: run.snapshot) == nil)
    }
    #expect(run.snapshot.split(String(repeating: "a.", count: 64) + "a", run.machine.program) == nil)
    #expect(run.snapshot.split(String(repeating: "a", count: 4_097), run.machine.program) == nil)
  }
}

extension Snapshot {
  /// Whether a trace tells what an instance does: a field has taken it, or it was made at a path.
  fileprivate func isTold(_ id: InstanceID) -> Bool {
    switch instances.place(of: id) {
    case .nowhere?, nil: false
    case .field(let position)?: isTold(position.parent)
    case .root?, .fixed?, .detached?: true
    }
  }
}

/// Where each told instance stands at one moment.
private struct Standing {
  struct Entry {
    let template: Int
    let path: String
    let place: Place
  }

  var entries: [InstanceID: Entry] = [:]

  /// What a turn that led to another standing did wrong: who was renamed without a field that could, which paths
  /// are two instances', and what was told under a path that no instance had.
  func faults(_ after: Standing, _ effects: [Effect]) -> [String] {
    var found = after.paths.map(\.key).repeated.map { "\($0) is two" }
    for (id, old) in entries {
      guard let new = after.entries[id], new.template == old.template, !old.place.mayBecome(new.place) else { continue }
      found.append("\(old.path) is now \(new.path)")
    }
    let owned = Dictionary(paths.filter { entries[$0.id]?.place.ownPath != nil }.map { ($0.key, $0.id) }) { first, _ in
      first
    }
    for (path, id) in after.paths where owned[path].map({ $0 != id }) ?? false { found.append("\(path) was another") }
    let known = Set((paths + after.paths).map(\.key))
    for name in effects.compactMap(\.told) where !name.isBelow(known) { found.append("\(name) is nobody's") }
    return found
  }

  private var paths: [(key: String, id: InstanceID)] { entries.map { ($0.value.path, $0.key) } }
}

extension Place {
  /// Whether a turn may lead from here to there, as a trace tells it: a list takes, moves and loses its rows, and a
  /// child goes from field to field; what was a row gets another name from a list alone.
  fileprivate func mayBecome(_ other: Place) -> Bool {
    if self == other { return true }
    switch (self, other) {
    case (.nowhere, _), (.field, .detached): return true
    case (.field(let position), _) where position.row == nil, (_, .field(let position)) where position.row != nil:
      return true
    case (.fixed(let path), .fixed): return path.contains("[")
    case (.detached(let path), .field): return path.prefix { $0 != "'" }.last != "]"
    case (.root, _), (.fixed, _), (.detached, _), (.field, _): return false
    }
  }
}

extension String {
  /// Whether it is the name of something of an instance at one of the paths: behind it no row is named.
  fileprivate func isBelow(_ paths: Set<String>) -> Bool {
    indices.contains { self[$0] == "." && paths.contains(String(self[..<$0])) && !self[$0...].contains("[") }
      || !contains("[") && !hasPrefix("detached ")
  }
}

extension Effect {
  /// The name that begins with an instance's path.
  fileprivate var told: String? {
    switch self {
    case .set(let name, _, _), .moved(let name, _, _), .output(let name, _): name.text
    default: nil
    }
  }
}

extension GalleryRun {
  /// Lets some services answer so late that pages are left meanwhile.
  fileprivate mutating func slowDown(_ random: inout some RandomNumberGenerator) {
    for service in machine.services(of: snapshot) {
      self(.service(name: service.name.text, ServiceBehaviour(delay: [300, 2_500].randomElement(using: &random)!)))
    }
  }

  fileprivate var standing: Standing {
    var result = Standing()
    for entry in snapshot.allMachines(machine.program) where snapshot.isTold(entry.id) {
      guard let place = snapshot.instances.place(of: entry.id) else { continue }
      result.entries[entry.id] = Standing.Entry(template: entry.template, path: entry.path, place: place)
    }
    return result
  }
}

extension Machine {
  /// Something that could be done, pages being left often, and time passing.
  fileprivate func leavingStimulus(_ snapshot: Snapshot, _ random: inout some RandomNumberGenerator) -> Stimulus {
    let controls = screen(of: snapshot).controls
    let inRows = controls.flatMap { list in
      list.rows.enumerated().flatMap { index, row in row.buttons.map { "\(list.name)[\(index)].\($0)" } }
    }
    let buttons = controls.buttons + inRows
    let texts = controls.filter { [.text, .secureText].contains($0.kind) }.map(\.name)
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: .back
    case 1, 2: .advance(milliseconds: 1_000)
    case 3, 4, 5: .tap(control: buttons.randomElement(using: &random) ?? "none", nil)
    case 6: .paste(control: texts.randomElement(using: &random)?.text ?? "none", "13874385438")
    default: randomStimulus(snapshot, &random)
    }
  }
}

extension [ControlState] {
  fileprivate var buttons: [String] { filter { $0.kind == .button && $0.isEnabled }.map(\.name.text) }
}

extension [String] {
  fileprivate var repeated: [String] { Dictionary(grouping: self) { $0 }.filter { $0.value.count > 1 }.keys.sorted() }
}

extension [Effect] {
  /// What detached instances are told to set and to send, by name.
  fileprivate var detached: [String] { compactMap(\.told).filter { $0.hasPrefix("detached ") } }

  /// The changes that do not begin with what the same path was before in the same step. Where a list changed, its
  /// places have other rows.
  fileprivate var breaks: [String] {
    var last: [String: Value] = [:]
    var found: [String] = []
    for case .set(let field, let old, let new) in self {
      if let known = last[field.text], known != old { found.append("\(field): \(known), then from \(old)") }
      for key in last.keys where key.hasPrefix("\(field)[") { last[key] = nil }
      last[field.text] = new
    }
    return found
  }
}
