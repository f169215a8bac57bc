/// A snapshot's models in one column for each template, addressed by template and row.
struct ModelTable: Sendable {
  private var memory = ModelMemory.none

  mutating func add(_ initial: InitialModel, of template: Int) -> Int32 {
    own(atLeast: template + 1)
    return memory.columns[template].add(initial)
  }

  mutating func add(_ chart: ChartState, of other: ModelTable) -> Int32 {
    let template = Int(chart.template)
    guard let initial = other.memory.columns[template].initial else { return 0 }
    let row = add(initial, of: template)
    let place = address(template, row, .unknown)
    initial.destroy(place, 1)
    initial.copy(other.location(template, chart.row), 1, place)
    return row
  }

  mutating func remove(_ chart: ChartState) {
    own(atLeast: 0)
    memory.columns[Int(chart.template)].remove(chart.row)
  }

  @inline(__always)
  func location(_ template: Int, _ row: Int32) -> UnsafeRawPointer {
    UnsafeRawPointer(memory.columns[template].address(row))
  }

  /// The model for writing in a revision; valid until models come or go or the table is copied.
  @inline(__always)
  mutating func address(_ template: Int, _ row: Int32, _ revision: Revision) -> UnsafeMutableRawPointer {
    if !isKnownUniquelyReferenced(&memory) { own(atLeast: 0) }
    return memory.columns[template].address(row, revision)
  }

  /// The revision of the last change; unknown for an unchanged model.
  func revision(_ template: Int, _ row: Int32) -> Revision { memory.columns[template].revision(row) }

  @inline(__always)
  func holds(_ type: ObjectIdentifier, for template: Int) -> Bool { memory.columns[template].type == type }

  @inline(never)
  private mutating func own(atLeast columnCount: Int) {
    if isKnownUniquelyReferenced(&memory), memory.columnCount >= columnCount { return }
    memory = ModelMemory(copying: memory, columnCount: max(columnCount, memory.columnCount))
  }
}

/// The table's storage, copied on write.
private final class ModelMemory: @unchecked Sendable {
  /// The storage of empty tables; it never changes.
  static let none = ModelMemory(columnCount: 0)

  let columns: UnsafeMutablePointer<ModelColumn>
  let columnCount: Int

  init(copying other: ModelMemory? = nil, columnCount: Int) {
    self.columnCount = columnCount
    columns = .allocate(capacity: columnCount)
    for index in 0..<columnCount {
      let copied = other.flatMap { index < $0.columnCount ? $0.columns[index].copy() : nil }
      (columns + index).initialize(to: copied ?? ModelColumn())
    }
  }

  deinit {
    for index in 0..<columnCount { columns[index].destroy() }
    columns.deinitialize(count: columnCount)
    columns.deallocate()
  }
}

/// One template's models in one allocation. Free rows hold the initial model.
private struct ModelColumn {
  private(set) var initial: InitialModel?
  private(set) var type = ObjectIdentifier(Never.self)
  private var rows = UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
  /// By row; the rows follow in the same allocation.
  private var revisions = UnsafeMutablePointer<Revision>(bitPattern: 8).unsafelyUnwrapped
  private var stride = 0
  private var count = 0
  private var capacity = 0
  private var free: [Int32] = []

  init() {}

  @inline(__always)
  func address(_ row: Int32) -> UnsafeMutableRawPointer { rows + Int(row) &* stride }

  @inline(__always)
  func address(_ row: Int32, _ revision: Revision) -> UnsafeMutableRawPointer {
    revisions[Int(row)] = revision
    return address(row)
  }

  func revision(_ row: Int32) -> Revision { revisions[Int(row)] }

  mutating func add(_ initial: InitialModel) -> Int32 {
    if let row = free.popLast() { return row }
    if count == capacity { grow(initial) }
    initial.write(rows + count * stride)
    revisions[count] = .unknown
    count += 1
    return Int32(count - 1)
  }

  mutating func remove(_ row: Int32) {
    guard let initial else { return }
    initial.destroy(address(row), 1)
    initial.write(address(row, .unknown))
    free.append(row)
    if free.count == count { destroy() }
  }

  private mutating func grow(_ initial: InitialModel) {
    var larger = ModelColumn(initial, capacity: max(1, capacity * 2))
    initial.move(rows, count, larger.rows)
    larger.revisions.update(from: revisions, count: count)
    larger.count = count
    count = 0
    destroy()
    self = larger
  }

  private init(_ initial: InitialModel, capacity: Int) {
    self.initial = initial
    self.capacity = capacity
    type = initial.type
    stride = initial.stride
    let alignment = max(initial.alignment, MemoryLayout<Revision>.alignment)
    let start = (capacity * MemoryLayout<Revision>.stride + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(byteCount: start + capacity * stride, alignment: alignment)
    revisions = memory.bindMemory(to: Revision.self, capacity: capacity)
    rows = memory + start
  }

  func copy() -> ModelColumn {
    guard let initial else { return self }
    var other = ModelColumn(initial, capacity: count)
    initial.copy(rows, count, other.rows)
    other.revisions.update(from: revisions, count: count)
    other.count = count
    other.free = free
    return other
  }

  mutating func destroy() {
    guard let initial else { return }
    initial.destroy(rows, count)
    revisions.deallocate()
    self = ModelColumn()
  }
}
