/// What a step looks at in a chart, as plain memory: reading it copies, retains and checks nothing.
///
/// A program makes one for each chart and frees it; the indexes in it are the chart's own.
struct StepTable: Sendable {
  // Written before anybody reads it, and never again.
  /// The chart that it is of.
  nonisolated(unsafe) let table: UnsafePointer<ChartTable>
  nonisolated(unsafe) private(set) var rows: UnsafePointer<TransitionRow>
  nonisolated(unsafe) private(set) var links: UnsafePointer<CandidateLink>
  nonisolated(unsafe) private(set) var actions: UnsafePointer<Unmanaged<Chart.Action>>
  nonisolated(unsafe) private(set) var guards: UnsafePointer<Unmanaged<GuardCode>>
  /// The column of each of the program's events.
  nonisolated(unsafe) private(set) var columns: UnsafePointer<Int32>
  /// For each state the first eventless candidate.
  nonisolated(unsafe) private(set) var eventless: UnsafePointer<Int32>
  /// For each state and column the first candidate as a link, or, where that has no guard, its transition's complement; 0
  /// for none. `nil` for a chart whose table would be mostly empty.
  nonisolated(unsafe) private(set) var cells: UnsafePointer<Int32>?
  /// For each state of a small chart the states around it, as bits.
  nonisolated(unsafe) private(set) var ancestors: UnsafePointer<UInt64>
  /// For each byte of the template's model the port of the plain field that lies there; else -1.
  nonisolated(unsafe) private let plainFields: UnsafePointer<Int32>
  private let plainFieldsEnd: Int
  /// For each field of the template whether its sets are recorded as they are: it is no secret and not internal.
  nonisolated(unsafe) let tellsPlainly: UnsafePointer<Bool>
  /// What the template's models are.
  let modelType: ObjectIdentifier
  private(set) var columnCount: Int
  /// Whether all states fit into the first word of a set.
  let isSmall: Bool
  let hasEventless: Bool
  let invokesMachines: Bool
  let hasHistory: Bool
  /// Whether it has one region and at most one active leaf, and fits into one word.
  let isSequential: Bool
  /// Whether its moves are recorded as numbers: it is sequential, and traces tell of it.
  let tellsByNumber: Bool
  /// The first words of the chart's sets.
  let atomic: UInt64
  let busyExits: UInt64
  let busyEntries: UInt64

  /// Makes the table of a template and its chart, which stays where it is as long.
  init(_ template: Template, at index: Int, _ place: UnsafePointer<ChartTable>) {
    let table = place.pointee
    plainFields = StepTable.memory(template.plainFields)
    plainFieldsEnd = template.plainFields.count
    let isCounted = max(index, template.fields.count, table.states.count) <= UInt16.max
    tellsPlainly = StepTable.memory(template.fields.map { isCounted && !$0.isSecret && !$0.isInternal })
    modelType = template.model.type
    self.table = place
    rows = StepTable.memory(table.rows)
    links = StepTable.memory(table.links)
    actions = StepTable.memory(table.actions.map(Unmanaged.passUnretained))
    guards = StepTable.memory(table.guards.map(Unmanaged.passUnretained))
    columns = StepTable.memory(table.columns)
    eventless = StepTable.memory(table.eventless)
    cells = table.cells.dense.map { cells in
      StepTable.memory(cells.map { table.links[Int($0)].isSure ? ~table.links[Int($0)].transition : $0 })
    }
    ancestors = StepTable.memory(table.states.indices.map(table.ancestorBits))
    columnCount = table.cells.columns
    isSmall = table.states.count <= 64
    hasEventless = table.hasEventless
    invokesMachines = table.invokesMachines
    hasHistory = !table.histories.isEmpty
    isSequential =
      table.states.count <= 64 && table.regions.count == 1
      && !table.states.dropFirst().contains { $0.kind == .parallel }
    tellsByNumber = isCounted && isSequential && !template.isInternal
    atomic = table.atomic.first
    busyExits = table.busyExits.first
    busyEntries = table.busyEntries.first
  }

  /// The port of the field that lies at a byte of the model and of which nothing is computed, observed by the definition
  /// or kept alive; below 0 when there is none.
  @inline(__always)
  func plainField(at offset: Int) -> Int32 {
    UInt(bitPattern: offset) < UInt(bitPattern: plainFieldsEnd) ? plainFields[offset] : -1
  }

  func deallocate() {
    plainFields.deallocate()
    tellsPlainly.deallocate()
    rows.deallocate()
    links.deallocate()
    actions.deallocate()
    guards.deallocate()
    columns.deallocate()
    eventless.deallocate()
    cells?.deallocate()
    ancestors.deallocate()
  }

  private static func memory<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(1, elements.count))
    memory.initialize(from: elements, count: elements.count)
    return UnsafePointer(memory)
  }
}

/// A chart in place: all of it, and what a step looks at.
struct RunningChart {
  let steps: UnsafePointer<StepTable>

  @inline(__always)
  var table: UnsafePointer<ChartTable> { steps.pointee.table }

  /// What a trace calls a region: the root's own name stands for the only one of a chart without parallel ones.
  func name(ofRegionAt index: Int, in template: Template) -> String {
    table.pointee.title(ofRegionAt: index, templateName: template.name)
  }

  /// Returns what a configuration says of a region: `executing`, `on.fast`, `on(left, right)`. A region with one active
  /// leaf has its text at hand.
  func text(of configuration: StateSet, in region: Int) -> String {
    if let leaf = configuration.next(from: region + 1, in: table.pointee.atomic),
      leaf < Int(table.pointee.stateRows[region].end), !table.pointee.leafTexts[leaf].isEmpty
    {
      return table.pointee.leafTexts[leaf]
    }
    return table.pointee.text(of: configuration, in: region)
  }
}

extension ChartTable {
  /// The states around a state but for the root, of those that fit into one word.
  fileprivate func ancestorBits(of state: Int) -> UInt64 {
    var set = StateSet()
    var next = states[state].parent
    while let ancestor = next, ancestor > 0 {
      set.insert(ancestor)
      next = states[ancestor].parent
    }
    return set.first
  }
}

/// A guard behind a pointer that is not counted.
final class GuardCode: Sendable {
  let holds: Chart.Guard.Condition

  init(_ holds: @escaping Chart.Guard.Condition) {
    self.holds = holds
  }
}
