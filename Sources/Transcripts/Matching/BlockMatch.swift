/// How a block held: which expectation took which output line.
struct BlockMatch {
  struct Pair: Equatable {
    var expectation: Int
    var actual: Int
  }

  /// In the order of the output.
  var pairs: [Pair]
  /// The bindings of the case after the block.
  var bindings: Bindings
}
