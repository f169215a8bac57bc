/// A hierarchical timing wheel (Varghese and Lauck 1987): a level for each six bits in which a due time differs from now,
/// a slot for each of their values, and in a slot the pieces in order of insertion.
///
/// Putting a piece in and taking the first cost the same however many there are; each piece moves down a level at most
/// once for every six bits of its distance.
struct TimingWheel: Sendable {
  private struct Node: Sendable {
    /// `nil` for a place that is free.
    var work: Work?
    var due: UInt64
    var next: Int32
    /// The place of the instance that it is for; -1 for none.
    var owner: Int32
  }

  /// Pieces in order of insertion, linked through their nodes.
  private struct Slot: Sendable {
    var head: Int32 = -1
    var tail: Int32 = -1
  }

  private var nodes: [Node] = []
  private var free: Int32 = -1
  private(set) var count = 0
  /// No piece is due earlier.
  private var now: UInt64
  /// What is due just now.
  private var ready = Slot()
  /// Which slots of a level hold something.
  private var occupied: [UInt64] = []
  private var slots: [Slot] = []
  /// How many pieces are for an instance, by its place.
  private var targeted: [Int32] = []

  /// - Parameter moment: No piece will be due earlier.
  init(from moment: Int = 0) {
    now = TimingWheel.key(moment)
  }

  var isEmpty: Bool { count == 0 }

  func targets(_ id: InstanceID) -> Bool { targeted.indices.contains(id.index) && targeted[id.index] > 0 }

  /// Due times as numbers whose order is that of their bits.
  private static func key(_ due: Int) -> UInt64 { UInt64(bitPattern: Int64(due)) ^ 1 << 63 }
  private static func due(_ key: UInt64) -> Int { Int(Int64(bitPattern: key ^ 1 << 63)) }

  var nextDue: Int? {
    if ready.head >= 0 { return TimingWheel.due(now) }
    guard let (level, slot) = firstSlot else { return nil }
    if level == 0 { return TimingWheel.due(now & ~63 | UInt64(slot)) }
    return TimingWheel.due(earliest(in: slots[level * 64 + slot]))
  }

  /// The slot whose pieces precede those of all others.
  private var firstSlot: (level: Int, slot: Int)? {
    for level in occupied.indices where occupied[level] != 0 { return (level, occupied[level].trailingZeroBitCount) }
    return nil
  }

  private func earliest(in slot: Slot) -> UInt64 {
    var earliest = UInt64.max
    var index = slot.head
    while index >= 0 {
      earliest = min(earliest, nodes[Int(index)].due)
      index = nodes[Int(index)].next
    }
    return earliest
  }

  // MARK: Putting in

  mutating func insert(_ work: Work) {
    let due = max(TimingWheel.key(work.due), now)
    let owner = Int32(work.target.instance?.index ?? -1)
    if owner >= 0 { expect(owner) }
    count += 1
    var index = free
    if index >= 0 {
      free = nodes[Int(index)].next
      nodes[Int(index)] = Node(work: work, due: due, next: -1, owner: owner)
    } else {
      index = Int32(nodes.count)
      nodes.append(Node(work: work, due: due, next: -1, owner: owner))
    }
    place(index, due)
  }

  private mutating func expect(_ owner: Int32) {
    let missing = Int(owner) + 1 - targeted.count
    if missing > 0 { targeted.append(contentsOf: repeatElement(0, count: missing)) }
    targeted[Int(owner)] += 1
  }

  /// Links a node behind those of its slot.
  private mutating func place(_ index: Int32, _ due: UInt64) {
    let distance = due ^ now
    if distance == 0 { return TimingWheel.append(index, to: &ready, &nodes) }
    let level = (63 - distance.leadingZeroBitCount) / 6
    if occupied.count <= level { addLevels(level) }
    let slot = Int(due >> (6 * UInt64(level)) & 63)
    occupied[level] |= 1 << UInt64(slot)
    TimingWheel.append(index, to: &slots[level * 64 + slot], &nodes)
  }

  private mutating func addLevels(_ level: Int) {
    let missing = level + 1 - occupied.count
    occupied.append(contentsOf: repeatElement(0, count: missing))
    slots.append(contentsOf: repeatElement(Slot(), count: 64 * missing))
  }

  private static func append(_ index: Int32, to slot: inout Slot, _ nodes: inout [Node]) {
    nodes[Int(index)].next = -1
    if slot.tail >= 0 { nodes[Int(slot.tail)].next = index } else { slot.head = index }
    slot.tail = index
  }

  // MARK: Taking out

  mutating func popFirst() -> Work? {
    while ready.head < 0 {
      guard let (level, slot) = firstSlot else { return nil }
      descend(level, slot)
    }
    let index = ready.head
    ready.head = nodes[Int(index)].next
    if ready.head < 0 { ready.tail = -1 }
    return release(index)
  }

  /// Moves now to the first piece of a slot, and the slot's pieces with it.
  private mutating func descend(_ level: Int, _ slot: Int) {
    let list = slots[level * 64 + slot]
    slots[level * 64 + slot] = Slot()
    occupied[level] &= ~(1 << UInt64(slot))
    if level == 0 {
      now = now & ~63 | UInt64(slot)
      ready = list
      return
    }
    now = earliest(in: list)
    var index = list.head
    while index >= 0 {
      let next = nodes[Int(index)].next
      place(index, nodes[Int(index)].due)
      index = next
    }
  }

  private mutating func release(_ index: Int32) -> Work? {
    let work = nodes[Int(index)].work.take()
    let owner = nodes[Int(index)].owner
    if owner >= 0 { targeted[Int(owner)] -= 1 }
    nodes[Int(index)].next = free
    free = index
    count -= 1
    if count == 0 { self = TimingWheel(from: TimingWheel.due(now)) }
    return work
  }

  /// Takes the piece at a position of the order. Sorts them.
  mutating func remove(at position: Int) -> Work? {
    let index = order[position]
    let work = nodes[Int(index)].work
    _ = removeNodes { number, _ in number == index }
    return work
  }

  mutating func removeAll(where isRemoved: (Work) -> Bool) -> Bool { removeNodes { _, work in isRemoved(work) } }

  private mutating func removeNodes(where isRemoved: (Int32, Work) -> Bool) -> Bool {
    let before = count
    ready = filtered(ready, isRemoved)
    for level in occupied.indices {
      for slot in 0..<64 where occupied[level] >> UInt64(slot) & 1 == 1 {
        let list = filtered(slots[level * 64 + slot], isRemoved)
        // Releasing the last piece makes the wheel anew.
        if isEmpty { return true }
        slots[level * 64 + slot] = list
        if list.head < 0 { occupied[level] &= ~(1 << UInt64(slot)) }
      }
    }
    return count != before
  }

  private mutating func filtered(_ slot: Slot, _ isRemoved: (Int32, Work) -> Bool) -> Slot {
    var kept = Slot()
    var index = slot.head
    while index >= 0 {
      let next = nodes[Int(index)].next
      if let work = nodes[Int(index)].work, isRemoved(index, work) {
        _ = release(index)
        if isEmpty { return Slot() }
      } else {
        TimingWheel.append(index, to: &kept, &nodes)
      }
      index = next
    }
    return kept
  }

  // MARK: Looking

  /// All pieces in order. Sorts them.
  var ordered: [Work] { order.compactMap { nodes[Int($0)].work } }

  private var order: [Int32] {
    var places: [(due: UInt64, position: Int, index: Int32)] = []
    for slot in [ready] + slots {
      var index = slot.head
      while index >= 0 {
        places.append((nodes[Int(index)].due, places.count, index))
        index = nodes[Int(index)].next
      }
    }
    places.sort { ($0.due, $0.position) < ($1.due, $1.position) }
    return places.map(\.index)
  }
}
