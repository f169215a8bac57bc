import Gallery
import SeededRandom
import Statecharts
import Testing

@testable import ViewModels

/// What the outside can do: everything that is listed is taken, and nothing that would be taken is missing.
@Suite("The moves of the gallery")
struct MoveTests {
  static let titles = GalleryRun.gallery.map(\.title.text)

  @Test("every move is taken, and does what its line does", arguments: titles)
  func taken(_ title: String) throws {
    var (run, random) = (try GalleryRun(title), SplitMix64(seed: 1))
    let program = run.machine.program
    let finder = MoveFinder(run.machine, .everything)
    var kept = Stepper(run.machine, from: run.snapshot)
    for step in 0..<24 {
      kept.snapshot = run.snapshot
      let moves = kept.moves(finder)
      for move in moves.shuffled(using: &random).prefix(6) {
        let place = "step \(step): \(move.stimulus)"
        var spelled = run.snapshot
        let turns = run.machine.step(&spelled, move.stimulus)
        kept.snapshot = run.snapshot
        try #require(kept.step(move) == turns, "\(place)")
        try #require(kept.snapshot.canonicalBytes(program) == spelled.canonicalBytes(program), "\(place)")
        #expect(!turns.areRefused(run), "\(place)")
      }
      run.walk(moves, &random)
    }
  }

  @Test("everything that is taken is a move", arguments: titles)
  func complete(_ title: String) throws {
    for seed in 0..<UInt64(2) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: seed))
      for step in 0..<10 {
        let moves = run.machine.moves(of: run.snapshot, in: .named(run.machine))
        let known = Set(moves.map(\.stimulus))
        #expect(known.count == moves.count, "seed \(seed), step \(step): one move comes twice")
        let conceivable = Set(run.conceivable)
        for stimulus in conceivable where !known.contains(stimulus) && !run.isDefinedAnswer(stimulus) {
          var trial = run.snapshot
          let isRefused = run.machine.step(&trial, stimulus).areRefused(run)
          #expect(isRefused, "seed \(seed), step \(step): \(stimulus)")
        }
        for stimulus in known where !conceivable.contains(stimulus) && !run.isOfEnvironment(stimulus) {
          Issue.record("nobody would think of \(stimulus); seed \(seed), step \(step)")
        }
        run.walk(moves, &random)
      }
    }
  }

  @Test("a crashed machine has none")
  func crashed() throws {
    var run = try GalleryRun("flickr@original")
    try #require(!run.machine.moves(of: run.snapshot, in: .everything).isEmpty)
    run(.send(input: "pushUnknown", nil))
    try #require(run.snapshot.fault != nil)
    #expect(run.machine.moves(of: run.snapshot, in: .everything).isEmpty)
  }

  @Test("the first, the last and one row between stand for all rows")
  func rows() throws {
    var run = try GalleryRun("goods@fixed")
    run.advance(2_000)
    var domain = MoveDomain()
    let likes = { (domain: MoveDomain) in
      run.machine.moves(of: run.snapshot, in: domain).compactMap { move -> String? in
        guard case .tap(let control, _) = move.stimulus, control.hasSuffix(".like") else { return nil }
        return control
      }
    }
    let count = run.machine.screen(of: run.snapshot).controls.first { $0.name == "items" }?.rows.count ?? 0
    try #require(count > 3)
    #expect(likes(domain) == [0, count / 2, count - 1].map { "items[\($0)].like" })
    domain.rows = .first
    #expect(likes(domain) == ["items[0].like"])
    domain.rows = .all
    #expect(likes(domain) == (0..<count).map { "items[\($0)].like" })
  }

  @Test("a text field is given its samples, or what the domain says")
  func values() throws {
    let run = try GalleryRun("login@fixed")
    let texts = { (domain: MoveDomain) in
      run.machine.moves(of: run.snapshot, in: domain).filter { if case .set = $0.stimulus { true } else { false } }
        .map(\.stimulus)
    }
    #expect(
      texts(MoveDomain()) == [
        .set(control: "name", "12aaaaaa!"), .set(control: "name", "AAAAAA"),
        .set(control: "password", .secret("aaaaaa")), .set(control: "password", .secret("bbbbbb")),
      ])
    var domain = MoveDomain()
    domain.values = [("name", [""]), ("password", [])]
    #expect(texts(domain) == [.set(control: "name", "")])
  }
}

extension MoveDomain {
  /// As much as there is.
  static var everything: MoveDomain {
    var domain = MoveDomain()
    (domain.usesKeyboard, domain.answersRequests, domain.isPastTheScreen) = (true, true, true)
    domain.work = .firstOfEachSource
    domain.restarts = true
    return domain
  }

  /// As much as there is for the user and the server, with one value for whatever is given a value.
  fileprivate static func named(_ machine: Machine) -> MoveDomain {
    var domain = everything
    domain.isPastTheScreen = false
    domain.values = machine.controls.filter { [.text, .secureText].contains($0.kind) }.map { ($0.name, ["aaaaaa"]) }
    domain.values += machine.controls.filter { $0.kind == .scroll }.map { ($0.name, [120.5]) }
    return domain
  }
}

extension [Turn] {
  /// Whether the stimulus was not taken: its turn says so and nothing else, and it is no command that refuses to
  /// execute.
  fileprivate func areRefused(_ run: GalleryRun) -> Bool {
    guard let effects = first?.effects, case .refused(let name, _)? = effects.first else { return false }
    let (machine, snapshot) = (run.machine, run.snapshot)
    let commands = snapshot.allMachines(machine.program).flatMap { entry in
      snapshot.commandRegions(of: entry.id, machine.program).map(\.region)
    }
    if commands.contains(where: { name == $0 || name.text.hasSuffix(".\($0)") }) { return false }
    return effects.dropFirst().allSatisfy { if case .broken = $0 { true } else { false } }
  }
}

extension GalleryRun {
  /// Whatever a user or the server might do by the names of the machine, whether it is there now or not.
  fileprivate var conceivable: [Stimulus] {
    let screen = machine.screen(of: snapshot)
    var result: [Stimulus] = [.back, .blur, .pressReturn, .advance(milliseconds: nil), .restart]
    for control in machine.controls where !control.name.text.contains("[N]") {
      result += stimuli(control.name.text, control.kind)
      for sample in machine.samples where control.kind == .button && sample.owner == control.name {
        result.append(.tap(control: control.name.text, sample.value))
      }
    }
    for list in screen.controls where [.list, .banner].contains(list.kind) {
      let count = list.kind == .list ? list.rows.count : bannerCount
      for index in count > 3 ? [0, count / 2, count - 1] : Array(0..<count + 1) {
        let row = "\(list.name)[\(index)]"
        result.append(.tap(control: row, nil))
        for control in machine.controls where control.name.text.hasPrefix("\(list.name)[N].") {
          result += stimuli("\(row).\(control.name.text.dropFirst(list.name.text.count + 4))", control.kind)
        }
      }
    }
    if machine.controls.isEmpty {
      for input in machine.inputs where input.shape == .void { result.append(.send(input: input.name.text, nil)) }
    }
    result += (screen.alert?.buttons ?? ["OK"]).map { .dismiss(button: $0) }
    for request in machine.requests(of: snapshot) {
      for outcome in Outcome.allCases { result.append(.reply(request: request.name.text, outcome, nil)) }
      for sample in machine.samples where sample.owner == request.service {
        result.append(.reply(request: request.name.text, .ok, sample.value))
      }
    }
    var sources: [Cause.Source] = []
    for work in machine.work(of: snapshot) where work.dueIn <= 0 && !sources.contains(work.source) {
      sources.append(work.source)
      result.append(.fire(work: work.name.text))
    }
    return result
  }

  /// Whether the home page's environment calls it: neither the user nor the server does.
  fileprivate func isOfEnvironment(_ stimulus: Stimulus) -> Bool {
    guard case .send(let input, nil) = stimulus else { return false }
    return ["getDatas", "leave"].contains(input.split(separator: ".").last)
  }

  private var bannerCount: Int {
    (0..<20).first { index in
      var trial = snapshot
      let effects = machine.step(&trial, .tap(control: "banners[\(index)]", nil)).flatMap(\.effects)
      return effects.refusals.contains { $0.hasPrefix("there is no such row") }
    } ?? 0
  }

  /// Whether an answer says what the definition would say, which is a move without a value.
  fileprivate func isDefinedAnswer(_ stimulus: Stimulus) -> Bool {
    guard case .reply(let name, .ok, let value?) = stimulus,
      let request = snapshot.requests.first(where: { $0.name == name })
    else { return false }
    return machine.value(of: .ok, request) == value
  }

  private func stimuli(_ name: String, _ kind: ControlState.Kind) -> [Stimulus] {
    switch kind {
    case .text, .secureText: [.set(control: name, "aaaaaa"), .focus(control: name)]
    case .scroll: [.tap(control: name, 120.5)]
    case .button, .label, .badge, .refresh, .banner, .list: [.tap(control: name, nil)]
    }
  }

  /// Goes on by one of the moves, or by anything that can be done; a crash is followed by a restart.
  fileprivate mutating func walk(_ moves: [Move], _ random: inout SplitMix64) {
    let move = Bool.random(using: &random) ? moves.randomElement(using: &random)?.stimulus : nil
    let stimulus = move ?? machine.randomStimulus(snapshot, &random)
    self(stimulus, isHeld: Int.random(in: 0..<6, using: &random) == 0)
    if snapshot.fault != nil { _ = machine.step(&snapshot, .restart) }
  }
}
