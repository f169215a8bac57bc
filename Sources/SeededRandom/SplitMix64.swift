/// Steele, Lea and Flood's generator: a seed gives the same numbers everywhere.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: some BinaryInteger) {
    state = UInt64(truncatingIfNeeded: seed)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// From 0 to below the bound; 0 if the bound is 0.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(max(1, bound)))
  }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  package mutating func chance(_ percent: Int) -> Bool {
    below(100) < percent
  }
}
