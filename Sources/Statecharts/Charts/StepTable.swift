/// A template's chart as plain memory for stepping. It uses the chart's own indexes.
struct StepTable: ~Copyable, Sendable {
  let table: ChartTable
  let rows: FixedMemory<TransitionRow>
  let links: FixedMemory<CandidateLink>
  /// `table` owns these objects; unmanaged references avoid reference counting.
  let actions: FixedMemory<Unmanaged<ChartDefinition.Action>>
  let guards: FixedMemory<Unmanaged<GuardCode>>
  let columns: FixedMemory<Int32>
  let eventless: FixedMemory<Int32>
  /// For each state and column the index of a link, or the complement of a transition's index if it has no guard; 0
  /// for none. Empty if the table would be mostly empty.
  private let cells: FixedMemory<Int32>
  private let columnCount: Int
  let ancestors: FixedMemory<UInt64>
  private let plainFields: FixedMemory<Int32>
  let tellsPlainly: FixedMemory<Bool>
  let modelType: ObjectIdentifier
  let hasEventless: Bool
  let invokesMachines: Bool
  let hasHistory: Bool
  /// Whether it has one region, at most one active leaf and at most 64 states.
  let isSequential: Bool
  /// Whether moves are recorded as numbers: the chart is sequential and traced.
  let tellsByNumber: Bool
  let numbersConfigurations: Bool
  let fitsWord: Bool
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
    hasEventless = table.eventless.contains { $0 != 0 }
    invokesMachines = table.states.contains { $0.invocations.contains { $0.kind == .machine } }
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

  @inline(__always)
  func candidate(of state: Int, _ column: Int) -> Int32 {
    cells.count == 0 ? table.cells[state, column] : cells[state &* columnCount &+ column]
  }

  /// The port of a plain field (`Template.isPlain`); negative if there is none.
  @inline(__always)
  func plainField(at offset: Int) -> Int32 {
    UInt(bitPattern: offset) < UInt(bitPattern: plainFields.count) ? plainFields[offset] : -1
  }
}

/// A chart read in place; valid as long as its program.
struct RunningChart {
  private let place: UnsafePointer<StepTable>

  @inline(__always)
  init(_ index: Int, of charts: borrowing FixedMemory<StepTable>) {
    place = charts.address(of: index)
  }

  var steps: StepTable {
    @inline(__always) unsafeAddress { place }
  }

  var table: ChartTable {
    @inline(__always) _read { yield place.pointee.table }
  }

  func name(ofRegionAt index: Int, in template: Template) -> Name {
    table.title(ofRegionAt: index, templateName: template.name)
  }

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

/// A class, so that an unmanaged reference avoids reference counting.
final class GuardCode: Sendable {
  let holds: ChartDefinition.Guard.Condition

  init(_ holds: @escaping ChartDefinition.Guard.Condition) {
    self.holds = holds
  }
}
