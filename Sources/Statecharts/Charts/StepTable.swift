/// A chart with what a step looks at in it as plain memory. A program makes one for each template; the indexes in it are the
/// chart's own.
struct StepTable: ~Copyable, Sendable {
  let table: ChartTable
  let rows: FixedMemory<TransitionRow>
  let links: FixedMemory<CandidateLink>
  /// What `table` keeps, without counting who holds it.
  let actions: FixedMemory<Unmanaged<ChartDefinition.Action>>
  let guards: FixedMemory<Unmanaged<GuardCode>>
  /// The column of each of the program's events.
  let columns: FixedMemory<Int32>
  /// For each state the first eventless candidate.
  let eventless: FixedMemory<Int32>
  /// For each state and column the first candidate as a link, or, where that has no guard, its transition's complement; 0
  /// for none. Empty for a chart whose table would be mostly empty.
  private let cells: FixedMemory<Int32>
  private let columnCount: Int
  /// For each state the states around it but for the root, of those below 64 as bits.
  let ancestors: FixedMemory<UInt64>
  /// For each byte of the template's model the port of the plain field that lies there; else -1.
  private let plainFields: FixedMemory<Int32>
  /// For each field of the template whether its sets are recorded as they are: it is no secret and not internal.
  let tellsPlainly: FixedMemory<Bool>
  /// What the template's models are.
  let modelType: ObjectIdentifier
  let hasEventless: Bool
  let invokesMachines: Bool
  let hasHistory: Bool
  /// Whether it has one region and at most one active leaf, and fits into one word.
  let isSequential: Bool
  /// Whether its moves are recorded as numbers: it is sequential, and traces tell of it.
  let tellsByNumber: Bool
  /// Whether its configurations can be recorded as numbers.
  let numbersConfigurations: Bool
  let fitsWord: Bool
  /// The first words of the chart's sets.
  let atomic: UInt64
  let busyExits: UInt64
  let busyEntries: UInt64

  init(_ template: Template, at index: Int, _ table: ChartTable) {
    self.table = table
    rows = FixedMemory(table.rows)
    links = FixedMemory(table.links)
    actions = FixedMemory(table.actions.map(Unmanaged.passUnretained))
    guards = FixedMemory(table.guards.map(Unmanaged.passUnretained))
    columns = FixedMemory(table.columns)
    eventless = FixedMemory(table.eventless)
    cells = FixedMemory(
      (table.cells.dense ?? []).map { table.links[Int($0)].isSure ? ~table.links[Int($0)].transition : $0 })
    columnCount = table.cells.columns
    ancestors = FixedMemory(count: table.states.count, table.ancestorBits)
    plainFields = FixedMemory(template.plainFields)
    let isCounted = max(index, template.fields.count, table.states.count) <= UInt16.max
    tellsPlainly = FixedMemory(template.fields.map { isCounted && !$0.isSecret && !$0.isInternal })
    modelType = template.model.type
    hasEventless = table.hasEventless
    invokesMachines = table.invokesMachines
    hasHistory = !table.histories.isEmpty
    isSequential =
      table.fitsWord && table.regions.count == 1 && !table.states.dropFirst().contains { $0.kind == .parallel }
    tellsByNumber = isCounted && isSequential && !template.isInternal
    numbersConfigurations = isCounted && table.fitsWord
    fitsWord = table.fitsWord
    atomic = table.atomic.first
    busyExits = table.busyExits.first
    busyEntries = table.busyEntries.first
  }

  /// The first candidate of a state and an event's column, as a link, or the complement of a transition that has no guard;
  /// 0 for none.
  @inline(__always)
  func candidate(of state: Int, _ column: Int) -> Int32 {
    cells.count == 0 ? table.cells[state, column] : cells[state &* columnCount &+ column]
  }

  /// The port of the field that lies at a byte of the model and of which nothing is computed, observed by the definition
  /// or kept alive; below 0 when there is none.
  @inline(__always)
  func plainField(at offset: Int) -> Int32 {
    UInt(bitPattern: offset) < UInt(bitPattern: plainFields.count) ? plainFields[offset] : -1
  }
}

/// A chart in place, valid as long as its program is.
struct RunningChart {
  private let place: UnsafePointer<StepTable>

  @inline(__always)
  init(_ index: Int, of charts: borrowing FixedMemory<StepTable>) {
    place = charts.address(of: index)
  }

  /// What a step looks at.
  var steps: StepTable {
    @inline(__always) unsafeAddress { place }
  }

  /// All of it.
  var table: ChartTable {
    @inline(__always) _read { yield place.pointee.table }
  }

  /// What a trace calls a region: the root's own name stands for the only one of a chart without parallel ones.
  func name(ofRegionAt index: Int, in template: Template) -> Name {
    table.title(ofRegionAt: index, templateName: template.name)
  }

  /// Returns what a configuration says of a region: `executing`, `on.fast`, `on(left, right)`. A region with one active
  /// leaf has its text at hand.
  func text(of configuration: StateSet, in region: Int) -> String {
    if let leaf = configuration.next(from: region + 1, in: table.atomic), leaf < table.states[region].end,
      !table.leafTexts[leaf].isEmpty
    {
      return table.leafTexts[leaf]
    }
    return table.text(of: configuration, in: region)
  }
}

extension ChartTable {
  fileprivate func ancestorBits(of state: Int) -> UInt64 {
    guard let parent = states[state].parent, parent > 0 else { return 0 }
    return StateSet(CollectionOfOne(parent)).first | ancestorBits(of: parent)
  }
}

/// A guard behind a pointer that is not counted.
final class GuardCode: Sendable {
  let holds: ChartDefinition.Guard.Condition

  init(_ holds: @escaping ChartDefinition.Guard.Condition) {
    self.holds = holds
  }
}
