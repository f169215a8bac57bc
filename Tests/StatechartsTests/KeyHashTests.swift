import Testing

@testable import Statecharts

/// The hash of keys, without secrets and seeds: the same in every run.
struct KeyHashTests {
  private func digest(_ words: [UInt64]) -> (first: UInt64, second: UInt64) {
    var hash = KeyHash()
    for word in words { hash.update(word) }
    return hash.finalized()
  }

  /// Short texts of few small words, as snapshots are: all of up to three words below 32, and each with one bit changed
  /// anywhere.
  private var texts: [[UInt64]] {
    var texts: [[UInt64]] = [[]]
    for first in 0..<UInt64(32) {
      texts.append([first])
      for second in 0..<UInt64(32) {
        texts.append([first, second])
        for third in 0..<UInt64(32) { texts.append([first, second, third]) }
      }
    }
    let long: [UInt64] = (0..<64).map { $0 << 56 | $0 }
    for index in long.indices {
      for bit in 0..<64 {
        var changed = long
        changed[index] ^= 1 << UInt64(bit)
        texts.append(changed)
      }
    }
    return texts + [long, long + [0], [0] + long, [0, 0, 0, 0]]
  }

  @Test("texts that differ in a bit, in length or in order have other digests, in either half")
  func halves() {
    let digests = texts.map(digest)
    #expect(Set(digests.map(\.first)).count == Set(texts).count)
    #expect(Set(digests.map(\.second)).count == Set(texts).count)
  }

  @Test("a changed bit changes about half of the digest's bits")
  func avalanche() {
    var changed = 0
    for bit in 0..<UInt64(64) {
      for word in 0..<UInt64(64) {
        let (one, other) = (digest([word, 7]), digest([word ^ 1 << bit, 7]))
        changed += (one.first ^ other.first).nonzeroBitCount + (one.second ^ other.second).nonzeroBitCount
      }
    }
    let share = Double(changed) / Double(64 * 64 * 128)
    #expect(0.49 < share && share < 0.51)
  }
}
