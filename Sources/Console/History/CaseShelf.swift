import Statecharts
import ViewModels

/// The cases of a session that are put aside, each with the number that it got when it began, and the present one's number.
///
/// A verb that changes a session works on a copy of it. So the cases are stored in pages: a change copies one page, not all of
/// them.
struct CaseShelf: Sendable {
  final class Entry: Sendable {
    let number: Int
    let run: CaseRun

    init(number: Int, run: CaseRun) {
      self.number = number
      self.run = run
    }
  }

  /// How many numbers a page is for.
  private static let pageSize = 64

  /// By number, those of a page's numbers in each.
  private var pages: [[Entry]] = []
  private(set) var current = 1
  private var last = 1

  /// By number; linear in them.
  var aside: [Entry] { Array(pages.joined()) }

  /// Puts a case aside under the present number and counts on for the next one.
  mutating func putAside(_ run: CaseRun) {
    insert(run)
    last += 1
    current = last
  }

  /// Puts a case aside and takes the one of a number.
  mutating func exchange<Stop>(_ run: CaseRun, for number: Int, _ pace: Pace<Stop>) throws(Stop) -> CaseRun? {
    guard let taken = try self.run(number, pace), let index = index(of: number) else { return nil }
    pages[number / Self.pageSize].remove(at: index)
    // One in which nothing was done gives its number up.
    if run.tree.isEmpty {
      if current == last { last = max(number, pages.last { !$0.isEmpty }?.last?.number ?? 0) }
    } else {
      insert(run)
    }
    current = number
    return taken
  }

  private mutating func insert(_ run: CaseRun) {
    var run = run
    run.putAside()
    let page = current / Self.pageSize
    while pages.count <= page { pages.append([]) }
    let index = pages[page].firstIndex { $0.number > current } ?? pages[page].endIndex
    pages[page].insert(Entry(number: current, run: run), at: index)
  }

  /// The case of a number, as it was put aside; its states are forgotten.
  func entry(_ number: Int) -> Entry? { index(of: number).map { pages[number / Self.pageSize][$0] } }

  private func index(of number: Int) -> Int? {
    guard number >= 0, number / Self.pageSize < pages.count else { return nil }
    return pages[number / Self.pageSize].firstIndex { $0.number == number }
  }

  /// The case of a number, as it was put aside but for its states, which lead along its commands again.
  func run<Stop>(_ number: Int, _ pace: Pace<Stop>) throws(Stop) -> CaseRun? {
    guard var run = entry(number)?.run else { return nil }
    try run.takeUp(pace)
    return run
  }

  mutating func update(_ number: Int, _ change: (inout CaseRun) -> Void) {
    guard let index = index(of: number) else { return }
    var run = pages[number / Self.pageSize][index].run
    change(&run)
    pages[number / Self.pageSize][index] = Entry(number: number, run: run)
  }
}

/// The snapshots of a case that are kept, so that the others need not be found from its start: a bounded number of them,
/// whatever is driven.
///
/// The latest are few commands and turns apart. The earlier ones stand the wider apart the further back they are, counted in turns that would
/// have to run again: so what is long ago costs a part of the way to it, and a command that ran long is not run again in vain.
struct Checkpoints: Sendable {
  /// How many commands and turns may run before the next one is kept.
  static let spacing = 32
  /// How many of the latest are kept whatever stands beside them.
  static let recentLimit = 32
  /// How many are kept beside the start.
  static let limit = 96

  /// The snapshot of node 0.
  let start: Snapshot
  /// Looked up by node, never walked.
  private var snapshots: [Int: Snapshot] = [:]
  /// Their nodes, in the order in which they were kept last.
  private var nodes: [Int] = []
  /// How many turns lead to each. Looked up by node, never walked.
  private var distances: [Int: Int] = [:]

  init(start: Snapshot) {
    self.start = start
  }

  /// How many there are beside the start.
  var count: Int { nodes.count }

  subscript(node: Int) -> Snapshot? { node == 0 ? start : snapshots[node] }

  /// - Parameter distance: How much has to run to come here from the start.
  mutating func keep(_ snapshot: Snapshot, at node: Int, distance: Int) {
    guard node != 0 else { return }
    if snapshots.updateValue(snapshot, forKey: node) != nil { nodes.removeAll { $0 == node } }
    nodes.append(node)
    distances[node] = distance
    if nodes.count > Self.limit { thin(before: distance) }
  }

  /// Drops half of those that are not of the latest: each time the one that costs least for its age.
  private mutating func thin(before now: Int) {
    var earlier = nodes.dropLast(Self.recentLimit).sorted()
    for _ in 0..<earlier.count / 2 {
      let distances = [0] + earlier.map { self.distances[$0] ?? 0 } + [now]
      let costs = earlier.indices.map { place in
        let cost = abs(distances[place + 2] - distances[place])
        return Double(cost) / Double(max(1, abs(now - distances[place + 1])))
      }
      guard let place = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return }
      let node = earlier.remove(at: place)
      snapshots[node] = nil
      self.distances[node] = nil
    }
    nodes.removeAll { snapshots[$0] == nil }
  }
}

/// How commands that ran before run again: without a stop, or as long as somebody who watches lets them.
struct Pace<Stop: Error> {
  /// Called between two pieces of a command, with how far it is.
  let step: (CommandProgress) throws(Stop) -> Void
}

extension Pace where Stop == Never {
  /// Nobody watches.
  static var free: Self { Pace { _ in } }
}

extension Pace where Stop == Mistake {
  /// As the watch lets them.
  init(watchedBy watch: CommandWatch?) {
    self.init { progress throws(Mistake) in
      guard let watch else { return }
      if watch.isInterrupted() { throw Mistake(.stopped) }
      watch.progress(progress)
    }
  }
}

/// A machine where it stands, with the kernel that steps it, which is kept from step to step.
///
/// It is a value: of several copies, each that is changed goes on with a kernel of its own.
struct StandingMachine: Sendable {
  /// Changed only by the one copy that refers to it.
  private final class Kept: @unchecked Sendable {
    var stepper: Stepper

    init(_ machine: Machine, _ snapshot: Snapshot) {
      stepper = Stepper(machine, from: snapshot)
    }
  }

  let machine: Machine
  private var kept: Kept

  init(_ machine: Machine, at snapshot: Snapshot) {
    self.machine = machine
    kept = Kept(machine, snapshot)
  }

  /// Where it stands. Setting it goes on from there.
  var snapshot: Snapshot {
    get { kept.stepper.snapshot }
    set {
      if isKnownUniquelyReferenced(&kept) { kept.stepper.snapshot = newValue } else { kept = Kept(machine, newValue) }
    }
  }

  /// Virtual time in milliseconds since the machine was opened.
  var time: Int { kept.stepper.time }
  /// Whether the model faulted.
  var hasCrashed: Bool { kept.stepper.hasCrashed }

  /// Steps it with the kernel that is kept.
  mutating func step<Result, Stop>(_ body: (inout Stepper) throws(Stop) -> Result) throws(Stop) -> Result {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(machine, snapshot) }
    return try body(&kept.stepper)
  }
}
