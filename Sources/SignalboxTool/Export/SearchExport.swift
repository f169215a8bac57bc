import Console
import Exploration
import Statecharts
import Traces
import ViewModels

struct SearchExport {
  let machine: Machine
  let graph: SearchedGraph
  let report: SearchReport
  let beginning: [String]
  let commands: [String]
  let properties: ExportedProperties

  init(_ machine: Machine, _ graph: SearchedGraph, _ report: SearchReport, behind preparation: [Stimulus]) {
    self.machine = machine
    self.graph = graph
    self.report = report
    let first = machine.lines(of: preparation.map { DrivenStimulus($0) })
    beginning = ["open \(machine.title)"] + first.orUnspelled
    commands = machine.lines(of: graph.commands).orUnspelled
    properties = ExportedProperties(of: machine, report, graph, prepared: preparation.count)
  }

  var head: [String] {
    [
      "machine      \(machine.title) \(machine.definitionHash)",
      "searched     \(report.bound.map { "\($0.told), so this is not all: \(report.frontier.counted("state")) not followed" } ?? "completely")",
      "states       \(report.states)",
      "steps        \(graph.stepCount)",
    ] + zip(["begins with"] + beginning.dropFirst().map { _ in "" }, beginning).map { $0.0.padded(toWidth: 13) + $0.1 }
  }

  var verdicts: [String] {
    properties.all.enumerated().map { index, property in
      "\(index + 1)".padded(toWidth: 4)
        + "\(property.title): \(told(property.length, isPromise: index >= properties.stateCount))"
    }
  }

  private func told(_ length: Int?, isPromise: Bool) -> String {
    guard let length else { return "not found" }
    if isPromise { return "found" }
    return length == 0 ? "found when the machine is opened; no step shows it" : "found after \(length.counted("step"))"
  }
}

/// The properties by number from 1: the machine's, other findings, then the promises.
struct ExportedProperties {
  struct Property {
    let title: String
    /// The fewest steps that break it; nil if none do. For a promise, any value means broken.
    var length: Int?
  }

  private(set) var all: [Property]
  /// The number of properties before the promises.
  let stateCount: Int

  /// - Parameter prepared: The commands before the first state.
  init(of machine: Machine, _ report: SearchReport, _ graph: SearchedGraph, prepared: Int) {
    var names: [String] = []
    for name in machine.program.templates.flatMap({ $0.monitors.map(\.name) })
    where !names.contains(name) {
      names.append(name.text)
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

  func number(of finding: Finding) -> Int? {
    let title = Self.title(of: finding, declared: declared)
    return all.firstIndex { Name($0.title) == title }.map { $0 + 1 }
  }

  func numbers(of findings: [Finding]) -> [Int] {
    Set(findings.compactMap(number)).sorted()
  }

  /// A declared property has one title in all instances.
  private static func title(of finding: Finding, declared: [String]) -> String {
    let name = declared.first { name in
      finding.kind == .broken && (Name(finding.name) == name || finding.name.hasSuffix(": \(name)"))
    }
    return name.map(title(ofProperty:)) ?? ExplorationText.title(of: finding).withoutNumbers
  }

  private static func title(ofProperty name: String) -> String { "broken \"\(name.escapedForDisplay)\"" }
}
