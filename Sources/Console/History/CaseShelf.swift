/// The cases of a session that are put aside, each with the number that it got when it began, and the present one's number.
struct CaseShelf: Sendable {
  struct Entry: Sendable {
    let number: Int
    var run: CaseRun
  }

  /// By number.
  private(set) var aside: [Entry] = []
  private(set) var current = 1
  private var last = 1

  /// Puts a case aside under the present number and counts on for the next one.
  mutating func putAside(_ run: CaseRun) {
    insert(run)
    last += 1
    current = last
  }

  /// Puts a case aside and takes the one of a number.
  mutating func exchange<Stop>(_ run: CaseRun, for number: Int, _ pace: Pace<Stop>) throws(Stop) -> CaseRun? {
    guard let index = aside.firstIndex(where: { $0.number == number }) else { return nil }
    var taken = aside[index].run
    try taken.takeUp(pace)
    aside.remove(at: index)
    // One in which nothing was done gives its number up.
    if run.tree.isEmpty { if current == last { last = max(number, aside.last?.number ?? 0) } } else { insert(run) }
    current = number
    return taken
  }

  private mutating func insert(_ run: CaseRun) {
    var run = run
    run.putAside()
    let index = aside.firstIndex { $0.number > current } ?? aside.endIndex
    aside.insert(Entry(number: current, run: run), at: index)
  }

  /// The case of a number, as it was put aside but for its states, which lead along its commands again.
  func run<Stop>(_ number: Int, _ pace: Pace<Stop>) throws(Stop) -> CaseRun? {
    guard var run = aside.first(where: { $0.number == number })?.run else { return nil }
    try run.takeUp(pace)
    return run
  }

  mutating func update(_ number: Int, _ change: (inout CaseRun) -> Void) {
    guard let index = aside.firstIndex(where: { $0.number == number }) else { return }
    change(&aside[index].run)
  }
}
