import Gallery
import Testing
import ViewModels

@testable import Exploration

/// Where snapshots have no room, states that wait are made again by their steps, and nothing else changes.
@Suite("States that wait")
struct FrontierTests {
  /// What a search saw, and how many steps a waiting state stood at most behind one that was kept.
  private func search(_ title: String, _ options: SearchOptions) throws -> (report: SearchReport, distance: Int) {
    let machine = try #require(Gallery.machines.first { $0.title == title })
    var search = Search(machine, options)
    var (followed, distance) = (0, 0)
    search.run { _ in
      followed += 1
      return nil
    }
    #expect(!search.report.isComplete || search.frontier.byteCount == 0)
    for part in 1...4 {
      var left = followed * part / 5
      var stopped = Search(machine, options)
      stopped.run { _ in
        left -= 1
        return left < 0 ? .interrupted : nil
      }
      distance = max(distance, stopped.frontier.level.map(\.distance).max() ?? 0)
    }
    return (search.report, distance)
  }

  @Test(
    "what is found does not depend on how many snapshots there is room for",
    arguments: [
      ("login@fixed", Int.max), ("login@original", 6), ("purchase@original", 5), ("phone@blocks", 4), ("home@fixed", 5),
    ], [1, 3])
  func room(_ entry: (title: String, depth: Int), _ workers: Int) throws {
    var options = SearchOptions()
    (options.depth, options.workers) = (entry.depth, workers)
    options.domain.restarts = entry.title.hasPrefix("login")
    let ample = try search(entry.title, options)
    #expect(ample.distance == 0)
    var furthest = 0
    for memory in [60_000, 90_000, 200_000, 500_000] {
      options.memory = memory
      let scarce = try search(entry.title, options)
      if scarce.report.bound == .memory(memory) { continue }
      #expect(scarce.report == ample.report, "\(memory) bytes")
      furthest = max(furthest, scarce.distance)
    }
    #expect(furthest > 1)
  }

  @Test("a search goes on far beyond what there would be room for as snapshots")
  func reach() throws {
    let machine = try #require(Gallery.machines.first { $0.title == "phone@blocks" })
    var options = SearchOptions()
    options.memory = 1_000_000
    var search = Search(machine, options)
    search.run()
    let report = search.report
    #expect(report.bound == .memory(1_000_000))
    #expect(report.frontier * machine.open().snapshot.byteCount(machine.program) > 4_000_000)
  }

  @Test("the less room is left, the further a state may stand behind one that is kept; at most 256 steps")
  func distances() throws {
    let machine = try #require(Gallery.machines.first { $0.title == "phone@blocks" })
    let snapshot = machine.open().snapshot
    let arrival = Expansion.Arrival(
      number: Move.Number(0, isHeld: false), last: DrivenStimulus(.settle), key: Fingerprint(of: .null), time: 0,
      come: 0, snapshot: snapshot, findings: [])
    let kept = snapshot.byteCount(machine.program)
    for (room, longest) in [(0, 256), (kept, 16), (kept * 3, 0)] {
      var frontier = Frontier()
      frontier.begin(with: snapshot)
      var distances: [Int] = []
      for index in 1...600 {
        let state = frontier.leaveNext()
        frontier.add(index, snapshot, of: arrival, from: state, machine.program, room: room)
        frontier.release(state)
        frontier.descend()
        distances.append(frontier.level[0].distance)
        #expect(frontier.byteCount <= 2 * kept + 257 * WaitingState.byteCount)
      }
      #expect(distances.max() == longest)
      #expect(distances.suffix(300).contains(0))
    }
  }
}
