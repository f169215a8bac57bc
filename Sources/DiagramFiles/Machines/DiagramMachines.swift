import Files
import Locks
import Statecharts
import Traces
import ViewModels

/// Why a diagram's file gives no machine.
package enum DiagramError: Error {
  case unreadable(FileError)
  case problems([DiagramProblem], path: String)
}

/// Makes machines of diagrams in files. A file is read again once it has changed.
package final class DiagramMachines: Sendable {
  private let isLenient: Bool
  private let report: @Sendable (_ path: String, DiagramProblem) -> Void
  private let known = Locked<[DiagramReference: (machine: Machine, stamps: [String: FileStamp?])]>([:])

  /// - Parameter report: Receives the parts that were not understood, if `isLenient` skips them.
  package init(isLenient: Bool, report: @escaping @Sendable (_ path: String, DiagramProblem) -> Void) {
    self.isLenient = isLenient
    self.report = report
  }

  /// Nil if the text is not the name of a diagram's file.
  ///
  /// - Parameter root: The folder that the file must be below, without links; nil if it may be anywhere.
  package func machine(named text: String, under root: String? = nil) throws(DiagramError) -> Machine? {
    guard let named = DiagramReference(text) else {
      if let problem = DiagramReference.problem(with: text) { throw .problems([problem], path: text) }
      return nil
    }
    let reference = root.map(named.below) ?? named
    let last = known.withLock { $0[reference] }
    if let last, last.stamps.allSatisfy({ FileStamp($0.key) == $0.value }) { return last.machine }
    var stamps = [reference.wholePath: FileStamp(reference.wholePath)]
    let (machine, losses) = try Self.read(reference) { stamps[$0] = FileStamp($0) }
    guard losses.isEmpty || isLenient else { throw .problems(losses, path: reference.wholePath) }
    for loss in losses { report(reference.wholePath, loss) }
    known.withLock { [stamps] in $0[reference] = (machine, stamps) }
    return machine
  }

  /// The machine, and the parts of its file that it lacks.
  ///
  /// - Parameters:
  ///   - other: The machine whose page and region have the names that the diagram's get.
  ///   - visit: Receives the path of each other file, before it is read.
  package static func read(
    _ reference: DiagramReference, like other: Machine? = nil, visit: @escaping (String) -> Void = { _ in }
  ) throws(DiagramError) -> (machine: Machine, losses: [DiagramProblem]) {
    let text: String
    do throws(FileError) { text = try DiagramLimits.readText(reference.path, under: reference.root) } catch {
      throw .unreadable(error)
    }
    do throws(DiagramProblem) {
      let page = other?.pageNames.first ?? Name(reference.stem.asUsableName)
      let regions = other.map { $0.regions(of: $0.open().snapshot).map(\.region.text) } ?? []
      let name = regions.contains(reference.stem) ? reference.stem : regions.first ?? reference.stem
      let (definition, losses) = try definition(text, reference, named: name, page, visit)
      let machine = Machine(name: Name(reference.name), variant: "", summary: "a diagram", definition: definition)
      return (machine, losses)
    } catch {
      throw .problems([error], path: reference.wholePath)
    }
  }

  private static func definition(
    _ text: String, _ reference: DiagramReference, named name: String, _ page: Name,
    _ visit: @escaping (String) -> Void
  ) throws(DiagramProblem) -> (MachineDefinition, [DiagramProblem]) {
    let chart: DiagramChart
    switch reference.format {
    case .scxml:
      let folder = splitPath(reference.wholePath).folder
      return try SCXMLFiles.machine(text, name: name, folder: folder, page: page, visit: visit)
    case .mermaid: chart = try DiagramChart.mermaid(text, name: name)
    case .markdown:
      let markdown = try MarkdownDiagrams(text)
      chart = try DiagramChart.mermaid(in: markdown, markdown.block(reference.block), name: name)
    }
    let machine = DiagramMachine(chart)
    return (try machine.definition(page: page), chart.losses + machine.losses)
  }
}
