/// A set of states as bits: one word for the first 64, an array for the rest.
struct StateSet: Equatable, Sendable, Sequence {
  var first: UInt64 = 0
  private var rest: [UInt64] = []

  @inline(__always)
  init() {}

  @inline(__always)
  init(first: UInt64) {
    self.first = first
  }

  init(_ states: some Sequence<Int>) {
    for state in states { insert(state) }
  }

  @inline(__always)
  var isEmpty: Bool { first == 0 && (rest.isEmpty || rest.allSatisfy { $0 == 0 }) }

  var isSmall: Bool { rest.allSatisfy { $0 == 0 } }

  @inline(__always)
  func contains(_ state: Int) -> Bool {
    state < 64 ? first & (1 &<< UInt64(truncatingIfNeeded: state)) != 0 : word(state &>> 6) & StateSet.bit(state) != 0
  }

  @inline(__always)
  mutating func insert(_ state: Int) {
    if state < 64 { first |= StateSet.bit(state) } else { insertBeyond(state) }
  }

  @inline(__always)
  mutating func remove(_ state: Int) {
    if state < 64 { first &= ~StateSet.bit(state) } else { removeBeyond(state) }
  }

  @inline(__always)
  mutating func formUnion(_ other: StateSet) {
    first |= other.first
    if !other.rest.isEmpty { formUnionBeyond(other) }
  }

  @inline(__always)
  mutating func formIntersection(_ other: StateSet) {
    first &= other.first
    for index in rest.indices { rest[index] &= other.word(index + 1) }
  }

  @inline(__always)
  mutating func subtract(_ other: StateSet) {
    first &= ~other.first
    if !rest.isEmpty { subtractBeyond(other) }
  }

  @inline(__always)
  func isDisjoint(with other: StateSet) -> Bool {
    first & other.first == 0
      && (rest.isEmpty || other.rest.isEmpty || zip(rest, other.rest).allSatisfy { $0 & $1 == 0 })
  }

  @inline(__always)
  func members(from low: Int, to high: Int) -> StateSet {
    let result = StateSet(first: first & StateSet.mask(low, high))
    return rest.isEmpty ? result : membersBeyond(result, low, high)
  }

  @inline(__always)
  func next(from state: Int) -> Int? {
    if state < 64 {
      let bits = first & (~0 &<< UInt64(truncatingIfNeeded: state))
      if bits != 0 { return bits.trailingZeroBitCount }
      if rest.isEmpty { return nil }
    }
    return nextBeyond(from: Swift.max(state, 64))
  }

  @inline(__always)
  func next(from state: Int, in other: StateSet) -> Int? {
    if state < 64 {
      let bits = first & other.first & (~0 &<< UInt64(truncatingIfNeeded: state))
      if bits != 0 { return bits.trailingZeroBitCount }
      if rest.isEmpty { return nil }
    }
    var candidate = nextBeyond(from: Swift.max(state, 64))
    while let member = candidate, !other.contains(member) { candidate = nextBeyond(from: member + 1) }
    return candidate
  }

  @inline(__always)
  var last: Int? {
    if let index = rest.lastIndex(where: { $0 != 0 }) { return (index + 2) * 64 - 1 - rest[index].leadingZeroBitCount }
    return first == 0 ? nil : 63 - first.leadingZeroBitCount
  }

  var states: [Int] { Array(self) }

  func makeIterator() -> Iterator { Iterator(set: self) }

  struct Iterator: IteratorProtocol {
    let set: StateSet
    fileprivate var place = 0

    mutating func next() -> Int? {
      guard let state = set.next(from: place) else { return nil }
      place = state + 1
      return state
    }
  }

  // MARK: Words

  @inline(__always)
  private static func bit(_ state: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: state & 63) }

  @inline(__always)
  private static func mask(_ low: Int, _ high: Int) -> UInt64 {
    let below: UInt64 = high >= 64 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: high)) &- 1
    return low >= 64 ? 0 : below & (~0 &<< UInt64(truncatingIfNeeded: low))
  }

  private func word(_ index: Int) -> UInt64 { index - 1 < rest.count ? rest[index - 1] : 0 }

  private mutating func insertBeyond(_ state: Int) {
    let index = state >> 6 - 1
    while rest.count <= index { rest.append(0) }
    rest[index] |= StateSet.bit(state)
  }

  private mutating func removeBeyond(_ state: Int) {
    let index = state >> 6 - 1
    if index < rest.count { rest[index] &= ~StateSet.bit(state) }
  }

  private mutating func formUnionBeyond(_ other: StateSet) {
    while rest.count < other.rest.count { rest.append(0) }
    for index in other.rest.indices { rest[index] |= other.rest[index] }
  }

  private mutating func subtractBeyond(_ other: StateSet) {
    for index in rest.indices where index < other.rest.count { rest[index] &= ~other.rest[index] }
  }

  private func membersBeyond(_ result: StateSet, _ low: Int, _ high: Int) -> StateSet {
    var result = result
    guard high > 64 else { return result }
    result.rest = rest
    for index in rest.indices {
      let start = (index + 1) * 64
      result.rest[index] &= StateSet.mask(Swift.max(0, low - start), Swift.max(0, high - start))
    }
    return result
  }

  private func nextBeyond(from state: Int) -> Int? {
    var index = state >> 6 - 1
    guard index < rest.count else { return nil }
    var bits = rest[index] & (~0 &<< UInt64(state & 63))
    while bits == 0 {
      index += 1
      guard index < rest.count else { return nil }
      bits = rest[index]
    }
    return (index + 1) * 64 + bits.trailingZeroBitCount
  }
}
