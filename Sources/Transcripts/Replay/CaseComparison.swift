import Traces

/// Compares the blocks of a case with what its commands printed.
struct CaseComparison {
  let names: NamedValues
  var limit = MatchLimit()

  /// Compares as many blocks as there are outputs; names bound in one block are known in the next.
  func compare(_ transcriptCase: TranscriptCase, _ outputs: [[String]]) -> [BlockResult] {
    var bindings = Bindings()
    return zip(transcriptCase.blocks, outputs).map { block, output in
      let before = bindings
      let lines = output.map(LineFields.init)
      let outcome = BlockComparison(names: names, limit: limit).compare(block, lines, &bindings)
      return BlockResult(actual: output, echo: nil, outcome: outcome, bindings: before)
    }
  }
}
