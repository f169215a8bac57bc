import Gallery
import Recordings
import SeededRandom
import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

/// Every move can be written into a script.
@Suite("The lines of moves")
struct MoveLineTests {
  private static let titles = GalleryRun.gallery.map(\.title.text)

  @Test("read back as the moves that they were", arguments: titles)
  func lines(_ title: String) throws {
    var (run, random) = (try GalleryRun(title), SplitMix64(seed: 3))
    let names = NamedValues(run.machine.sampleEntries)
    for step in 0..<12 {
      let scene = Scene(run.machine, run.snapshot, names)
      let moves = run.machine.moves(of: run.snapshot, in: .everything)
      for move in moves.shuffled(using: &random).prefix(8) {
        let isHeld = move.stimulus != .restart
        let line = try #require(run.machine.line(for: move.stimulus, isHeld: isHeld), "step \(step): \(move.stimulus)")
        let command = try Command(line, from: .file, in: scene)
        var (read, meant) = (run.snapshot, run.snapshot)
        #expect(command.isHeld == isHeld, "\(line)")
        _ = (run.machine.step(&read, command.stimulus), run.machine.step(&meant, move.stimulus))
        #expect(
          read.fingerprint(run.machine.program) == meant.fingerprint(run.machine.program), "step \(step): \(line)")
      }
      run(moves.randomElement(using: &random)?.stimulus ?? .settle)
      if run.snapshot.fault != nil { _ = run.machine.step(&run.snapshot, .restart) }
    }
  }

  @Test(
    "are offered while they are typed; what is offered to 'tap' is a move, or the chart refuses it", arguments: titles)
  func offered(_ title: String) throws {
    var (session, random) = (Session(catalogue: Catalogue(GalleryRun.gallery)), SplitMix64(seed: 5))
    _ = session.run("open \(title)")
    var domain = MoveDomain.everything
    domain.rows = .all
    for step in 0..<6 {
      let (machine, snapshot) = try #require(session.run.map { ($0.machine, $0.snapshot) })
      let moves = machine.moves(of: snapshot, in: domain).map(\.stimulus)
      var offers = Offers(session)
      let missing = Set(moves.map(\.words)).filter { !offers.lead(to: $0) }
      #expect(missing.isEmpty, "step \(step)")
      let tapped = moves.compactMap { if case .tap(let control, _) = $0 { control.spelled } else { nil } }
      for control in offers.candidates("tap ") where !tapped.contains(control) {
        // A control that takes a value is no move where nothing says which.
        let isGiven = machine.control(named: control)?.takes != nil
        #expect(
          isGiven || machine.refusal(of: .tap(control: control, nil), snapshot) != nil, "step \(step): \(control)")
      }
      let lines = moves.compactMap { machine.line(for: $0) }
      _ = session.run(lines.randomElement(using: &random) ?? "restart")
    }
  }
}

/// What a session completes, each beginning once.
private struct Offers {
  let session: Session
  private var known: [String: Set<String>] = [:]

  init(_ session: Session) {
    self.session = session
  }

  mutating func candidates(_ line: String) -> Set<String> {
    if let found = known[line] { return found }
    let found = Set(session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text))
    known[line] = found
    return found
  }

  /// Whether the words of a command, without a value, are completed one by one: the verb behind its first letter,
  /// rows behind a bracket.
  mutating func lead(to words: String) -> Bool {
    guard candidates(String(words.prefix(1))).contains(String(words.prefix { $0 != " " })) else { return false }
    guard let blank = words.firstIndex(of: " ") else { return true }
    let (verb, rest) = (words[..<blank], words[words.index(after: blank)...])
    let names = candidates("\(verb) \(rest.contains("[") ? "\(rest.prefix { $0 != "[" })[" : "")")
    return names.contains(String(rest)) || names.contains { rest.hasPrefix("\($0) ") }
  }
}
