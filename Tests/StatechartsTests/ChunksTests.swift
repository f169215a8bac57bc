import SeededRandom
import Testing

@testable import Statecharts

/// A list in pieces is a list.
struct ChunksTests {
  @Test("what is put in, and taken from the end, is what an array holds", arguments: 0..<8)
  func list(seed: Int) {
    var random = SplitMix64(seed: seed)
    var chunks = Chunks<String>()
    var list: [String] = []
    for step in 0..<60 {
      if step.isMultiple(of: 3) {
        // Ends of pieces are likely.
        let index =
          Bool.random(using: &random) ? list.count / 256 * 256 : Int.random(in: 0...list.count, using: &random)
        chunks.removeAll(from: index)
        list.removeSubrange(index...)
      } else {
        for number in 0..<Int.random(in: 0...300, using: &random) {
          chunks.append("a text that is too long to be a small one: \(step) \(number)")
          list.append("a text that is too long to be a small one: \(step) \(number)")
        }
      }
      #expect((0..<chunks.count).map { chunks[$0] } == list)
    }
  }
}
