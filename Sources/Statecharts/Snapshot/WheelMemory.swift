struct WheelNode: BitwiseCopyable, Sendable {
  var due: UInt64
  var next: Int32 = -1
  var owner: Int32
  var event: Int32
  /// An index of the wheel's `works`; -1 for an event.
  var work: Int32
}

struct WheelQueue: BitwiseCopyable, Sendable {
  var head: Int32 = -1
  var tail: Int32 = -1
}

/// Owns a wheel's memory. A wheel changes it only while uniquely referenced, checked once a change.
final class WheelMemory: Sendable {
  let store: WheelStore

  init(copying other: WheelStore? = nil, used: Int = 0, capacity: Int = 64, targets: Int = 0) {
    store = WheelStore(copying: other, used: used, capacity: capacity, targetCount: targets)
  }

  deinit { store.deallocate() }
}

/// A wheel's memory: near slots for single moments, then levels of 64 slots.
struct WheelStore: BitwiseCopyable, @unchecked Sendable {
  /// The bits of a due time that select a near slot.
  static let nearBits = 11
  static let nearSlots = 1 << nearBits
  /// Levels for the other bits of a due time, six bits each.
  static let farLevels = 9
  static let slotCount = nearSlots + farLevels * 64
  private static let words = slotCount / 64

  let nodes: UnsafeMutablePointer<WheelNode>
  let capacity: Int
  /// The newest piece of each slot, linked to older ones, so that insertion touches no other node; -1 for none.
  let slots: UnsafeMutablePointer<Int32>
  /// A bit for each slot in use; the last word has a bit for each near word in use.
  private let occupied: UnsafeMutablePointer<UInt64>
  /// The pieces for each instance, saturating at 255.
  let targets: UnsafeMutablePointer<UInt8>
  let targetCount: Int

  fileprivate init(copying other: WheelStore?, used: Int, capacity: Int, targetCount: Int) {
    self.capacity = capacity
    self.targetCount = targetCount
    nodes = .allocate(capacity: capacity)
    slots = .allocate(capacity: WheelStore.slotCount)
    occupied = .allocate(capacity: WheelStore.words + 1)
    targets = .allocate(capacity: targetCount)
    targets.initialize(repeating: 0, count: targetCount)
    if let other {
      nodes.initialize(from: other.nodes, count: used)
      slots.initialize(from: other.slots, count: WheelStore.slotCount)
      occupied.initialize(from: other.occupied, count: WheelStore.words + 1)
      targets.update(from: other.targets, count: other.targetCount)
    } else {
      slots.initialize(repeating: -1, count: WheelStore.slotCount)
      occupied.initialize(repeating: 0, count: WheelStore.words + 1)
    }
  }

  fileprivate func deallocate() {
    nodes.deallocate()
    slots.deallocate()
    occupied.deallocate()
    targets.deallocate()
  }

  /// The moment must differ from `now`.
  @inline(__always)
  static func slot(of moment: UInt64, at now: UInt64) -> Int {
    let bits = 63 &- (moment ^ now).leadingZeroBitCount
    if bits < nearBits { return Int(truncatingIfNeeded: moment) & (nearSlots &- 1) }
    let level = (bits &- nearBits) / 6
    return nearSlots &+ level &* 64
      &+ Int(truncatingIfNeeded: moment &>> UInt64(truncatingIfNeeded: nearBits &+ 6 &* level)) & 63
  }

  /// The first moment of a slot in the future.
  @inline(__always)
  static func start(of slot: Int, at now: UInt64) -> UInt64 {
    if slot < nearSlots { return now & ~UInt64(nearSlots - 1) | UInt64(slot) }
    let shift = UInt64(nearBits + (slot - nearSlots) / 64 * 6)
    // The last level's shift yields zero.
    return (now >> (shift + 6)) << (shift + 6) | UInt64(slot & 63) << shift
  }

  @inline(__always)
  var firstSlot: Int? {
    if occupied[WheelStore.words] != 0 {
      let word = occupied[WheelStore.words].trailingZeroBitCount
      return word &* 64 &+ occupied[word].trailingZeroBitCount
    }
    var word = WheelStore.nearSlots / 64
    while word < WheelStore.words {
      if occupied[word] != 0 { return word &* 64 &+ occupied[word].trailingZeroBitCount }
      word &+= 1
    }
    return nil
  }

  @inline(__always)
  func push(_ index: Int32, to slot: Int) {
    nodes[Int(index)].next = slots[slot]
    slots[slot] = index
    let word = slot &>> 6
    occupied[word] |= 1 &<< UInt64(truncatingIfNeeded: slot & 63)
    if slot < WheelStore.nearSlots { occupied[WheelStore.words] |= 1 &<< UInt64(truncatingIfNeeded: word) }
  }

  @inline(__always)
  func set(_ slot: Int, to newest: Int32) {
    slots[slot] = newest
    if newest >= 0 { return }
    let word = slot &>> 6
    occupied[word] &= ~(1 &<< UInt64(truncatingIfNeeded: slot & 63))
    if slot < WheelStore.nearSlots, occupied[word] == 0 {
      occupied[WheelStore.words] &= ~(1 &<< UInt64(truncatingIfNeeded: word))
    }
  }

  @inline(__always)
  func append(_ index: Int32, to queue: inout WheelQueue) {
    nodes[Int(index)].next = -1
    if queue.tail >= 0 { nodes[Int(queue.tail)].next = index } else { queue.head = index }
    queue.tail = index
  }

  /// Returns the pieces in order of insertion.
  @inline(__always)
  func takeAll(from slot: Int) -> WheelQueue {
    var queue = WheelQueue(head: -1, tail: slots[slot])
    var index = slots[slot]
    set(slot, to: -1)
    while index >= 0 {
      let before = nodes[Int(index)].next
      nodes[Int(index)].next = queue.head
      queue.head = index
      index = before
    }
    return queue
  }

  /// `body` may relink the node.
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
