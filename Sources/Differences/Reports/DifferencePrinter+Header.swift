import Traces
import Turns

extension DifferencePrinter {
  /// Which runs are compared, and what must be known before the steps are read.
  func header(_ difference: TraceDifference) -> [String] {
    runs(difference.headers) + origins(difference.headers) + [stimuli(difference)]
      + DiffSide.allCases.filter { !difference.isComplete[$0] }.map {
        "\($0.rawValue) is truncated: what came after its last step is not known"
      }
      + difference.coarse.map {
        "aligned coarsely: steps \(range($0.a)) (a) with steps \(range($0.b)) (b); more of them may belong together"
      }
  }

  func runs(_ headers: Sides<Trace.Header>) -> [String] {
    let machines = headers.map { $0.machine.escapedForDisplay }
    let width = max(machines.a.displayWidth, machines.b.displayWidth)
    return DiffSide.allCases.map { side in
      let definition = headers[side].definition.escapedForDisplay
      let machine = definition.isEmpty ? machines[side] : machines[side].padded(toWidth: width) + "  " + definition
      return "\(sign(side)) \(side.rawValue)  \(machine)"
    }
  }

  func origins(_ headers: Sides<Trace.Header>) -> [String] {
    var lines: [String] = []
    let definitions = headers.map(\.definition)
    if !definitions.a.hasBytes(of: definitions.b) { lines.append("different definitions") }
    let seeds = headers.map { $0.seed ?? 0 }
    if seeds.a != seeds.b { lines.append("different seeds: \(seeds.a) (a), \(seeds.b) (b)") }
    let titles = headers.map { $0.title.isEmpty ? "none" : $0.title.quoted }
    if !titles.a.utf8.elementsEqual(titles.b.utf8) {
      lines.append("different cases: \(titles.a) (a), \(titles.b) (b)")
    }
    return lines
  }

  func stimuli(_ difference: TraceDifference) -> String {
    difference.hasSameStimuli
      ? "same stimuli: \(difference.stimuli.a)"
      : "different stimuli: \(difference.stimuli.a) (a), \(difference.stimuli.b) (b)"
  }

  private func range(_ steps: Range<Int>) -> String {
    steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound)-\(max(steps.upperBound - 1, steps.lowerBound))"
  }
}
