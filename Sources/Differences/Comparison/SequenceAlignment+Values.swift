import Sequences
import Turns

extension SequenceAlignment {
  /// Aligns equal values.
  init(_ a: [Value], _ b: [Value], cap: Int = SequenceAlignment.defaultCap) {
    self.init(a, b, cap: cap) { $0.precedes($1) }
  }
}
