import Statecharts
import ViewModels

/// Something that is greater at every fifth of the way to the last state that a search found.
package struct Growth: Hashable, Sendable {
  /// The path of a field in quotes, else what is counted.
  package var what: String
  package var sizes: [Int]
  /// Whether it is work that is due, behind stimuli that came between.
  package var isDueWork = false
}

/// Work whose time left differs at every fifth of the way to the last state that a search found.
package struct Countdown: Hashable, Sendable {
  package var work: String
  /// Milliseconds.
  package var timesLeft: [Int]
}

/// What makes a machine's states endless, or many.
extension Search {
  /// How many pieces the way to the last state is cut into.
  private static var pieces: Int { 5 }

  /// Looks for what grows on the way to the state that was found last, and for what comes nearer there; nothing when the way is
  /// shorter than its pieces.
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

/// Whatever of a snapshot can grow, and how great it is.
private struct Measure {
  let what: String
  let size: Int
  var isDueWork = false
}

extension Machine {
  /// Whatever of a snapshot can grow: numbers, lengths of texts and lists, pages, alerts, work, and the time where code reads it.
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
  /// The number that it is or that it reads as, else how long it is.
  fileprivate var size: Int? {
    switch self {
    case .int(let number): number
    case .string(let text): Int(text) ?? text.utf8.count
    case .list(let parts): parts.count
    default: nil
    }
  }
}
