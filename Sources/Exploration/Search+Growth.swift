import Statecharts
import ViewModels

/// A quantity that is larger in each fifth of the path to the last state found.
package struct Growth: Hashable, Sendable {
  /// A quoted field path, else what is counted.
  package var what: String
  package var sizes: [Int]
  /// Whether it counts due work, which waits while stimuli come between.
  package var isDueWork = false
}

/// Work whose remaining time differs in each fifth of the path to the last state found.
package struct Countdown: Hashable, Sendable {
  package var work: String
  package var timesLeft: [Int]
}

extension Search {
  private static var pieces: Int { 5 }

  /// Finds what grows or counts down on the path to the last state; nothing on a short path.
  mutating func measureGrowth() {
    guard let way = snapshotsOnTheWay(pieces: Self.pieces) else { return report.unlooked.append(.growth) }
    guard way.count == Self.pieces else { return }
    let sizes = way.map { machine.sizes(of: $0) }
    report.growth = sizes[0].compactMap { first in
      let all = sizes.compactMap { $0.first { Name($0.what) == first.what }?.size }
      guard all.count == sizes.count, zip(all, all.dropFirst()).allSatisfy(<) else { return nil }
      return Growth(what: first.what, sizes: all, isDueWork: first.isDueWork)
    }
    let work = way.map { machine.work(of: $0) }
    report.countdowns = work[0].compactMap { first in
      let all = work.compactMap { $0.first { $0.name == first.name }?.dueIn }
      return Set(all).count == Self.pieces ? Countdown(work: first.name.text, timesLeft: all) : nil
    }
  }
}

private struct Measure {
  let what: String
  let size: Int
  var isDueWork = false
}

extension Machine {
  /// Everything that can grow: numbers, lengths, pages, alerts, work, and the time if code reads it.
  fileprivate func sizes(of snapshot: Snapshot) -> [Measure] {
    let fields = fields(of: snapshot).flatMap { field -> [FieldState] in
      guard field.listsRows else { return [field] }
      return [field] + self.fields(of: snapshot, below: "\(field.path)[0]")
    }
    let work = work(of: snapshot)
    let counts = [
      Measure(what: "the count of pages", size: screen(of: snapshot).pages.count),
      Measure(what: "the count of requests", size: requests(of: snapshot).count),
      Measure(what: "the count of waiting work", size: work.count),
      Measure(what: "the count of due work", size: work.count { $0.dueIn <= 0 }, isDueWork: true),
    ]
    return fields.compactMap { field in field.value.size.map { Measure(what: "'\(field.path)'", size: $0) } } + counts
      + (program.readsClock ? [Measure(what: "the time, which code reads,", size: snapshot.time)] : [])
  }
}

extension Value {
  /// The value of a number or numeric text, else the length.
  fileprivate var size: Int? {
    switch self {
    case .int(let number): number
    case .string(let text): Int(text) ?? text.utf8.count
    case .list(let parts): parts.count
    default: nil
    }
  }
}
