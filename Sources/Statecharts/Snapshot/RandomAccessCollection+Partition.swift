extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs behind, where those that do all stand behind those that do not; the end when none
  /// does. Logarithmic.
  @inline(__always)
  func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
