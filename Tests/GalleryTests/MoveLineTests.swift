import Gallery
import SeededRandom
import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

/// Every move can be written into a script.
@Suite("The lines of moves")
struct MoveLineTests {
  @Test("read back as the moves that they were", arguments: GalleryRun.gallery.map(\.title))
  func lines(_ title: String) throws {
    var (run, random) = (try GalleryRun(title), SplitMix64(seed: 3))
    let names = NamedValues(run.machine.sampleEntries)
    for step in 0..<12 {
      let scene = Scene(run.machine, run.snapshot, names)
      let moves = run.machine.moves(of: run.snapshot, in: .everything)
      for move in moves.shuffled(using: &random).prefix(8) {
        let isHeld = move.stimulus != .restart
        let line = try #require(run.machine.line(for: move.stimulus, isHeld: isHeld), "step \(step): \(move.stimulus)")
        let act = try CommandReading.act(line, source: .file, scene: scene)
        var (read, meant) = (run.snapshot, run.snapshot)
        #expect(act.isHeld == isHeld, "\(line)")
        _ = (run.machine.step(&read, act.stimulus), run.machine.step(&meant, move.stimulus))
        #expect(
          read.fingerprint(run.machine.program) == meant.fingerprint(run.machine.program), "step \(step): \(line)")
      }
      run(moves.randomElement(using: &random)?.stimulus ?? .settle)
      if run.snapshot.fault != nil { _ = run.machine.step(&run.snapshot, .restart) }
    }
  }
}
