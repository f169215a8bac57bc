/// The work that waits, ordered by due time and then by insertion.
///
/// Few pieces stand in a sorted array; many in a timing wheel, where each costs the same however many there are.
struct Agenda: Sendable {
  /// In order, while the wheel is empty.
  private var sorted: [Work] = []
  /// All of them, once they are many.
  private var wheel = TimingWheel()

  /// Up to how many pieces stand in an array.
  static let few = 32

  init() {}

  /// Makes an agenda of work in order at a moment of virtual time; some of it may be overdue.
  init(_ ordered: [Work], at time: Int) {
    for work in ordered { insert(work, at: min(time, ordered[0].due)) }
  }

  var isEmpty: Bool { sorted.isEmpty && wheel.isEmpty }
  var count: Int { sorted.count + wheel.count }
  /// When the first piece is due; `nil` when nothing waits.
  var nextDue: Int? { wheel.isEmpty ? sorted.first?.due : wheel.nextDue }
  /// When the first piece is due, if that is not after a moment; nothing that is put in later may be due before that.
  @inline(__always)
  mutating func nextDue(upTo moment: Int) -> Int? {
    if !wheel.isEmpty { return wheel.nextDue(upTo: moment) }
    return sorted.first.flatMap { $0.due <= moment ? $0.due : nil }
  }
  var first: Work? { wheel.isEmpty ? sorted.first : ordered.first }

  /// All pieces in the order in which they will run. Linear, and sorts when they are many.
  var ordered: [Work] { wheel.isEmpty ? sorted : wheel.ordered }

  /// Puts a piece behind everything that is due at the same instant.
  ///
  /// - Parameter time: The virtual time; nothing that is put in from now on is due earlier.
  mutating func insert(_ work: Work, at time: Int) {
    guard wheel.isEmpty else { return wheel.insert(work) }
    guard sorted.count < Agenda.few else { return insertIntoWheel(work, at: time) }
    sorted.insert(work, at: sorted.partitioningIndex { $0.due > work.due })
  }

  /// Puts in a delayed event that goes by its own name and has no value.
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

  /// Takes the piece that is due first.
  mutating func popFirst() -> Work? {
    if !wheel.isEmpty { return wheel.popFirst() }
    return sorted.isEmpty ? nil : sorted.removeFirst()
  }

  /// Takes the piece that is due first if it is kept as numbers: an event that goes by its own name and has no value.
  @inline(__always)
  mutating func popEvent() -> (event: EventID, machine: InstanceID, due: Int)? {
    wheel.isEmpty ? nil : wheel.popEvent()
  }

  /// Takes a piece out of turn. Linear.
  mutating func remove(at index: Int) -> Work {
    wheel.isEmpty ? sorted.remove(at: index) : wheel.remove(at: index)
  }

  /// Removes the pieces that a condition holds for. Linear.
  ///
  /// - Returns: Whether there were any.
  mutating func removeAll(where isRemoved: (Work) -> Bool) -> Bool {
    if !wheel.isEmpty { return wheel.removeAll(where: isRemoved) }
    let before = sorted.count
    sorted.removeAll(where: isRemoved)
    return sorted.count != before
  }

  /// Whether some piece is for an instance. Constant but for few pieces and for what had many.
  func targets(_ id: InstanceID) -> Bool {
    wheel.isEmpty ? sorted.contains { $0.target.instance == id } : wheel.targets(id)
  }

  /// Whether some piece may be for an instance; `false` is sure. Constant.
  func mayTarget(_ id: InstanceID) -> Bool {
    wheel.isEmpty ? !sorted.isEmpty : wheel.targets(id)
  }
}

extension Work.Target {
  /// The instance that it is for, when it is for one.
  var instance: InstanceID? {
    switch self {
    case .deliver(let id, _, _), .start(let id), .answer(let id, _, _), .event(let id, _, _), .elapsed(let id, _): id
    case .call, .repeat: nil
    }
  }
}
