import Testing
import ViewModels

@testable import Statecharts

/// What instances are called, whatever is done to the machines of the gallery.
@Suite("Paths")
struct PathTests {
  static let titles = GalleryRun.gallery.map(\.title)

  @Test("no two live instances have one path, and each path leads back to its instance", arguments: titles)
  func unique(_ title: String) throws {
    for seed in 0..<UInt64(3) {
      var (run, random) = (try GalleryRun(title), SplitMix64(state: seed))
      for step in 0..<80 {
        let stimulus = run.machine.randomStimulus(run.snapshot, &random)
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
      var (run, random) = (try GalleryRun(title), SplitMix64(state: 100 + seed))
      for step in 0..<80 {
        let stimulus = run.machine.randomStimulus(run.snapshot, &random)
        let effects = run(stimulus, isHeld: Int.random(in: 0..<6, using: &random) == 0)
        #expect(effects.breaks == [], "seed \(seed), step \(step): \(stimulus)")
      }
    }
  }

  @Test("a page that comes while one that was left lives on is the second of its name, on the stack and in every line")
  func leftPage() throws {
    var run = try GalleryRun("phone-app@fixed")
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
    #expect(run.machine.properties(of: run.snapshot).map(\.name).filter { $0.hasPrefix("goods'2: ") }.isEmpty == false)
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
    case .field(let parent, _, _)?: isTold(parent)
    case .fixed?, .detached?: true
    }
  }
}

extension [String] {
  fileprivate var repeated: [String] { Dictionary(grouping: self) { $0 }.filter { $0.value.count > 1 }.keys.sorted() }
}

extension [Effect] {
  /// The changes that do not begin with what the same path was before in the same step. Where a list changed, its places have
  /// other rows.
  fileprivate var breaks: [String] {
    var last: [String: Value] = [:]
    var found: [String] = []
    for case .set(let field, let old, let new) in self {
      if let known = last[field], known != old { found.append("\(field): \(known), then from \(old)") }
      for key in last.keys where key.hasPrefix("\(field)[") { last[key] = nil }
      last[field] = new
    }
    return found
  }
}
