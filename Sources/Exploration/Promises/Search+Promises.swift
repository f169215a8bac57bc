import Statecharts
import ViewModels

/// Promises are looked at when the search has ended, on all steps that it made: a bound hides runs, and invents none.
extension Search {
  mutating func checkPromises() {
    guard let graph else { return }
    for (index, promise) in options.promises.enumerated() {
      if !graph.holds[index].contains(true) { report.unseenPremises.append(promise.premise) }
      var search = EvasionSearch(graph, index, within: promise.limit, options.isOver)
      if let evasion = search.found() {
        tell(evasion, of: promise)
      } else if options.isOver() {
        report.unlooked.append(.promise(promise.name))
      }
    }
  }

  private mutating func tell(_ evasion: Evasion, of promise: Promise) {
    let script = script(of: evasion.stem + evasion.cycle)
    var finding = Finding(kind: .unkept, name: promise.name, cause: evasion.reason.told)
    finding.roundLength = evasion.cycle.count
    report.add(finding) { script }
  }
}

extension Evasion.Reason {
  fileprivate var told: String {
    switch self {
    case .rest: "nothing more happens by itself"
    case .cycle: "it goes round for ever"
    case .late: "more time passes"
    }
  }
}
