import Gallery
import SeededRandom
import Testing

@testable import Statecharts
@testable import ViewModels

/// Equal canonical bytes mean equal futures, for every machine of the gallery.
@Suite("The normal forms of the gallery")
struct NormalFormTests {
  static let titles = GalleryRun.gallery.map(\.title.text)
  /// 231 days, so that what counts minutes, days or years would tell another moment.
  static let later = 20_000_000_000

  /// Three simulations that should be one: as it ran, as its normal form, and far later.
  private struct Triplet {
    let machine: Machine
    var snapshot: Snapshot
    var normal: Snapshot
    var late: Snapshot

    init(_ machine: Machine, _ snapshot: Snapshot) {
      self.machine = machine
      self.snapshot = snapshot
      normal = snapshot.normalised(machine.program)
      late = snapshot.later(by: NormalFormTests.later)
    }

    /// The bytes of each.
    var bytes: [[UInt8]] { [snapshot, normal, late].map { $0.canonicalBytes(machine.program) } }

    /// Does the same to each.
    ///
    /// - Returns: What happened in each, with times from the beginning of the step, and instances by where they stood.
    mutating func step(_ stimulus: Stimulus, isHeld: Bool) -> [[Turn]] {
      [
        machine.relativeStep(&snapshot, stimulus, isHeld), machine.relativeStep(&normal, stimulus, isHeld),
        machine.relativeStep(&late, stimulus, isHeld),
      ]
    }
  }

  @Test("a snapshot, its normal form and the same snapshot far later do the same and stay the same", arguments: titles)
  func law(_ title: String) throws {
    for seed in 0..<UInt64(2) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      for step in 0..<50 {
        var triplet = Triplet(run.machine, run.snapshot)
        let stimulus = run.machine.anything(run.snapshot, &random)
        let isHeld = Int.random(in: 0..<8, using: &random) == 0
        let turns = triplet.step(stimulus, isHeld: isHeld)
        let place = "seed \(seed), step \(step): \(stimulus)"
        try #require(turns[0] == turns[1], "its normal form does another thing; \(place)")
        try #require(turns[0] == turns[2], "later it does another thing; \(place)")
        let bytes = triplet.bytes
        try #require(bytes[0] == bytes[1], "its normal form becomes another; \(place)")
        try #require(bytes[0] == bytes[2], "later it becomes another; \(place)")
        run.snapshot = triplet.snapshot
        if run.snapshot.fault != nil { _ = run.machine.step(&run.snapshot, .restart) }
      }
    }
  }

  @Test(
    "at rest after a minute, and after 231 days and a minute, a refresh shows the same",
    arguments: titles.filter { $0.hasPrefix("goods") })
  func refreshed(_ title: String) throws {
    var early = try GalleryRun(title)
    early.advance(60_000)
    var late = early
    late.advance(Self.later)
    let program = early.machine.program
    try #require(early.snapshot.workCount == 0)
    #expect(early.snapshot.canonicalBytes(program) == late.snapshot.canonicalBytes(program))
    #expect(early.snapshot.fingerprint(program) == late.snapshot.fingerprint(program))
    early.tap("pullDown")
    late.tap("pullDown")
    early.advance(1_000)
    late.advance(1_000)
    #expect(early.value("items[1].publishTime") == "2分钟前")
    #expect(late.value("items[1].publishTime") == "2分钟前")
    #expect(early.snapshot.canonicalBytes(program) == late.snapshot.canonicalBytes(program))
  }

  @Test("the fingerprint tells a right password from a wrong one, which no printed text does")
  func secrets() throws {
    var (right, wrong) = (try GalleryRun("login@fixed"), try GalleryRun("login@fixed"))
    right(.set(control: "password", "aaaaaa"))
    wrong(.set(control: "password", "bbbbbb"))
    let program = right.machine.program
    #expect(right.snapshot.fingerprint(program) != wrong.snapshot.fingerprint(program))
    #expect(right.effects != wrong.effects)
    #expect(right.effects.map(printed) == wrong.effects.map(printed))
    let (typed, mistyped) = (try #require(right.value("password")), try #require(wrong.value("password")))
    #expect(MaskedDigest(of: typed) == MaskedDigest(of: mistyped))
  }

  /// What an output line can say of a set, its values as digests.
  private func printed(_ effect: Effect) -> String {
    guard case .set(let field, let old, let new) = effect else { return "\(effect)" }
    return "\(field) \(MaskedDigest(of: old)) -> \(MaskedDigest(of: new))"
  }

  @Test("every property of every model is covered by a stored field", arguments: titles)
  func coverage(_ title: String) throws {
    let machine = try #require(GalleryRun.gallery.first { $0.title == title })
    for defined in machine.templates { #expect(defined.uncovered.isEmpty, "\(defined.template.name)") }
  }

}

extension Snapshot {
  /// The same simulation at a later time of the clock.
  fileprivate func later(by milliseconds: Int) -> Snapshot {
    var later = self
    later.time += milliseconds
    later.agenda = Agenda(
      agenda.ordered.map { work in
        var work = work
        work.due += milliseconds
        return work
      }, at: later.time)
    return later
  }
}

extension Machine {
  /// Steps a snapshot and tells what happened without what a normal form gives new numbers.
  fileprivate func relativeStep(_ snapshot: inout Snapshot, _ stimulus: Stimulus, _ isHeld: Bool) -> [Turn] {
    let start = snapshot.time
    return step(&snapshot, stimulus, isHeld: isHeld).map {
      Turn(time: $0.time - start, cause: $0.cause, effects: $0.effects)
    }
  }

  /// Whatever a user, a program or the outside world may do, rows and their lists included, with short and long delays.
  fileprivate func anything(_ snapshot: Snapshot, _ random: inout some RandomNumberGenerator) -> Stimulus {
    let row = Int.random(in: 0..<25, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .tap(control: "pullUp", nil)
    case 1: return .tap(control: "pullDown", nil)
    case 2: return .tap(control: "items[\(row)].like", nil)
    case 3: return .tap(control: "offset", .double(Double(row) * 100))
    case 4: return .advance(milliseconds: [400, 1_000, 2_500, 12_000, 61_000].randomElement(using: &random)!)
    case 5:
      guard let sample = samples.randomElement(using: &random) else { return .settle }
      guard let request = requests(of: snapshot).first(where: { $0.service == sample.owner }) else {
        return text(of: sample).map { .set(control: sample.owner.text, $0) } ?? .settle
      }
      return .reply(request: request.name.text, .ok, sample.value)
    default: return randomStimulus(snapshot, &random)
    }
  }

  private func text(of sample: Sample) -> Value? {
    (String(sample.value) ?? Secret<String>(sample.value)?.revealed).map(Value.string)
  }
}
