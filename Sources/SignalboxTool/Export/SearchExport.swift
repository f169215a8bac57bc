import Console
import Exploration
import Statecharts
import Traces
import ViewModels

/// A whole search, as engines of others are told of it: what is written first, the commands, and what is checked.
struct SearchExport {
  let machine: Machine
  let graph: SearchedGraph
  let report: SearchReport
  /// What is done before the first state.
  let beginning: [String]
  /// What each command is typed as.
  let commands: [String]
  let properties: ExportedProperties

  init(_ machine: Machine, _ graph: SearchedGraph, _ report: SearchReport, behind preparation: [Stimulus]) {
    self.machine = machine
    self.graph = graph
    self.report = report
    let first = machine.lines(of: preparation.map { DrivenStimulus($0) })
    beginning = ["open \(machine.title)"] + first.map { $0 ?? DrivenStimulus.unspelled }
    commands = machine.lines(of: graph.commands).map { $0 ?? DrivenStimulus.unspelled }
    properties = ExportedProperties(of: machine, report, graph, prepared: preparation.count)
  }

  /// What the head of a file says of the search.
  var head: [String] {
    [
      "machine      \(machine.title) \(machine.definitionHash)",
      "searched     \(report.bound.map { "\($0.told), so this is not all: \(report.frontier.counted("state")) not followed" } ?? "completely")",
      "states       \(report.states)",
      "steps        \(graph.stepCount)",
    ] + zip(["begins with"] + beginning.dropFirst().map { _ in "" }, beginning).map { $0.0.padded(toWidth: 13) + $0.1 }
  }

  /// The properties with their numbers, and what signalbox found of each.
  var verdicts: [String] {
    properties.all.enumerated().map { index, property in
      "\(index + 1)".padded(toWidth: 4)
        + "\(property.title): \(told(property.length, isPromise: index >= properties.stateCount))"
    }
  }

  private func told(_ length: Int?, isPromise: Bool) -> String {
    guard let length else { return "not found" }
    if isPromise { return "found" }
    return length == 0 ? "found when it is opened, which no step shows" : "found after \(length.counted("step"))"
  }
}
