import Statecharts

/// A chart that was read from a file.
package struct DiagramChart: Hashable, Sendable {
  package var name: String
  /// Actions are words; guards are names.
  package var chart: ChartDescription
  /// By number of the state.
  package var places: [Place]
  /// The parts that were not understood and are missing in the chart.
  package var losses: [DiagramProblem]
}
