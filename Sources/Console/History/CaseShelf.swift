import Statecharts
import ViewModels

/// The inactive cases of a session by number, and the active number.
///
/// Verbs change a copy of the session. Because cases are stored in pages, a change copies only one page.
struct CaseShelf: Sendable {
  final class Entry: Sendable {
    let number: Int
    let run: CaseRun

    init(number: Int, run: CaseRun) {
      self.number = number
      self.run = run
    }
  }

  private static let pageSize = 64

  private var pages: [[Entry]] = []
  private(set) var current = 1
  private var last = 1

  /// Linear in the number of cases.
  var aside: [Entry] { Array(pages.joined()) }

  /// Stores the active case and takes the next number.
  mutating func putAside(_ run: CaseRun) {
    insert(run)
    last += 1
    current = last
  }

  /// Stores the active case and returns another one.
  mutating func exchange<Stop>(_ run: CaseRun, for number: Int, _ pace: Pace<Stop>) throws(Stop) -> CaseRun? {
    guard let taken = try self.run(number, pace), let index = index(of: number) else { return nil }
    pages[number / Self.pageSize].remove(at: index)
    // An empty case frees its number.
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

  /// The stored case, without snapshots.
  func entry(_ number: Int) -> Entry? { index(of: number).map { pages[number / Self.pageSize][$0] } }

  private func index(of number: Int) -> Int? {
    guard number >= 0, number / Self.pageSize < pages.count else { return nil }
    return pages[number / Self.pageSize].firstIndex { $0.number == number }
  }

  /// A copy of the case; rerunning its commands restores its state.
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

/// A bounded number of a case's snapshots, so that other states can be recomputed cheaply.
///
/// Recent snapshots are close together, older ones farther apart, measured in turns to rerun. So an old state costs
/// a part of its path, and a long command is not rerun needlessly.
struct Checkpoints: Sendable {
  /// After this many commands and turns, a snapshot is kept.
  static let spacing = 32
  static let recentLimit = 32
  /// The maximum number of snapshots besides the start's.
  static let limit = 96

  let start: Snapshot
  /// Never iterated, because the order is not deterministic.
  private var snapshots: [Int: Snapshot] = [:]
  private var nodes: [Int] = []
  /// By node; never iterated.
  private var distances: [Int: Int] = [:]

  init(start: Snapshot) {
    self.start = start
  }

  var count: Int { nodes.count }

  subscript(node: Int) -> Snapshot? { node == 0 ? start : snapshots[node] }

  /// - Parameter distance: The commands and turns from the start.
  mutating func keep(_ snapshot: Snapshot, at node: Int, distance: Int) {
    guard node != 0 else { return }
    if snapshots.updateValue(snapshot, forKey: node) != nil { nodes.removeAll { $0 == node } }
    nodes.append(node)
    distances[node] = distance
    if nodes.count > Self.limit { thin(before: distance) }
  }

  /// Drops half of the older snapshots, those that are cheapest to recompute for their age.
  private mutating func thin(before now: Int) {
    var earlier = nodes.dropLast(Self.recentLimit).sorted()
    var distances = [0] + earlier.map { self.distances[$0] ?? 0 } + [now]
    let cost = { (place: Int, distances: [Int]) in
      Double(abs(distances[place + 2] - distances[place])) / Double(max(1, abs(now - distances[place + 1])))
    }
    var costs = earlier.indices.map { cost($0, distances) }
    for _ in 0..<earlier.count / 2 {
      guard let place = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return }
      let node = earlier.remove(at: place)
      snapshots[node] = nil
      self.distances[node] = nil
      distances.remove(at: place + 1)
      costs.remove(at: place)
      // Only the neighbours' gaps have changed.
      for place in [place - 1, place] where costs.indices.contains(place) { costs[place] = cost(place, distances) }
    }
    nodes.removeAll { snapshots[$0] == nil }
  }
}

/// How commands are rerun: uninterrupted, or as long as a watch allows.
struct Pace<Stop: Error> {
  let step: (CommandProgress) throws(Stop) -> Void
}

extension Pace where Stop == Never {
  static var free: Self { Pace { _ in } }
}

extension Pace where Stop == Mistake {
  init(watchedBy watch: CommandWatch?) {
    self.init { progress throws(Mistake) in
      guard let watch else { return }
      if watch.isInterrupted() { throw Mistake(.stopped) }
      watch.progress(progress)
    }
  }
}

/// A machine with its state and a reused kernel. It has value semantics: a changed copy gets its own kernel.
struct StandingMachine: Sendable {
  /// Only a unique owner changes it, which makes `@unchecked Sendable` safe.
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

  var snapshot: Snapshot {
    get { kept.stepper.snapshot }
    set {
      if isKnownUniquelyReferenced(&kept) { kept.stepper.snapshot = newValue } else { kept = Kept(machine, newValue) }
    }
  }

  /// Virtual milliseconds since the opening.
  var time: Int { kept.stepper.time }
  var hasCrashed: Bool { kept.stepper.hasCrashed }

  /// Reuses the kernel if this copy is its only owner.
  mutating func step<Result, Stop>(_ body: (inout Stepper) throws(Stop) -> Result) throws(Stop) -> Result {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(machine, snapshot) }
    return try body(&kept.stepper)
  }
}
