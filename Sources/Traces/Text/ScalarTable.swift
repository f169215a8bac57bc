/// A frozen set of Unicode scalars, as sorted ranges that do not touch.
///
/// The formats embed their tables: the standard library's properties change with the toolchain, and a text that is
/// printed differently by a newer Swift would be a difference in every transcript.
struct ScalarTable: Sendable {
  let ranges: [ClosedRange<UInt32>]

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
  }

  /// Whether the scalar is in the set; logarithmic in the number of ranges.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }
}
