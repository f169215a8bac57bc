import Gallery
import SeededRandom
import Testing

@testable import Statecharts
@testable import ViewModels

/// Who keeps a kernel sees nothing else than who makes one for each step; and keys tell what canonical bytes tell.
@Suite("Stepping and keys of the gallery")
struct StepperTests {
  static let titles = GalleryRun.gallery.map(\.title.text)

  @Test("a stepper that is kept does what steps by themselves do, recorded or not", arguments: titles)
  func kept(_ title: String) throws {
    for seed in 0..<UInt64(2) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      let program = run.machine.program
      var kept = Stepper(run.machine, from: run.snapshot)
      var silent = Stepper(run.machine, from: run.snapshot)
      silent.isRecording = false
      for step in 0..<40 {
        let place = "seed \(seed), step \(step)"
        let stimulus = run.machine.randomStimulus(run.snapshot, &random)
        let isHeld = Int.random(in: 0..<8, using: &random) == 0
        let turns = run.machine.step(&run.snapshot, stimulus, isHeld: isHeld)
        try #require(kept.step(stimulus, isHeld: isHeld) == turns, "\(place): \(stimulus)")
        silent.step(stimulus, isHeld: isHeld)
        let bytes = run.snapshot.canonicalBytes(program)
        try #require(kept.snapshot.canonicalBytes(program) == bytes, "\(place): \(stimulus)")
        try #require(silent.snapshot.canonicalBytes(program) == bytes, "\(place): \(stimulus)")
        guard run.snapshot.fault != nil || Int.random(in: 0..<10, using: &random) == 0 else { continue }
        let opening = run.machine.step(&run.snapshot, .restart)
        try #require(kept.step(.restart) == opening, "\(place)")
        silent.step(.restart)
        let opened = run.snapshot.canonicalBytes(program)
        try #require(kept.snapshot.canonicalBytes(program) == opened, "\(place)")
        try #require(silent.snapshot.canonicalBytes(program) == opened, "\(place)")
      }
    }
  }

  @Test("of turns only those in which something went wrong are kept, where no more is asked for", arguments: titles)
  func wrongTurns(_ title: String) throws {
    for seed in 0..<UInt64(4) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      var stepper = Stepper(run.machine, from: run.snapshot)
      stepper.keptTurns = .wrong
      for step in 0..<40 {
        let stimulus = run.machine.randomStimulus(run.snapshot, &random)
        let wrong = run.machine.step(&run.snapshot, stimulus).filter(\.isWrong)
        let kept = stepper.step(stimulus)
        try #require(kept.map(\.withoutTalk) == wrong.map(\.withoutTalk), "seed \(seed), step \(step): \(stimulus)")
        guard run.snapshot.fault != nil else { continue }
        let opening = run.machine.step(&run.snapshot, .restart).filter(\.isWrong)
        try #require(stepper.step(.restart).map(\.withoutTalk) == opening.map(\.withoutTalk))
      }
    }
  }

  @Test("two snapshots have one fingerprint when their canonical bytes are equal, and only then", arguments: titles)
  func keys(_ title: String) throws {
    var keys: [[UInt8]: Fingerprint] = [:]
    for seed in 0..<UInt64(2) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      let program = run.machine.program
      var kept = KeyMaker(program)
      for step in 0..<40 {
        let stimulus = run.machine.randomStimulus(run.snapshot, &random)
        _ = run.machine.step(&run.snapshot, stimulus)
        let (bytes, key) = (run.snapshot.canonicalBytes(program), run.snapshot.fingerprint(program))
        let normal = run.snapshot.normalised(program).fingerprint(program)
        try #require(kept.key(of: run.snapshot) == key, "a kept maker has another; seed \(seed), step \(step)")
        try #require(normal == key, "the normal form has another; seed \(seed), step \(step): \(stimulus)")
        try #require(keys[bytes, default: key] == key, "equal bytes; seed \(seed), step \(step): \(stimulus)")
        keys[bytes] = key
        if run.snapshot.fault != nil { _ = run.machine.step(&run.snapshot, .restart) }
      }
    }
    #expect(Set(keys.values).count == keys.count, "different bytes have one fingerprint")
  }
}

extension Turn {
  /// Whether a property became false in it, or the model faulted.
  fileprivate var isWrong: Bool {
    effects.contains { effect in
      switch effect {
      case .broken, .crashed, .limit: true
      default: false
      }
    }
  }

  /// The turn without what observers and logs say.
  fileprivate var withoutTalk: Turn {
    var turn = self
    turn.effects.removeAll { effect in
      switch effect {
      case .logged, .notified: true
      default: false
      }
    }
    return turn
  }
}
