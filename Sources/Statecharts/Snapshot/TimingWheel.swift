/// A hierarchical timing wheel (Varghese and Lauck 1987): a slot for each of the next 2,048 milliseconds, then 64
/// slots for every six further bits in which a due time differs from now.
///
/// The cost of insertion and removal of the first does not depend on the amount; a piece moves down at most once a
/// level. Plain events (delayed, with their default name and no value) are most of the work, so they are stored as
/// numbers.
struct TimingWheel: Sendable {
  private var memory: WheelMemory?
  /// The number of initialised nodes.
  private var used: Int32 = 0
  private var free: Int32 = -1
  private(set) var count = 0
  /// A lower bound of all due times.
  private var now: UInt64
  private var ready = WheelQueue()
  private var works: [Work?] = []
  private var freeWorks: [Int32] = []
  private var names: [Name?] = []

  /// - Parameter moment: A lower bound of all due times.
  init(from moment: Int = 0) {
    now = TimingWheel.key(moment)
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  func targets(_ id: InstanceID) -> Bool {
    guard let store = memory?.store, 0..<store.targetCount ~= id.index else { return false }
    return store.targets[id.index] > 0
  }

  /// Maps due times to numbers with the same order.
  @inline(__always)
  private static func key(_ due: Int) -> UInt64 { UInt64(bitPattern: Int64(due)) ^ 1 << 63 }
  @inline(__always)
  private static func due(_ key: UInt64) -> Int { Int(Int64(bitPattern: key ^ 1 << 63)) }

  /// Costs a pass over one slot, unlike `nextDue(upTo:)`.
  var nextDue: Int? {
    if ready.head >= 0 { return TimingWheel.due(now) }
    guard let store = memory?.store, let slot = store.firstSlot else { return nil }
    if slot < WheelStore.nearSlots { return TimingWheel.due(WheelStore.start(of: slot, at: now)) }
    var earliest = UInt64.max
    store.visit(store.slots[slot]) { earliest = min(earliest, store.nodes[Int($0)].due) }
    return TimingWheel.due(earliest)
  }

  @inline(__always)
  mutating func nextDue(upTo moment: Int) -> Int? {
    if ready.head < 0, !turn(upTo: TimingWheel.key(moment)) { return nil }
    return TimingWheel.due(now)
  }

  /// Advances `now` to the first piece if it is due by the moment.
  @inline(never)
  private mutating func turn(upTo moment: UInt64) -> Bool {
    guard count > 0 else { return false }
    let store = ownStore()
    while ready.head < 0 {
      guard let slot = store.firstSlot, WheelStore.start(of: slot, at: now) <= moment else { return false }
      now = WheelStore.start(of: slot, at: now)
      let pieces = store.takeAll(from: slot)
      if slot < WheelStore.nearSlots { ready = pieces } else { store.visit(pieces.head) { place($0, store) } }
    }
    return now <= moment
  }

  @inline(__always)
  private mutating func ownStore() -> WheelStore {
    if !isKnownUniquelyReferenced(&memory) { copyMemory() }
    return memory.unsafelyUnwrapped.store
  }

  @inline(never)
  private mutating func copyMemory() {
    guard let store = memory?.store else { return memory = WheelMemory() }
    memory = WheelMemory(copying: store, used: Int(used), capacity: store.capacity, targets: store.targetCount)
  }

  // MARK: Insertion

  mutating func insert(_ work: Work) {
    if let (event, name, id) = work.plainEvent { return insert(event, named: name, for: id, due: work.due) }
    var place = Int32(works.count)
    if let free = freeWorks.popLast() {
      place = free
      works[Int(place)] = work
    } else {
      works.append(work)
    }
    insert(
      WheelNode(
        due: TimingWheel.key(work.due), owner: Int32(work.target.instance?.index ?? -1), event: -1, work: place))
  }

  @inline(__always)
  mutating func insert(_ event: EventID, named name: Name, for id: InstanceID, due: Int) {
    let number = Int(event.number)
    if number >= names.count || names[number] == nil { keep(name, number) }
    insert(
      WheelNode(due: TimingWheel.key(due), owner: Int32(truncatingIfNeeded: id.index), event: event.number, work: -1))
  }

  @inline(never)
  private mutating func keep(_ name: Name, _ number: Int) {
    while names.count <= number { names.append(nil) }
    names[number] = name
  }

  @inline(__always)
  private mutating func insert(_ node: WheelNode) {
    var store = ownStore()
    if Int(node.owner) >= store.targetCount || (free < 0 && Int(used) == store.capacity) {
      grow(for: Int(node.owner))
      store = ownStore()
    }
    if node.owner >= 0, store.targets[Int(node.owner)] < .max { store.targets[Int(node.owner)] &+= 1 }
    count &+= 1
    var index = free
    if index >= 0 {
      free = store.nodes[Int(index)].next
    } else {
      index = used
      used &+= 1
    }
    store.nodes[Int(index)] = node
    store.nodes[Int(index)].due = max(node.due, now)
    place(index, store)
  }

  @inline(never)
  private mutating func grow(for owner: Int) {
    let store = ownStore()
    memory = WheelMemory(
      copying: store, used: Int(used), capacity: Int(used) == store.capacity ? store.capacity * 2 : store.capacity,
      targets: owner >= store.targetCount ? max(owner + 1, store.targetCount * 2) : store.targetCount)
  }

  @inline(__always)
  private mutating func place(_ index: Int32, _ store: WheelStore) {
    let due = store.nodes[Int(index)].due
    if due == now { return store.append(index, to: &ready) }
    store.push(index, to: WheelStore.slot(of: due, at: now))
  }

  // MARK: Removal

  @inline(__always)
  mutating func popEvent() -> (event: EventID, machine: InstanceID, due: Int)? {
    guard ready.head >= 0 || turn(upTo: .max) else { return nil }
    let store = ownStore()
    let node = store.nodes[Int(ready.head)]
    if node.event < 0 { return nil }
    popReady(node, store)
    return (EventID(number: node.event), InstanceID(Int(node.owner)), TimingWheel.due(node.due))
  }

  mutating func popFirst() -> Work? {
    guard ready.head >= 0 || turn(upTo: .max) else { return nil }
    let store = ownStore()
    let work = work(at: ready.head, store)
    popReady(store.nodes[Int(ready.head)], store)
    return work
  }

  @inline(__always)
  private mutating func popReady(_ node: WheelNode, _ store: WheelStore) {
    let index = ready.head
    ready.head = node.next
    if ready.head < 0 { ready.tail = -1 }
    release(index, store)
    giveBack()
  }

  @inline(__always)
  private mutating func release(_ index: Int32, _ store: WheelStore) {
    let node = store.nodes[Int(index)]
    if node.work >= 0 { releaseWork(node.work) }
    if node.owner >= 0, store.targets[Int(node.owner)] < .max { store.targets[Int(node.owner)] &-= 1 }
    store.nodes[Int(index)].next = free
    free = index
    count &-= 1
  }

  @inline(__always)
  private mutating func giveBack() {
    if count == 0 { self = TimingWheel(from: TimingWheel.due(now)) }
  }

  @inline(never)
  private mutating func releaseWork(_ place: Int32) {
    works[Int(place)] = nil
    freeWorks.append(place)
  }

  /// Sorts all work.
  mutating func remove(at position: Int) -> Work {
    let store = ownStore()
    let index = order(store)[position]
    let work = work(at: index, store)
    _ = removeNodes { number, _ in number == index }
    return work
  }

  mutating func removeAll(where isRemoved: (Work) -> Bool) -> Bool { removeNodes { _, work in isRemoved(work) } }

  private mutating func removeNodes(where isRemoved: (Int32, Work) -> Bool) -> Bool {
    if isEmpty { return false }
    let store = ownStore()
    let before = count
    ready = filtered(ready.head, store, isRemoved)
    for slot in 0..<WheelStore.slotCount where store.slots[slot] >= 0 {
      store.set(slot, to: filtered(store.slots[slot], store, isRemoved).head)
    }
    giveBack()
    return count != before
  }

  private mutating func filtered(
    _ first: Int32, _ store: WheelStore, _ isRemoved: (Int32, Work) -> Bool
  ) -> WheelQueue {
    var kept = WheelQueue()
    store.visit(first) { index in
      if isRemoved(index, work(at: index, store)) {
        release(index, store)
      } else {
        store.append(index, to: &kept)
      }
    }
    return kept
  }

  // MARK: Order

  /// Sorts all work.
  var ordered: [Work] { memory.map { memory in order(memory.store).map { work(at: $0, memory.store) } } ?? [] }

  private func work(at index: Int32, _ store: WheelStore) -> Work {
    let node = store.nodes[Int(index)]
    if node.work >= 0 { return works[Int(node.work)].unsafelyUnwrapped }
    return Work(
      EventID(number: node.event), named: names[Int(node.event)] ?? "", for: InstanceID(Int(node.owner)),
      due: TimingWheel.due(node.due))
  }

  private func order(_ store: WheelStore) -> [Int32] {
    var places: [(due: UInt64, position: Int, index: Int32)] = []
    store.visit(ready.head) { places.append((store.nodes[Int($0)].due, places.count, $0)) }
    for slot in 0..<WheelStore.slotCount {
      // A slot's newest piece comes first.
      store.visit(store.slots[slot]) { places.append((store.nodes[Int($0)].due, -places.count, $0)) }
    }
    places.sort { ($0.due, $0.position) < ($1.due, $1.position) }
    return places.map(\.index)
  }
}

extension Work {
  init(_ event: EventID, named name: Name, for id: InstanceID, due: Int) {
    self.init(due: due, source: .delay, name: name, target: .event(id, Event(name: name, id: event), .null))
  }

  fileprivate var plainEvent: (EventID, name: Name, InstanceID)? {
    guard source == .delay, case .event(let id, let event, .null) = target, let number = event.id,
      name == event.name, event.receiver == nil
    else { return nil }
    return (number, event.name, id)
  }
}
