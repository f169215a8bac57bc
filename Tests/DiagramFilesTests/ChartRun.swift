import Statecharts
import Testing
import ViewModels

@testable import DiagramFiles

/// Drives a chart of a file.
struct ChartRun {
  let machine: Machine
  private var snapshot: Snapshot
  private(set) var log: [String] = []

  init(scxml body: String, attributes: String = "") throws {
    let text = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" \(attributes)>\(body)</scxml>"
    let (definition, losses) = try SCXMLFiles.machine(text, name: "flow", folder: "/nowhere", page: "flow")
    #expect(losses.isEmpty, "\(losses)")
    self.init(Machine(name: "flow", variant: "", summary: "", definition: definition))
  }

  init(mermaid body: String) throws {
    let chart = try DiagramChart.mermaid("stateDiagram-v2\n\(body)", name: "flow")
    #expect(chart.losses.isEmpty, "\(chart.losses)")
    let definition = try DiagramMachine(chart).definition(page: "flow")
    self.init(Machine(name: "flow", variant: "", summary: "", definition: definition))
  }

  init(_ machine: Machine) {
    self.machine = machine
    let opened = machine.open()
    snapshot = opened.snapshot
    note(opened.turns)
  }

  private mutating func note(_ turns: [Turn]) {
    for effect in turns.flatMap(\.effects) {
      switch effect {
      case .logged(let text, let value): log.append(value.map { "\(text) \($0.scriptText)" } ?? text)
      case .output(let name, _): log.append("out \(name)")
      default: break
      }
    }
  }

  mutating func send(_ event: String, _ value: Value? = nil) -> String {
    note(machine.step(&snapshot, .send(input: event, value)))
    return state
  }

  mutating func advance(_ milliseconds: Int) -> String {
    note(machine.step(&snapshot, .advance(milliseconds: milliseconds)))
    return state
  }

  var state: String {
    machine.regions(of: snapshot).map(\.state).joined(separator: " | ")
  }

  var fault: String? { snapshot.fault }
}
