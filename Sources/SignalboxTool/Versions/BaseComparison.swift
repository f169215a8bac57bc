import Console
import Exploration
import Terminal
import Traces
import Transcripts
import ViewModels

/// What the machines of another version of the tool and of this one do differently.
struct BaseComparison {
  let base: BaseTool
  /// The machines that only one has, in its order.
  private(set) var only: Sides<[String]>
  /// The machines of both that were compared, in the order of this one.
  private(set) var results: [ComparisonResult] = []
  /// Why machines of both cannot be compared.
  private(set) var refusals: [Diagnostic] = []
  /// How many machines of both were left when somebody stopped it.
  private(set) var left = 0

  /// Compares the machines that are named; all, where none is.
  ///
  /// - Parameter names: `login` for every variant of it.
  init(
    _ base: BaseTool, _ names: [String], _ tool: Tool, _ options: ComparisonOptions,
    result: (ComparedMachines, ComparisonReport) -> ComparisonResult
  ) throws {
    self.base = base
    let titles = Sides(a: try base.tool.machines(), b: tool.catalogue.machines.map(\.title))
    for name in names where !(titles.a + titles.b).contains(where: { Self.isNamed(name, $0) }) {
      _ = try tool.machine(named: name)
    }
    let chosen = titles.map { titles in
      titles.filter { title in names.isEmpty || names.contains { Self.isNamed($0, title) } }
    }
    only = Sides(a: Self.missing(in: chosen.b, of: chosen.a), b: Self.missing(in: chosen.a, of: chosen.b))
    let both = chosen.b.filter { title in !only.b.contains { $0.utf8.elementsEqual(title.utf8) } }
    for (position, title) in both.enumerated() {
      if Interrupt.isRequested {
        left = both.count - position
        break
      }
      do {
        let own = try tool.machine(named: title)
        let side = try RemoteSide(title, of: base.tool, options.domain)
        var search = try ProductSearch(side, LocalSide(own, options.domain), options)
        try search.run { _ in Interrupt.isRequested ? .interrupted : nil }
        let facts = ComparedMachines.Facts(
          title: "\(title) at \(base.title)", definitionHash: side.definitionHash, parts: side.parts)
        results.append(result(ComparedMachines(base: facts, own: own), search.report))
      } catch let refusal as Diagnostic where refusal.exitCode == .badInput {
        refusals.append(refusal)
      }
    }
  }

  /// Whether a machine is the one of a title, or one of the variants of a name.
  private static func isNamed(_ name: String, _ title: String) -> Bool {
    title.utf8.elementsEqual(name.utf8) || title.utf8.starts(with: "\(name)@".utf8)
  }

  private static func missing(in titles: [String], of others: [String]) -> [String] {
    others.filter { other in !titles.contains { $0.utf8.elementsEqual(other.utf8) } }
  }

  /// Nil where nothing was found and not everything was searched. A machine that is gone breaks whoever used it.
  var verdict: Verdict? {
    let gone = only.a.isEmpty ? [] : [Verdict.breaking]
    let new = only.b.isEmpty ? [] : [Verdict.additive]
    let verdict = (results.compactMap(\.verdict) + gone + new).reduce(Verdict.identical) { $0.combined(with: $1) }
    let isOpen = left > 0 || !refusals.isEmpty || results.contains { $0.verdict == nil }
    return verdict == .identical && isOpen ? nil : verdict
  }

  /// The class of each difference of a machine.
  var classes: [DifferenceClass] { results.flatMap(\.classes) }
}

extension ComparisonResult {
  /// Whether there is nothing to tell of it but how far was searched.
  var isQuiet: Bool { (definitions?.changes.isEmpty ?? true) && files.isEmpty && report.isEqual }
}
