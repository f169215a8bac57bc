import Gallery
import Testing
import Traces
import ViewModels

@testable import Console

/// The simulated views, as the terminal shows them.
@Suite("The screens")
struct ScreenTests {
  @Test("fit the terminal, wherever a walk leads", arguments: GalleryRun.gallery.map(\.title), [40, 80])
  func fit(_ title: String, width: Int) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    var random = SplitMix64(state: 9)
    var snapshot = machine.open().snapshot
    for step in 0..<12 {
      _ = machine.step(&snapshot, machine.randomStimulus(snapshot, &random))
      let screen = machine.screen(of: snapshot)
      let lines = ScreenDrawing(screen, width: width).lines
      #expect(lines.filter { $0.displayWidth > width } == [], "step \(step)")
      for control in screen.controls {
        #expect(lines.contains { $0.hasPrefix(control.name) }, "step \(step): \(control.name)")
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
