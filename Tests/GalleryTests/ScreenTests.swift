import Gallery
import SeededRandom
import Testing
import Traces
import ViewModels

@testable import Console

/// The simulated views, as the terminal shows them.
@Suite("The screens")
struct ScreenTests {
  @Test("fit the terminal, wherever a walk leads", arguments: GalleryRun.gallery.map(\.title.text), [40, 80])
  func fit(_ title: String, width: Int) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    var random = SplitMix64(seed: 9)
    var snapshot = machine.open().snapshot
    for step in 0..<12 {
      _ = machine.step(&snapshot, machine.randomStimulus(snapshot, &random))
      let screen = machine.screen(of: snapshot)
      let lines = ScreenDrawing(screen, width: width).lines
      #expect(lines.filter { $0.displayWidth > width } == [], "step \(step)")
      for control in screen.controls {
        #expect(lines.contains { $0.hasPrefix(control.name.text) }, "step \(step): \(control.name)")
      }
    }
  }

  @Test("forty rows come ten at a time, in columns", arguments: HomeVectorTests.variants)
  func rows(_ title: String) throws {
    var run = try GalleryRun(title)
    run.advance(1_000)
    let screen = run.machine.screen(of: run.snapshot)
    for (page, rows) in [(1, 0..<10), (2, 10..<20), (4, 30..<40)] {
      let lines = ScreenDrawing(screen, page: page, width: 80).lines
      for row in rows {
        #expect(lines.contains("  [\(row)]  10      小明  92     \(row + 10)"))
      }
    }
  }

  @Test("a header without pictures is not there, and on a narrow screen what comes next has a line of its own")
  func header() throws {
    var run = try GalleryRun("goods@fixed")
    #expect(run.tap("banners[0]").refusals == ["there is no such row, 'banners' has none"])
    #expect(run.shown("banners") == nil)
    run.advance(750)
    #expect(run.shown("banners") != nil)
    run.answer("requestBanners", .ok, .list([]))
    run.tap("pullDown")
    run.advance(750)
    let narrow = ScreenDrawing(run.machine.screen(of: run.snapshot), width: 40).lines
    #expect(!narrow.contains { $0.hasPrefix("banners") })
    #expect(narrow.contains("  rows 0..<10 of 20;"))
    #expect(narrow.contains("  'screen 2' shows more"))
  }

  @Test(
    "a text field that is edited ends when the work begins", arguments: ["phone@fixed", "phone@rac", "flickr@first"])
  func keyboard(_ title: String) throws {
    var run = try GalleryRun(title)
    let (field, button) = title.hasPrefix("phone") ? ("mobilePhone", "login") : ("searchText", "execute")
    if title.hasPrefix("phone") { run.tap("fill") } else { run.set("searchText", "cats") }
    run(.focus(control: field))
    #expect(run.machine.screen(of: run.snapshot).controls.contains { $0.isEdited })
    run.tap(button)
    #expect(!run.machine.screen(of: run.snapshot).controls.contains { $0.isEdited })
  }

  @Test("rows that keep a law stand in one line, and those that break it in another")
  func laws() throws {
    var run = try GalleryRun("goods@rac")
    run.advance(750)
    let of = { PropertyTable(run.machine.properties(of: run.snapshot)).lines.filter { $0.contains("likes are never") } }
    #expect(of() == [#"holds  "items[0..<20]: likes are never negative""#])
    run(.assign(field: "items[3].likes", "-1"))
    let broken = [
      #"holds   "items[0..<3]: likes are never negative""#, #"holds   "items[4..<20]: likes are never negative""#,
      #"broken  "items[3]: likes are never negative""#,
    ]
    #expect(of() == broken)
  }

  @Test("texts of two columns to a character leave the columns straight")
  func wide() throws {
    var run = try GalleryRun("flickr@fixed")
    for text in ["猫咪", "cats", "😀😀"] {
      run.search(.string(text))
      run.advance(1_000)
      if run.pages.count > 1 { run(.back) }
    }
    let lines = ScreenDrawing(run.machine.screen(of: run.snapshot), width: 80).lines
    #expect(
      lines.suffix(4) == [
        "       text  totalText  thumbnail", "  [0]  😀😀  3          http://farm9.static.f...",
        "  [1]  cats  3          http://farm9.static.f...", "  [2]  猫咪  3          http://farm9.static.f...",
      ])
  }
}
