import Console
import Exploration
import Statecharts
import Traces
import ViewModels

/// What an engine is asked of the states and steps of a search, by number from 1: the properties that the machine declares,
/// whatever else was found, and then the promises.
struct ExportedProperties {
  struct Property {
    /// As findings are told.
    let title: String
    /// How many steps break it, at least; nil when none do. A promise is broken by a run, which is counted no further.
    var length: Int?
  }

  private(set) var all: [Property]
  /// How many are no promises; those come behind.
  let stateCount: Int

  /// - Parameter prepared: How many commands of each script come before the first state.
  init(of machine: Machine, _ report: SearchReport, _ graph: SearchedGraph, prepared: Int) {
    var names: [String] = []
    for name in machine.program.templates.flatMap({ $0.monitors.map(\.name) })
    where !names.contains(Name(name)) {
      names.append(name)
    }
    declared = names
    all = names.map { Property(title: Self.title(ofProperty: $0)) }
    let found = report.findings.filter { $0.kind != .unkept }
    for finding in found {
      let title = Self.title(of: finding, declared: names)
      if !all.contains(where: { Name($0.title) == title }) { all.append(Property(title: title)) }
    }
    stateCount = all.count
    all += graph.promises.map { Property(title: Self.title(ofProperty: $0.promise.name)) }
    for finding in report.findings {
      guard let number = number(of: finding) else { continue }
      let length = max(0, finding.script.count - prepared)
      all[number - 1].length = min(all[number - 1].length ?? length, length)
    }
  }

  private let declared: [String]

  /// The number of what was found.
  func number(of finding: Finding) -> Int? {
    let title = Self.title(of: finding, declared: declared)
    return all.firstIndex { Name($0.title) == title }.map { $0 + 1 }
  }

  /// The numbers of what was found, each once, in order.
  func numbers(of findings: [Finding]) -> [Int] {
    findings.compactMap(number).reduce(into: Set<Int>()) { $0.insert($1) }.sorted()
  }

  /// A declared property has one title in every instance.
  private static func title(of finding: Finding, declared: [String]) -> String {
    let name = declared.first { name in
      finding.kind == .broken && (Name(finding.name) == name || finding.name.hasSuffix(": \(name)"))
    }
    return name.map(title(ofProperty:)) ?? ExplorationText.title(of: finding).withoutNumbers
  }

  private static func title(ofProperty name: String) -> String { "broken \"\(name.escapedForDisplay)\"" }
}
