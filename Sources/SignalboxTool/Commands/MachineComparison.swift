import Console
import DiagramFiles
import Differences
import Exploration
import Traces
import ViewModels

/// Two machines and the search that fits them.
///
/// A diagram a gets the names of b's page and view model. If b is none, a is a design that b implements.
struct MachineComparison {
  let machines: Sides<Machine>
  private let areDesigns: Bool
  private let names: DesignNames?

  static let designIsSecond =
    "a diagram is compared with the code that implements it; name the diagram first, as in 'compare flow.mmd login'"

  /// - Parameters:
  ///   - root: The folder that diagrams must be below, without links; nil if they may be anywhere.
  ///   - joined: The events of a design with the inputs of other names that they stand for.
  /// - Throws: A mistake in a diagram or in the order of the machines, or `DesignNames.Unknown`.
  init(
    _ machines: Sides<Machine>, under root: String? = nil, joining joined: [(event: Name, input: Name)] = []
  ) throws {
    let references = machines.map { DiagramReference($0.title.text) }
    areDesigns = references.a != nil && references.b != nil
    if references.a == nil, references.b != nil {
      throw Mistake(column: 1, sentence: Self.designIsSecond, code: "E1101")
    }
    guard let reference = references.a else {
      (self.machines, names) = (machines, nil)
      return
    }
    do throws(DiagramError) {
      let design = try DiagramMachines.read(root.map(reference.below) ?? reference, like: machines.b).machine
      self.machines = Sides(a: design, b: machines.b)
    } catch {
      throw Mistake(error)
    }
    names = areDesigns ? nil : try DesignNames(self.machines.a, machines.b, joining: joined)
  }

  var facts: ComparedMachines { ComparedMachines(machines, design: names) }

  func report(_ options: ComparisonOptions, _ watch: (ComparisonReport) -> SearchBound?) -> ComparisonReport {
    if let names {
      var search = ProductSearch(DesignSide(machines.a, machines.b, names), machines.b, options)
      return search.finish(watch)
    }
    var search = areDesigns ? ProductSearch(ofDesigns: machines, options) : ProductSearch(machines, options)
    return search.finish(watch)
  }
}

extension ProductSearch {
  /// Runs to the end or to a bound.
  mutating func finish(_ watch: Watch) throws(Base.Failure) -> ComparisonReport {
    try run(watch)
    var report = report
    report.untried = untried
    return report
  }
}
