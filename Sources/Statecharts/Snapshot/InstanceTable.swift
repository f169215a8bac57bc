/// The instances of a snapshot, by place; `nil` for a place that is free.
///
/// Charts and models lie in arrays of their own, at the same places: a step looks at them and leaves the rest alone.
struct InstanceTable: Sendable, RandomAccessCollection {
  private var entries: [Instance?] = []
  /// Where the chart of each machine stands; one that runs nothing for every other place.
  var charts: [ChartState] = []
  var models = ModelTable()
  /// What the history states of each machine remember, in document order.
  private(set) var histories: [[HistoryValue]] = []
  /// What the properties of its template know of each machine; nothing for every other place.
  var watched: [[MonitorState]] = []

  /// Of each instance the listeners of each port in order of registration; empty until somebody listens.
  private(set) var listeners: [[[InstanceID]]] = []

  /// Where each machine stands, seen from the root.
  private(set) var places: [Place] = []
  /// Which machines have a path of their own, in order.
  private(set) var named: [InstanceID] = []
  /// Which instances are requests, in no order.
  private(set) var requests: [InstanceID] = []
  /// In which revision each place changed last: what stands there, its history, its path and who listens to it. The table of
  /// models has those of the models; where a chart stands and what properties know has none.
  private var revisions: [Revision] = []
  /// What changes now belongs to it.
  var revision = Revision.unknown

  /// Which place it is, and since when it stands as it does.
  @inline(__always)
  func stamp(of id: InstanceID) -> Stamp {
    let chart = charts[id.index]
    let model = chart.template < 0 ? .unknown : models.revision(Int(chart.template), chart.row)
    return Stamp(place: id.index, changed: revisions[id.index], modelChanged: model)
  }

  /// Takes note that a place changes.
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

  /// - Parameter chart: Its model has been added.
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

  /// Puts an instance into a place, with nobody that listens to it.
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

  /// Says where a machine stands from now on.
  mutating func move(_ id: InstanceID, to place: Place) {
    switch (places[id.index].ownPath != nil, place.ownPath != nil) {
    case (false, true): named.insert(id, at: rank(of: id))
    case (true, false): named.remove(at: rank(of: id))
    case (true, true), (false, false): break
    }
    places[id.index] = place
    touch(id.index)
  }

  /// Where a machine stands among those that have a path of their own, or would; logarithmic in them.
  private func rank(of id: InstanceID) -> Int { named.partitioningIndex { $0.index >= id.index } }

  /// Makes a place free, or leaves what keeps it from being given out again.
  mutating func remove(at index: Int, leaving rest: Instance? = nil) {
    put(rest, at: index)
  }

  /// Where a machine stands; `nil` for what is none.
  @inline(__always)
  func place(of id: InstanceID) -> Place? {
    guard UInt(bitPattern: id.index) < UInt(bitPattern: places.count), charts[id.index].template >= 0 else {
      return nil
    }
    return places[id.index]
  }

  /// Whether a machine is the root, whose names have no path before them.
  @inline(__always)
  func isRoot(_ id: InstanceID) -> Bool {
    UInt(bitPattern: id.index) < UInt(bitPattern: charts.count) && charts[id.index].isRoot
  }

  /// Whether the roots alone keep an instance alive, as the last walk found.
  @inline(__always)
  func isAnchored(_ id: InstanceID) -> Bool {
    UInt(bitPattern: id.index) < UInt(bitPattern: charts.count) && charts[id.index].isAnchored
  }

  /// Whether a place is not free: something stands there, or what stood there is still mentioned.
  func holds(_ index: Int) -> Bool { entries[index] != nil }

  /// The machines that a machine has from its set-up on.
  func children(of id: InstanceID) -> [InstanceID] { entries[id.index]?.machine?.children ?? [] }
  /// The child at a place; `nil` when it is gone.
  func child(_ position: Int, of id: InstanceID) -> InstanceID? {
    let children = children(of: id)
    return children.indices.contains(position) ? children[position] : nil
  }
  /// The first free place that is none before another one.
  func firstFreePlace(from first: Int) -> Int? {
    var place = first
    while place < entries.count {
      if case nil = entries[place] { return place }
      place += 1
    }
    return nil
  }
  /// Whether an instance stands at a place.
  func isTaken(_ id: InstanceID) -> Bool { charts[id.index].isTaken }

  /// The listeners of a port; none where there is no instance.
  func listeners(of id: InstanceID, port: Int) -> [InstanceID] {
    guard listeners.indices.contains(id.index), port < listeners[id.index].count else { return [] }
    return listeners[id.index][port]
  }

  /// Changes what history states remember.
  mutating func changeHistory(at index: Int, _ change: (inout [HistoryValue]) -> Void) {
    touch(index)
    change(&histories[index])
  }

  /// Changes who listens to an instance.
  mutating func changeListeners(at index: Int, _ change: (inout [[InstanceID]]) -> Void) {
    touch(index)
    change(&listeners[index])
    charts[index].isHeard = !listeners[index].isEmpty
  }

  /// Gives back the free places at the end.
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

  /// Returns where a machine's model lies, for reading; good until instances come or go.
  @inline(__always)
  func modelLocation(at index: Int) -> UnsafeRawPointer {
    models.location(Int(charts[index].template), charts[index].row)
  }

  /// Returns where a machine's model lies; good until instances come or go, or are copied.
  @inline(__always)
  mutating func modelAddress(at index: Int) -> UnsafeMutableRawPointer {
    models.address(Int(charts[index].template), charts[index].row, revision)
  }

  /// Returns where an instance's model lies if it is of a type, for reading; good until instances come or go.
  @inline(__always)
  func modelLocation(of id: InstanceID, _ type: ObjectIdentifier) -> UnsafeRawPointer? {
    guard UInt(bitPattern: id.index) < UInt(bitPattern: charts.count) else { return nil }
    let template = Int(charts[id.index].template)
    guard template >= 0, models.holds(type, for: template) else { return nil }
    return models.location(template, charts[id.index].row)
  }
}
