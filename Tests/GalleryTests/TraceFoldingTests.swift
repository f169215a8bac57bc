import Foundation
import Recordings
import SeededRandom
import Testing
import Traces
import Transcripts
import ViewModels

@testable import Console

/// Folding a trace gives what the machine is.
@Suite("Folded traces")
struct TraceFoldingTests {
  static let files: [String] = {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: Repository.transcripts)) ?? []
    return names.filter { $0.hasSuffix(".transcript") }.sorted()
  }()

  @Test("the trace of every recorded case folds to the live end, crashed ones too", arguments: files)
  func recorded(_ file: String) throws {
    let text = try String(contentsOfFile: "\(Repository.transcripts)/\(file)", encoding: .utf8)
    let transcript = try Transcript.parse(text, language: .console)
    let runner = ConsoleRunner(catalogue: Repository.catalogue)
    for transcriptCase in transcript.cases {
      var session = try runner.open(transcript.opening(of: transcriptCase)).session
      for step in transcriptCase.steps { _ = runner.run(step.command, in: &session) }
      let (trace, mismatches) = try #require(session.checkedTrace)
      #expect(mismatches == [], "\(transcriptCase.title)")
      let read = try TraceFile.decode(Array(TraceFile.encode(trace).utf8))
      #expect(read.mismatches() == [], "\(transcriptCase.title)")
      #expect(read.end == trace.end)
    }
  }

  @Test("so does that of a random walk, read back from its file", arguments: PathTests.titles)
  func walked(_ title: String) throws {
    for seed in 0..<UInt64(3) {
      var (run, random) = (try GalleryRun(title), SplitMix64(seed: 50 + seed))
      var told = CaseTrace(run.machine, title: "", from: run.snapshot)
      var trace = Trace(header: told.header)
      for _ in 0..<60 {
        let stimulus = run.machine.randomStimulus(run.snapshot, &random)
        let isHeld = Int.random(in: 0..<6, using: &random) == 0
        let turns = run.machine.step(&run.snapshot, stimulus, isHeld: isHeld)
        trace.turns += told.add(turns, run.snapshot)
      }
      let (end, mismatches) = told.end(at: run.snapshot.time, run.snapshot)
      trace.end = end
      #expect(mismatches == [], "seed \(seed)")
      let read = try TraceFile.decode(Array(TraceFile.encode(trace).utf8))
      var (live, folded) = (TraceState(trace.header), TraceState(read.header))
      for turn in trace.turns { live.apply(turn) }
      for turn in read.turns { folded.apply(turn) }
      #expect(folded.fields.map(\.name) == live.fields.map(\.name), "seed \(seed)")
      #expect(folded.phase == live.phase, "seed \(seed)")
    }
  }

  @Test("the check can fail: what nobody told is found")
  func untold() throws {
    var run = try GalleryRun("login@fixed")
    let told = CaseTrace(run.machine, title: "", from: run.snapshot)
    _ = run(.set(control: "name", "abcdef"))
    #expect(told.end(at: 0, run.snapshot).mismatches.count == 1)
  }

  @Test("a run that crashed in an action has made the move that it told")
  func crashed() throws {
    var run = try GalleryRun("user@original")
    run(.assign(field: "user.name", .null))
    let effects = run(.send(input: "login", nil))
    #expect(effects.crashes.count == 1 && effects.states.last == "succeeded")
    #expect(run.state == "succeeded")
  }
}
