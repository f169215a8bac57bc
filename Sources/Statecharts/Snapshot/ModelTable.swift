/// The models of a snapshot's machines, those of one template side by side: a model is reached by two numbers.
struct ModelTable: Sendable {
  /// By template; `nil` until there is a machine of it.
  private var columns: [ModelColumn?] = []

  /// Adds the model that a machine of a template begins with.
  ///
  /// - Returns: Its row among those of the template.
  mutating func add(_ initial: InitialModel, of template: Int) -> Int32 {
    while columns.count <= template { columns.append(nil) }
    makeRoom(initial, template)
    return columns[template]!.add()
  }

  /// Adds a copy of a model of another table.
  mutating func add(_ chart: ChartState, of other: ModelTable) -> Int32 {
    guard let column = other.columns[Int(chart.template)] else { return 0 }
    let row = add(column.initial, of: Int(chart.template))
    let place = address(Int(chart.template), row)
    column.initial.destroy(place, 1)
    column.initial.copy(column.address(chart.row), 1, place)
    return row
  }

  /// Ends a model; its row is given out again.
  mutating func remove(_ chart: ChartState) {
    makeUnique(Int(chart.template))
    if columns[Int(chart.template)]?.remove(chart.row) == true { columns[Int(chart.template)] = nil }
  }

  /// Returns where a model lies, for reading; good until models come or go.
  @inline(__always)
  func location(_ template: Int, _ row: Int32) -> UnsafeRawPointer {
    UnsafeRawPointer(columns[template].unsafelyUnwrapped.address(row))
  }

  /// Returns where a model lies; good until models come or go, or the table is copied.
  @inline(__always)
  mutating func address(_ template: Int, _ row: Int32) -> UnsafeMutableRawPointer {
    if !isKnownUniquelyReferenced(&columns[template]) { makeUnique(template) }
    return columns[template].unsafelyUnwrapped.address(row)
  }

  /// Whether the models of a template are of a type.
  @inline(__always)
  func holds(_ type: ObjectIdentifier, for template: Int) -> Bool { columns[template].unsafelyUnwrapped.type == type }

  private mutating func makeUnique(_ template: Int) {
    if isKnownUniquelyReferenced(&columns[template]) { return }
    columns[template] = columns[template].map { $0.copy(capacity: $0.count) }
  }

  private mutating func makeRoom(_ initial: InitialModel, _ template: Int) {
    if columns[template] == nil { columns[template] = ModelColumn(initial, capacity: 1) }
    let isShared = !isKnownUniquelyReferenced(&columns[template])
    if !isShared, columns[template]!.hasRoom { return }
    columns[template] = columns[template].map { column in
      let capacity = column.hasRoom ? column.capacity : max(4, column.capacity * 2)
      return isShared ? column.copy(capacity: capacity) : column.moved(capacity: capacity)
    }
  }
}

/// The models of one template in one piece of memory. All rows hold a model; those that are free hold the initial one.
private final class ModelColumn: @unchecked Sendable {
  let initial: InitialModel
  let type: ObjectIdentifier
  private let stride: Int
  private let rows: UnsafeMutableRawPointer
  let capacity: Int
  // Changed only by the table that alone refers to it.
  private(set) var count = 0
  private var free: [Int32] = []

  init(_ initial: InitialModel, capacity: Int) {
    self.initial = initial
    self.capacity = capacity
    type = initial.type
    stride = initial.stride
    rows = .allocate(byteCount: capacity * initial.stride, alignment: initial.alignment)
  }

  deinit {
    initial.destroy(rows, count)
    rows.deallocate()
  }

  @inline(__always)
  func address(_ row: Int32) -> UnsafeMutableRawPointer { rows + Int(row) &* stride }

  var hasRoom: Bool { count < capacity || !free.isEmpty }

  func add() -> Int32 {
    precondition(hasRoom, "no room for a model")
    if let row = free.popLast() { return row }
    initial.write(address(Int32(count)))
    count += 1
    return Int32(count - 1)
  }

  /// - Returns: Whether it was the last model.
  func remove(_ row: Int32) -> Bool {
    initial.destroy(address(row), 1)
    initial.write(address(row))
    free.append(row)
    return free.count == count
  }

  func copy(capacity: Int) -> ModelColumn {
    let other = empty(capacity: capacity)
    initial.copy(rows, count, other.rows)
    return other
  }

  /// Returns its models in larger memory, and leaves none here.
  func moved(capacity: Int) -> ModelColumn {
    let other = empty(capacity: capacity)
    initial.move(rows, count, other.rows)
    count = 0
    return other
  }

  private func empty(capacity: Int) -> ModelColumn {
    let other = ModelColumn(initial, capacity: max(1, capacity))
    other.count = count
    other.free = free
    return other
  }
}
