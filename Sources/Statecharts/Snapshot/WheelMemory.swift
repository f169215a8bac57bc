/// A piece of work as it waits in a wheel.
struct WheelNode: BitwiseCopyable, Sendable {
  var due: UInt64
  var next: Int32 = -1
  /// The place of the instance that it is for; -1 for none.
  var owner: Int32
  /// The number of its event; -1 for other work.
  var event: Int32
  /// The place of other work; -1 for an event.
  var work: Int32
}

/// Pieces in order of insertion, linked through their nodes.
struct WheelQueue: BitwiseCopyable, Sendable {
  var head: Int32 = -1
  var tail: Int32 = -1
}

/// What a timing wheel stands in, owned. The wheel alone refers to it when it changes it, and checks that once a change.
final class WheelMemory: Sendable {
  let store: WheelStore

  init(copying other: WheelStore? = nil, used: Int = 0, capacity: Int = 64, targets: Int = 0) {
    store = WheelStore(copying: other, used: used, capacity: capacity, targetCount: targets)
  }

  deinit { store.deallocate() }
}

/// The memory of a timing wheel.
struct WheelStore: BitwiseCopyable, @unchecked Sendable {
  /// Enough for all bits of a due time.
  static let levels = 11

  let nodes: UnsafeMutablePointer<WheelNode>
  let capacity: Int
  /// For each level 64 times the newest piece of a slot, linked to those before it, so that putting one in touches no
  /// other; -1 for none.
  let slots: UnsafeMutablePointer<Int32>
  /// Which slots of a level hold something.
  let occupied: UnsafeMutablePointer<UInt64>
  /// How many pieces are for an instance, by its place; one that has had 255 keeps that.
  let targets: UnsafeMutablePointer<UInt8>
  let targetCount: Int

  fileprivate init(copying other: WheelStore?, used: Int, capacity: Int, targetCount: Int) {
    self.capacity = capacity
    self.targetCount = targetCount
    nodes = .allocate(capacity: capacity)
    slots = .allocate(capacity: WheelStore.levels * 64)
    occupied = .allocate(capacity: WheelStore.levels)
    targets = .allocate(capacity: targetCount)
    targets.initialize(repeating: 0, count: targetCount)
    if let other {
      nodes.initialize(from: other.nodes, count: used)
      slots.initialize(from: other.slots, count: WheelStore.levels * 64)
      occupied.initialize(from: other.occupied, count: WheelStore.levels)
      targets.update(from: other.targets, count: other.targetCount)
    } else {
      slots.initialize(repeating: -1, count: WheelStore.levels * 64)
      occupied.initialize(repeating: 0, count: WheelStore.levels)
    }
  }

  fileprivate func deallocate() {
    nodes.deallocate()
    slots.deallocate()
    occupied.deallocate()
    targets.deallocate()
  }

  /// The slot whose pieces precede those of all others.
  @inline(__always)
  var firstSlot: (level: Int, slot: Int)? {
    var level = 0
    while level < WheelStore.levels {
      if occupied[level] != 0 { return (level, occupied[level].trailingZeroBitCount) }
      level &+= 1
    }
    return nil
  }

  /// Links a node behind those of a queue.
  @inline(__always)
  func append(_ index: Int32, to queue: inout WheelQueue) {
    nodes[Int(index)].next = -1
    if queue.tail >= 0 { nodes[Int(queue.tail)].next = index } else { queue.head = index }
    queue.tail = index
  }

  /// Empties a slot and returns its pieces in order of insertion.
  @inline(__always)
  func takeAll(from slot: Int) -> WheelQueue {
    var queue = WheelQueue(head: -1, tail: slots[slot])
    var index = slots[slot]
    slots[slot] = -1
    while index >= 0 {
      let before = nodes[Int(index)].next
      nodes[Int(index)].next = queue.head
      queue.head = index
      index = before
    }
    return queue
  }

  /// Calls the body for each node from one on; the body may link it elsewhere.
  @inline(__always)
  func visit(_ first: Int32, _ body: (Int32) -> Void) {
    var index = first
    while index >= 0 {
      let next = nodes[Int(index)].next
      body(index)
      index = next
    }
  }
}
