import Foundation
import SeededRandom
import Statecharts
import Testing
import Traces

@testable import Diagrams

/// Runs by lanes.
struct TimelineTests {
  private static func turn(_ time: Int, _ effects: Effect...) -> Turn {
    Turn(time: time, cause: Cause(.user, "tap"), effects: effects)
  }

  /// A login that fails, and one that is left.
  static let picture: RunPicture = {
    var picture = RunPicture(machine: "login@x", title: "错 & <b>", regions: [RegionState("login", "idle")])
    picture.steps = [RunPicture.Step("", at: 0)]
    var tap = RunPicture.Step("tap login", at: 0)
    tap.turns = [
      turn(
        0, .moved(region: "login", from: "idle", to: "validating"),
        .moved(region: "login", from: "validating", to: "executing"), .requested(service: "load", input: .null)),
      turn(
        1_000, .replied(service: "load", outcome: .fail, value: .null),
        .moved(region: "login", from: "executing", to: "failed"), .requested(service: "load", input: .null)),
    ]
    tap.lines = ["+1000ms fail \"</script><img src=x onerror=alert(1)>\"", "\u{202E}rtl \u{1B}[2J"]
    tap.changes = [RunPicture.Change("name", "\"\"", "\"<&>\"")]
    tap.screen = ["login", "name [<&>]"]
    var back = RunPicture.Step("back", at: 1_000)
    back.turns = [
      turn(1_000, .cancelled(service: "load"), .moved(region: "a.list", from: "", to: "shown")),
      turn(3_000, .late(service: "load", outcome: .ok, value: .null)),
    ]
    picture.steps += [tap, back]
    picture.end = 3_000
    return picture
  }()

  @Test("a region's lane shows its states from instant to instant; what takes no time is passed over")
  func regions() {
    let timeline = Timeline(Self.picture)
    #expect(timeline.columns.map(\.step) == [0, 1, 1, 2, 2])
    #expect(timeline.columns.map(\.time) == [0, 0, 1_000, 1_000, 3_000])
    #expect(timeline.lanes.map(\.name) == ["login", "a.list", "load"])
    #expect(timeline.lanes[0].spans.map(\.text) == ["idle", "executing", "failed"])
    #expect(timeline.lanes[0].spans.map(\.columns) == [0..<1, 1..<2, 2..<5])
    #expect(timeline.lanes[1].spans.map(\.columns) == [3..<5])
  }

  @Test("a request's lane shows how it ended, and what began at that instant behind it")
  func requests() {
    let spans = Timeline(Self.picture).lanes[2].spans
    #expect(spans.map(\.text) == ["fail", "cancelled", "late ok"])
    #expect(spans.map(\.columns) == [1..<3, 3..<4, 4..<5])
  }

  /// A run with every effect that lanes tell of, at random.
  private static func random(_ seed: UInt64) -> RunPicture {
    var random = SplitMix64(seed: seed)
    var picture = RunPicture(machine: "m", title: "t", regions: [RegionState("a", "x"), RegionState("长名字的区域", "开始")])
    var time = 0
    for number in 0..<(1 + random.below(30)) {
      var step = RunPicture.Step(number == 0 ? "" : "advance", at: time)
      for _ in 0..<random.below(61) {
        time += random.below(3) * 250
        let service = "load'\(2 + random.below(3))"
        let outcomes: [Effect] = [
          .moved(region: "a", from: "", to: random.pick(["x", "a very long state's name, longer than all", "状态"])),
          .moved(region: "长名字的区域", from: "", to: "结束"), .requested(service: Name(service), input: .null),
          .replied(service: Name(service), outcome: .ok, value: .null), .cancelled(service: Name(service)),
          .late(service: Name(service), outcome: .error, value: .null), .alertClosed,
        ]
        step.turns.append(turn(time, random.pick(outcomes)))
      }
      picture.steps.append(step)
    }
    picture.end = time
    return picture
  }

  @Test("nothing is over anything else, and every text is within its bar, whatever happened")
  func geometry() {
    for seed in 0..<100 {
      let timeline = Timeline(Self.random(UInt64(seed)))
      for lane in timeline.lanes {
        for (span, next) in zip(lane.spans, lane.spans.dropFirst()) {
          #expect(span.columns.upperBound <= next.columns.lowerBound, "\(lane)")
        }
        #expect(lane.spans.allSatisfy { !$0.columns.isEmpty && $0.columns.upperBound <= timeline.columns.count })
      }
      let layout = TimelineLayout(timeline, x: 8, y: 8)
      let drawing = Frame(x: 8, y: 8, width: layout.width, height: layout.height)
      for (index, bar) in layout.bars.enumerated() {
        #expect(drawing.contains(bar.frame) && bar.frame.contains(bar.text.frame), "\(bar)")
        #expect(layout.bars.dropFirst(index + 1).allSatisfy { !$0.frame.intersects(bar.frame) })
        #expect(layout.names.allSatisfy { !$0.frame.intersects(bar.frame) })
      }
      let texts = layout.names + layout.times + layout.steps.map(\.number)
      for (index, text) in texts.enumerated() {
        #expect(texts.dropFirst(index + 1).allSatisfy { !$0.frame.intersects(text.frame) }, "\(text.text)")
      }
      let numbers = zip(layout.steps, layout.steps.dropFirst())
      #expect(numbers.allSatisfy { $0.frame.right == $1.frame.x })
    }
  }

  @Test("the drawing is XML that says in words what the lanes show")
  func drawn() throws {
    let read = try XMLRead(Self.picture.lines(.svg))
    #expect(read.texts["title"]?.first == "login@x: 错 & <b>")
    #expect(
      read.texts["desc"] == [
        """
        login: idle from step 0 at 0ms, then executing from step 1 at 0ms, then failed from step 1 at 1000ms
        a.list: shown from step 2 at 1000ms
        load: fail from step 1 at 0ms, then cancelled from step 2 at 1000ms, then late ok from step 2 at 3000ms
        """
      ])
    let texts = try #require(read.texts["text"])
    #expect(
      texts.contains("1  tap login  0ms") && texts.contains("2  back  1000ms") && texts.contains("0  opened  0ms"))
    for seed in 0..<10 { _ = try XMLRead(Self.random(UInt64(seed)).lines(.svg)) }
  }

  @Test("no text of a run is markup in a page, or acts where it is shown")
  func inert() {
    let page = Self.picture.lines(.html).joined(separator: "\n")
    #expect(page.components(separatedBy: "<script>").count == 2 && page.components(separatedBy: "</script>").count == 2)
    #expect(!page.contains("<img") && !page.contains("<b>"))
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"))
    #expect(page.contains("\\u{202E}rtl \\u{1B}[2J"))
    #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test("a page grows with its steps, and a thousand are some megabyte")
  func size() {
    func page(_ count: Int) -> Int {
      var picture = Self.picture
      picture.steps += (0..<count).map { _ in Self.picture.steps[1] }
      return picture.lines(.html).reduce(0) { $0 + $1.utf8.count }
    }
    let (few, many) = (page(100), page(1_000))
    #expect(many < 11 * few && many < 2_000_000, "\(few) \(many)")
  }

  @Test("a file's format is its ending, and a trace for every other one")
  func endings() {
    for format in RunFormat.allCases { #expect(RunFormat(file: "a.b/c.\(format.ending)") == format) }
    for file in ["html", "a.htm", "", "run.json", "a.CSV", "a.jsonl"] { #expect(RunFormat(file: file) == .trace) }
  }
}
