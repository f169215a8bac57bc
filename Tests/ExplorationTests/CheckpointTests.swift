import Foundation
import Gallery
import Statecharts
import Testing
import Traces
import ViewModels

@testable import Exploration

/// A search that is kept and goes on later finds what one finds that was never stopped.
@Suite("Searches that are kept")
struct CheckpointTests {
  static let cases: [(title: String, depth: Int)] = [
    ("login@original", 4), ("login@fixed", .max), ("purchase@original", 4), ("user@original", 4), ("phone@blocks", 3),
    ("home@fixed", 5),
  ]

  private func machine(_ title: String) throws -> Machine {
    try #require(Gallery.machines.first { $0.title == title })
  }

  private static let header = CheckpointFile.Header(
    machine: "machine@one", definition: "0123456789ab", tool: "1", options: "--services any")

  /// Searches up to a state, and returns the text of the checkpoint.
  private func kept(_ machine: Machine, _ options: SearchOptions, at stop: Int) -> String {
    var search = Search(machine, options)
    var asked = 0
    _ = search.follow { _ in
      asked += 1
      return asked > stop ? .interrupted : nil
    }
    return CheckpointFile.encode(search.checkpoint, Self.header)
  }

  private func report(_ machine: Machine, _ options: SearchOptions, from text: String) throws -> SearchReport {
    let (checkpoint, header) = try CheckpointFile.decode(text)
    #expect(header == Self.header)
    var search = Search(machine, options)
    try search.resume(checkpoint)
    let again = search.checkpoint
    #expect(again == checkpoint)
    search.run()
    return search.report
  }

  private func check(_ machine: Machine, _ options: SearchOptions, stops: [Int]) throws {
    var whole = Search(machine, options)
    whole.run()
    for stop in stops {
      var options = options
      options.workers = stop.isMultiple(of: 2) ? 1 : 3
      let resumed = try report(machine, options, from: kept(machine, options, at: stop))
      #expect(resumed == whole.report, "\(machine.title) stopped after \(stop)")
    }
  }

  @Test("wherever it was stopped, it ends with the same report", arguments: cases)
  func resumed(_ entry: (title: String, depth: Int)) throws {
    let limits: [(inout SearchOptions) -> Void] = [
      { _ in }, { $0.states = 90 }, { $0.memory = 300_000 }, { ($0.races, $0.ties) = (false, false) },
    ]
    let machine = try machine(entry.title)
    for limit in limits {
      var options = SearchOptions()
      options.depth = entry.depth
      options.laws = [StateLaw("no second page", .law) { machine.screen(of: $0).pages.count < 2 }]
      limit(&options)
      try check(machine, options, stops: [0, 17, 40, 999_999])
    }
  }

  @Test("the same of machines that are generated, after every state", arguments: 1...12)
  func generated(_ number: Int) throws {
    var options = SearchOptions()
    (options.races, options.ties, options.depth) = (number.isMultiple(of: 2), number.isMultiple(of: 2), 4)
    try check(Generated<One>.machine(number), options, stops: Array(stride(from: 0, to: 60, by: 11)))
  }

  @Test("a preparation and answers by hand are kept with it")
  func options() throws {
    var options = SearchOptions()
    let machine = try machine("home@fixed")
    (options.depth, options.races) = (5, false)
    options.answerAtAnyTime(machine)
    try check(machine, options, stops: [5, 30])
  }

  @Test("one that a bound ended goes on with a higher one")
  func bounds() throws {
    let machine = try machine("login@original")
    var options = SearchOptions()
    options.depth = 5
    var whole = Search(machine, options)
    whole.run()
    // Some of them end with the last state of a level.
    let states = (1...60).map { states in { (options: inout SearchOptions) in options.states = states } }
    for bound in states + [{ $0.depth = 3 }, { $0.memory = 100_000 }] {
      var small = options
      bound(&small)
      var search = Search(machine, small)
      #expect(search.follow { _ in nil } != nil)
      let text = CheckpointFile.encode(search.checkpoint, Self.header)
      #expect(try report(machine, options, from: text) == whole.report)
    }
  }

  @Test("a bound that lies behind it is refused, and so is another machine")
  func misfits() throws {
    let machine = try machine("login@original")
    let (checkpoint, _) = try CheckpointFile.decode(kept(machine, SearchOptions(), at: 30))
    var options = SearchOptions()
    options.states = 40
    var search = Search(machine, options)
    #expect(throws: ResumptionFailure.beyondStates(checkpoint.states.count + 1)) { try search.resume(checkpoint) }
    (options.states, options.depth) = (1_000, 1)
    search = Search(machine, options)
    #expect(throws: ResumptionFailure.beyondDepth(checkpoint.depth)) { try search.resume(checkpoint) }
    for other in ["login@fixed", "purchase@original", "phone@blocks"] {
      search = Search(try self.machine(other), SearchOptions())
      #expect(throws: ResumptionFailure.leadsElsewhere) { try search.resume(checkpoint) }
    }
  }

  @Test("any change of the file is told, with its line")
  func damage() throws {
    let text = kept(try machine("login@original"), SearchOptions(), at: 30)
    let lines = text.split(separator: "\n").map { $0 + "\n" }
    #expect(lines.count == 5 && lines[2].hasPrefix("{\"finding\":\"broken\""), "\(lines.map { $0.prefix(40) })")
    func fault(_ text: String) throws -> CheckpointFileError {
      try #require(throws: CheckpointFileError.self) { try CheckpointFile.decode(text) }
    }
    #expect(try fault("").reason == .notACheckpoint)
    #expect(try fault("{\"search\":2}\n").reason == .unsupportedVersion(2))
    #expect(try fault(lines.dropLast().joined()).reason == .truncated)
    #expect(try fault(text + "\n").reason == .afterEnd)
    #expect(try fault(text.replacingOccurrences(of: "\"count\":", with: "\"count\":1")).reason == .damaged)
    #expect(try fault((lines[0...1] + lines[4...]).joined()).reason == .misplaced)
    for place in stride(from: 0, to: text.utf8.count, by: 13) {
      var bytes = Array(text.utf8)
      bytes[place] ^= 1
      let error = try fault(String(decoding: bytes, as: UTF8.self))
      #expect((1...lines.count + 1).contains(error.line) && !error.sentence.isEmpty)
    }
  }
}
