import Traces

/// Compares the blocks of a case with what its commands printed.
struct CaseComparison {
  let names: NamedValues
  var limit = MatchLimit()

  /// Compares as many blocks as there are outputs; names bound in one block are known in the next.
  func compare(_ transcriptCase: TranscriptCase, _ outputs: [[String]]) -> [BlockResult] {
    let blocks = Array(transcriptCase.blocks.prefix(outputs.count))
    var search = NameSearch(blocks, outputs, names: names, steps: limit.steps)
    var bindings = Bindings()
    var undecided: NameSearch.Failure?
    do throws(NameSearch.Failure) {
      for (name, value) in try search.values() { bindings.pin(name, to: value) }
    } catch {
      undecided = error
    }
    let comparison = BlockComparison(names: names, limit: limit)
    return blocks.indices.map { place in
      let before = bindings
      for (name, value) in bindings.pins where blocks[place].binds(name) { bindings.bind(name, to: value) }
      var outcome = comparison.compare(blocks[place], outputs[place], &bindings)
      if let undecided, undecided.block == place { outcome = .undecided(undecided.limit) }
      return BlockResult(
        actual: outputs[place], echo: nil, outcome: outcome, bindings: before.withoutPins,
        bindingsAfter: bindings.withoutPins)
    }
  }
}
