import Statecharts
import ViewModels

/// Promises are checked after the search; a bound hides broken ones but adds none.
extension Search {
  mutating func checkPromises() {
    guard let graph else { return }
    for (index, promise) in options.promises.enumerated() {
      var search = EvasionSearch(graph, index, within: promise.limit, options.isOver)
      if let evasion = search.found() {
        tell(evasion, of: promise)
      } else if options.isOver() {
        report.unlooked.append(.promise(promise.name))
      }
    }
  }

  var unbegunPromises: [String] {
    guard let graph else { return [] }
    return options.promises.indices.filter { !graph.holds[$0].contains(true) }.map { options.promises[$0].name }
  }

  private mutating func tell(_ evasion: Evasion, of promise: Promise) {
    let script = script(of: evasion.stem + evasion.cycle)
    var finding = Finding(kind: .unkept, name: promise.name, cause: evasion.reason.rawValue)
    finding.roundLength = evasion.cycle.count
    report.add(finding) { script }
  }
}

/// Whenever `holds` is true, `isKept` is true then or later, on every run on which time passes and due work runs,
/// whatever the user does.
package struct Promise: Sendable {
  /// As the user wrote it: `P leads to Q within 10s`.
  package var name: String
  package var holds: @Sendable (Snapshot) -> Bool
  /// May already be true.
  package var isKept: @Sendable (Snapshot) -> Bool
  /// In virtual milliseconds; nil for no limit.
  package var limit: Int?

  package init(
    _ name: String, holds: @escaping @Sendable (Snapshot) -> Bool,
    isKept: @escaping @Sendable (Snapshot) -> Bool, within limit: Int? = nil
  ) {
    self.name = name
    self.holds = holds
    self.isKept = isKept
    self.limit = limit
  }
}
