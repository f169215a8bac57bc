/// The instances of a snapshot, by place; `nil` for a free place.
///
/// Charts and models have parallel arrays, so that a step touches only those.
struct InstanceTable: Sendable, RandomAccessCollection {
  private var entries: [Instance?] = []
  /// By place; empty for instances that are not machines.
  var charts: [ChartState] = []
  var models = ModelTable()
  private(set) var histories: [[HistoryValue]] = []
  var watched: [[MonitorState]] = []

  /// By instance and port, in order of registration; empty without listeners.
  private(set) var listeners: [[[InstanceID]]] = []

  private(set) var places: [Place] = []
  /// Machines with a path of their own, in order.
  private(set) var named: [InstanceID] = []
  private(set) var requests: [InstanceID] = []
  /// The revision of each place's last change: instance, history, path and listeners. `ModelTable` has those of
  /// models; configurations and properties' data have none.
  private var revisions: [Revision] = []
  var revision = Revision.unknown

  @inline(__always)
  func stamp(of id: InstanceID) -> Stamp {
    let chart = charts[id.index]
    let model = chart.template < 0 ? .unknown : models.revision(Int(chart.template), chart.row)
    return Stamp(place: id.index, changed: revisions[id.index], modelChanged: model)
  }

  private mutating func touch(_ index: Int) { revisions[index] = revision }

  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  subscript(index: Int) -> Instance? {
    get { entries[index] }
    _modify {
      touch(index)
      yield &entries[index]
    }
  }

  /// - Parameter chart: Its model must be added already.
  mutating func append(
    _ instance: Instance?, _ chart: ChartState, _ place: Place, history: [HistoryValue] = [],
    watched: [MonitorState] = []
  ) {
    entries.append(nil)
    charts.append(ChartState())
    histories.append([])
    self.watched.append([])
    listeners.append([])
    places.append(.nowhere)
    revisions.append(revision)
    put(instance, chart, place, history: history, watched: watched, at: entries.count - 1)
  }

  mutating func put(
    _ instance: Instance?, _ chart: ChartState = ChartState(), _ place: Place = .nowhere,
    history: [HistoryValue] = [], watched: [MonitorState] = [], at index: Int
  ) {
    if charts[index].template >= 0 { models.remove(charts[index]) }
    if entries[index]?.isRequest ?? false { requests.removeAll { $0.index == index } }
    if instance?.isRequest ?? false { requests.append(InstanceID(index)) }
    entries[index] = instance
    charts[index] = chart
    charts[index].isRoot = place == .root
    charts[index].isTaken = instance.map { !$0.isGone } ?? false
    if !(histories[index].isEmpty && history.isEmpty) { histories[index] = history }
    if !(self.watched[index].isEmpty && watched.isEmpty) { self.watched[index] = watched }
    if !listeners[index].isEmpty { changeListeners(at: index) { $0 = [] } }
    move(InstanceID(index), to: place)
  }

  mutating func move(_ id: InstanceID, to place: Place) {
    switch (places[id.index].ownPath != nil, place.ownPath != nil) {
    case (false, true): named.insert(id, at: rank(of: id))
    case (true, false): named.remove(at: rank(of: id))
    case (true, true), (false, false): break
    }
    places[id.index] = place
    touch(id.index)
  }

  /// Its index in `named`, or where it would be. Logarithmic.
  private func rank(of id: InstanceID) -> Int { named.partitioningIndex { $0.index >= id.index } }

  @inline(__always)
  func place(of id: InstanceID) -> Place? {
    guard UInt(bitPattern: id.index) < UInt(bitPattern: places.count), charts[id.index].template >= 0 else {
      return nil
    }
    return places[id.index]
  }

  @inline(__always)
  func isRoot(_ id: InstanceID) -> Bool {
    UInt(bitPattern: id.index) < UInt(bitPattern: charts.count) && charts[id.index].isRoot
  }

  @inline(__always)
  func isAnchored(_ id: InstanceID) -> Bool {
    UInt(bitPattern: id.index) < UInt(bitPattern: charts.count) && charts[id.index].isAnchored
  }

  /// Whether a place is in use or reserved.
  func holds(_ index: Int) -> Bool { entries[index] != nil }

  func child(_ position: Int, of id: InstanceID) -> InstanceID? {
    let children = entries[id.index]?.machine?.children ?? []
    return children.indices.contains(position) ? children[position] : nil
  }
  func firstFreePlace(from first: Int) -> Int? {
    var place = first
    while place < entries.count {
      if case nil = entries[place] { return place }
      place += 1
    }
    return nil
  }
  func isTaken(_ id: InstanceID) -> Bool { charts[id.index].isTaken }

  func listeners(of id: InstanceID, port: Int) -> [InstanceID] {
    guard listeners.indices.contains(id.index), port < listeners[id.index].count else { return [] }
    return listeners[id.index][port]
  }

  mutating func changeHistory(at index: Int, _ change: (inout [HistoryValue]) -> Void) {
    touch(index)
    change(&histories[index])
  }

  mutating func changeListeners(at index: Int, _ change: (inout [[InstanceID]]) -> Void) {
    touch(index)
    change(&listeners[index])
    charts[index].isHeard = !listeners[index].isEmpty
  }

  mutating func trim() {
    while let last = entries.last, last == nil {
      entries.removeLast()
      charts.removeLast()
      histories.removeLast()
      watched.removeLast()
      listeners.removeLast()
      places.removeLast()
      revisions.removeLast()
    }
  }

  // MARK: Models

  /// The model for reading; valid until instances come or go.
  @inline(__always)
  func modelLocation(at index: Int) -> UnsafeRawPointer {
    models.location(Int(charts[index].template), charts[index].row)
  }

  /// The model for writing; valid until instances come, go or are copied.
  @inline(__always)
  mutating func modelAddress(at index: Int) -> UnsafeMutableRawPointer {
    models.address(Int(charts[index].template), charts[index].row, revision)
  }

  /// The model for reading, valid until instances come or go; nil for another type.
  @inline(__always)
  func modelLocation(of id: InstanceID, _ type: ObjectIdentifier) -> UnsafeRawPointer? {
    guard UInt(bitPattern: id.index) < UInt(bitPattern: charts.count) else { return nil }
    let template = Int(charts[id.index].template)
    guard template >= 0, models.holds(type, for: template) else { return nil }
    return models.location(template, charts[id.index].row)
  }
}
