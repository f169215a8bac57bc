/// Waiting work by due time, then insertion.
///
/// Little work is in a sorted array, more in a timing wheel, whose costs do not depend on the amount.
struct Agenda: Sendable {
  private var sorted: [Work] = []
  private var wheel = TimingWheel()

  static let few = 32

  init() {}

  init(_ ordered: [Work], at time: Int) {
    for work in ordered { insert(work, at: min(time, ordered[0].due)) }
  }

  var isEmpty: Bool { sorted.isEmpty && wheel.isEmpty }
  var count: Int { sorted.count + wheel.count }
  var nextDue: Int? { wheel.isEmpty ? sorted.first?.due : wheel.nextDue }
  /// The first due time up to a moment, which later insertions must not precede.
  @inline(__always)
  mutating func nextDue(upTo moment: Int) -> Int? {
    if !wheel.isEmpty { return wheel.nextDue(upTo: moment) }
    return sorted.first.flatMap { $0.due <= moment ? $0.due : nil }
  }
  var first: Work? { wheel.isEmpty ? sorted.first : ordered.first }

  /// In order of execution. Linear; the wheel sorts.
  var ordered: [Work] { wheel.isEmpty ? sorted : wheel.ordered }

  /// Inserts after all work due at the same instant.
  ///
  /// - Parameter time: Virtual time; a lower bound of later due times.
  mutating func insert(_ work: Work, at time: Int) {
    guard wheel.isEmpty else { return wheel.insert(work) }
    guard sorted.count < Agenda.few else { return insertIntoWheel(work, at: time) }
    sorted.insert(work, at: sorted.partitioningIndex { $0.due > work.due })
  }

  @inline(__always)
  mutating func insert(_ event: EventID, named name: Name, for id: InstanceID, due: Int, at time: Int) {
    if wheel.isEmpty { return insert(Work(event, named: name, for: id, due: due), at: time) }
    wheel.insert(event, named: name, for: id, due: due)
  }

  private mutating func insertIntoWheel(_ work: Work, at time: Int) {
    wheel = TimingWheel(from: min(sorted[0].due, time))
    for work in sorted { wheel.insert(work) }
    sorted = []
    wheel.insert(work)
  }

  mutating func popFirst() -> Work? {
    if !wheel.isEmpty { return wheel.popFirst() }
    return sorted.isEmpty ? nil : sorted.removeFirst()
  }

  /// Returns a plain event, which the wheel stores as numbers: it has its default name and no value.
  @inline(__always)
  mutating func popEvent() -> (event: EventID, machine: InstanceID, due: Int)? {
    wheel.isEmpty ? nil : wheel.popEvent()
  }

  mutating func remove(at index: Int) -> Work {
    wheel.isEmpty ? sorted.remove(at: index) : wheel.remove(at: index)
  }

  /// Linear.
  ///
  /// - Returns: Whether some work was removed.
  mutating func removeAll(where isRemoved: (Work) -> Bool) -> Bool {
    if !wheel.isEmpty { return wheel.removeAll(where: isRemoved) }
    let before = sorted.count
    sorted.removeAll(where: isRemoved)
    return sorted.count != before
  }

  /// Whether work targets the instance. Linear in little work; else constant, and always true for an instance that
  /// has had 255 pieces.
  func targets(_ id: InstanceID) -> Bool {
    wheel.isEmpty ? sorted.contains { $0.target.instance == id } : wheel.targets(id)
  }

  /// Whether work may target the instance; may be true without such work. Constant.
  func mayTarget(_ id: InstanceID) -> Bool {
    wheel.isEmpty ? !sorted.isEmpty : wheel.targets(id)
  }
}

extension Work.Target {
  var instance: InstanceID? {
    switch self {
    case .deliver(let id, _, _), .start(let id), .answer(let id, _, _), .event(let id, _, _), .elapsed(let id, _): id
    case .call, .repeat: nil
    }
  }
}
