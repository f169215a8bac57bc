import Statecharts

/// A machine with one small change of a chart.
package struct Mutant: Sendable {
  /// The view model, by its place in the program.
  package let template: Int
  package let change: ChartMutation.Change
  package let machine: Machine
}

extension Machine {
  /// Every mutant that can run, view model by view model, in the order of their charts. Nothing is made of one but its chart
  /// until it is used.
  package var mutants: [Mutant] {
    program.templates.enumerated().flatMap { index, template -> [Mutant] in
      guard !template.isInternal, let chart = template.chart else { return [] }
      return chart.mutations.map { Mutant(template: index, change: $0.change, machine: with($0.chart, of: index)) }
    }
  }
}
