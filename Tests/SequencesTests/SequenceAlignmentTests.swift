import SeededRandom
import Sequences
import Testing

@Suite("the alignment of sequences")
struct SequenceAlignmentTests {
  private func matched(_ a: String, _ b: String, cap: Int = SequenceAlignment.defaultCap) -> String {
    let letters = Array(a)
    return String(SequenceAlignment(letters, Array(b), cap: cap, by: <).pairs.map { letters[$0.a] })
  }

  @Test("a longest common subsequence is found without anchors")
  func longest() {
    #expect(matched("aabbabab", "ababbaab").count == Self.longestCommon(Array("aabbabab"), Array("ababbaab")))
    #expect(matched("", "abc") == "")
    #expect(matched("abc", "abc") == "abc")
    #expect(matched("abcabba", "cbabac").count == 4)
  }

  @Test("every pair of words of up to five letters over two has the longest one")
  func exhaustive() {
    let words = (0...5).flatMap { length in
      (0..<(1 << length)).map { bits in String((0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" }) }
    }
    for a in words {
      for b in words {
        let alignment = SequenceAlignment(Array(a), Array(b), by: <)
        #expect(alignment.pairs.count == Self.longestCommon(Array(a), Array(b)), "\(a) \(b)")
        let mirrored = SequenceAlignment(Array(b), Array(a), by: <).pairs.map {
          SequenceAlignment.Pair(a: $0.b, b: $0.a)
        }
        #expect(alignment.pairs == mirrored, "\(a) \(b)")
      }
    }
  }

  @Test("in long sequences an element unique to both is an anchor")
  func anchors() {
    #expect(matched("baaa", "aaab") == "aaa")
    #expect(matched("baaa", "aaab", cap: 4) == "b")
  }

  @Test("a search that reaches its cap says where, and its pairs are still equal and in order")
  func capped() {
    var random = SplitMix64(seed: 7)
    let a = (0..<400).map { _ in Int.random(in: 0..<3, using: &random) }
    let b = (0..<400).map { _ in Int.random(in: 0..<3, using: &random) }
    let alignment = SequenceAlignment(a, b, cap: 8, by: <)
    #expect(!alignment.coarse.isEmpty)
    #expect(alignment.pairs.allSatisfy { a[$0.a] == b[$0.b] })
    #expect(zip(alignment.pairs, alignment.pairs.dropFirst()).allSatisfy { $0.a < $1.a && $0.b < $1.b })
    #expect(SequenceAlignment(a, b, by: <).coarse.isEmpty)
    #expect(alignment.pairs.count <= SequenceAlignment(a, b, by: <).pairs.count)
  }

  private static func longestCommon(_ a: [Character], _ b: [Character]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for left in a {
      var diagonal = 0
      for (index, right) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = left == right ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }
}
