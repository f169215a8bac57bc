import Observation
import Statecharts

struct ObjectField: Sendable {
  let name: Name
  /// Its value; of rows it is not used.
  let read: @MainActor @Sendable (AnyObject) -> Value
  /// Sets the field; false if the value has the wrong type. Nil if the field is read-only.
  var write: (@MainActor @Sendable (AnyObject, Value) -> Bool)?
  /// The objects of a field of rows, and the place of their type; nil for a value.
  var rows: (read: @MainActor @Sendable (AnyObject) -> [AnyObject], type: Int)?
}

enum ObjectInput: Sendable {
  case plain(@MainActor @Sendable (AnyObject, Value) -> Void)
  case async(@MainActor @Sendable (AnyObject, Value) async throws -> Void)

  var isAsync: Bool { if case .async = self { true } else { false } }
}

struct ObjectType: Sendable {
  let fields: [ObjectField]
  let inputs: [(name: Name, run: ObjectInput)]
}

/// The class of an object and those of its rows; its own is the first.
struct ObjectTypes: Sendable {
  let all: [ObjectType]
  let family: ObjectFamily
  let make: @MainActor @Sendable (ObjectRun) throws -> AnyObject

  var haveRows: Bool { all.count > 1 }
}

/// An object or one of its rows, with its fields as they were last read.
private final class LiveMember: @unchecked Sendable {
  // Only the object's thread accesses this class.

  let object: AnyObject
  let type: Int
  var values: [Value]
  /// By field, the index of an assignment among the deeds, while its value is unread.
  var unread: [Int?]

  init(_ object: AnyObject, type: Int, _ values: [Value]) {
    (self.object, self.type, self.values) = (object, type, values)
    unread = values.map { _ in nil }
  }
}

/// A live object and the journal that led to its state.
final class LiveObject: @unchecked Sendable {
  // Only the object's thread accesses this class.

  private let types: ObjectTypes
  let run = ObjectRun()
  /// The object is 0; its rows have the numbers from 1 on, none twice.
  private var members: [Int: LiveMember] = [:]
  private var numbers: [RowIdentity: Int] = [:]
  private var lastNumber = 0
  private(set) var node: JournalNode?
  /// The last calls in trials, with what they did.
  private(set) var triedCalls: [(node: JournalNode, deeds: [Deed])] = []
  /// During a replay, assignments are not observed.
  private var isReplaying = false
  /// Whether another object took its place.
  private(set) var isRetired = false

  private struct RowIdentity: Hashable {
    let object: ObjectIdentifier
    let type: Int
  }

  init(_ types: ObjectTypes) {
    self.types = types
    types.family.begin(self)
  }

  /// The fields of the object and of its rows as they were last read, by number.
  var values: [Int: [Value]] { members.mapValues(\.values) }

  func perform(_ entry: Entry) -> [Deed] {
    run.deeds = []
    entered(at: entry.time) { call(entry.call) }
    let deeds = run.deeds
    run.deeds = []
    node = JournalNode(after: node, entry, digest: deeds.digest)
    return deeds
  }

  /// Keeps what the last call did.
  func rememberTrial(_ deeds: [Deed]) {
    guard let node else { return }
    if triedCalls.count == 16 { triedCalls.removeFirst() }
    triedCalls.append((node, deeds))
  }

  private func entered(at time: Int, _ body: () -> Void) {
    let outer = SwiftRuntime.current
    SwiftRuntime.current = run
    SwiftRuntime.at(milliseconds: time) {
      body()
      if SwiftRuntime.mainQueueWaits() {
        if !run.isEnding { Escape.note(.mainQueue, by: run) }
        SwiftRuntime.runMainQueue()
      }
      findRows()
      if !isReplaying { readFields() }
      run.forgetEndedTasks()
    }
    SwiftRuntime.current = outer
  }

  private func call(_ call: Entry.Call) {
    run.under(name(of: call)) {
      switch call {
      case .make:
        switch SwiftRuntime.onMainActor({ Result { try types.make(run) } }) {
        case .success(let object): add(object, 0, type: 0)
        case .failure(let error): Escape.note(.failedMake(String(describing: error)), by: run)
        }
      case .set(let place, let value):
        guard let member = members[place.number], let write = field(place).write else { return }
        // What the object makes of it is an assignment of its own.
        member.values[place.index] = value
        _ = SwiftRuntime.onMainActor { write(member.object, value) }
      case .input(let place, let value):
        guard let member = members[place.number] else { return }
        switch types.all[member.type].inputs[place.index].run {
        case .plain(let run): SwiftRuntime.onMainActor { run(member.object, value) }
        case .async(let body): begin(body, place, Unchecked(value: member.object), value)
        }
      // These run under the names of their own tasks.
      case .job(let number): run.run(job: number)
      case .wake(let number): run.wake(number)
      case .answer(let number, let outcome, let value): run.answer(number, outcome, value)
      }
    }
  }

  /// Uses a main-actor task, as a view's button does.
  private func begin(
    _ body: @escaping @MainActor @Sendable (AnyObject, Value) async throws -> Void, _ input: MemberPlace,
    _ object: Unchecked<AnyObject>, _ value: Value
  ) {
    run.calls[input, default: 0] += 1
    let run = run
    Task { @MainActor in
      var ending = Ending.succeeded
      do {
        try await body(object.value, value)
      } catch is CancellationError {
        ending = .cancelled
      } catch {
        ending = .failed(String(describing: error))
      }
      let left = (run.calls[input] ?? 1) - 1
      run.calls[input] = left == 0 ? nil : left
      run.deeds.append(.ended(input, ending, isLast: left == 0))
    }
  }

  // MARK: Rows

  /// Finds the objects of all fields of rows: numbers are given to those that came, and those that no field has are
  /// let go of.
  private func findRows() {
    guard types.haveRows, members[0] != nil else { return }
    var (found, next): (Set<Int>, [Int]) = ([0], [0])
    while let number = next.popLast() {
      guard let member = members[number] else { continue }
      for (index, field) in types.all[member.type].fields.enumerated() {
        guard let rows = field.rows else { continue }
        let objects = SwiftRuntime.onMainActor { rows.read(member.object) }
        let listed = objects.map { self.number(of: $0, type: rows.type) }
        for number in listed where found.insert(number).inserted { next.append(number) }
        let value = Value.list(listed.map(Value.int))
        if value == member.values[index] { continue }
        member.values[index] = value
        if isReplaying { continue }
        if let place = member.unread[index] {
          run.deeds[place] = .assigned(MemberPlace(number: number, index: index), value)
        } else {
          run.deeds.append(.assigned(MemberPlace(number: number, index: index), value))
        }
      }
      for index in member.unread.indices where types.all[member.type].fields[index].rows != nil {
        member.unread[index] = nil
      }
    }
    if found.count < members.count {
      members = members.filter { found.contains($0.key) }
      numbers = numbers.filter { found.contains($0.value) }
    }
  }

  private func number(of row: AnyObject, type: Int) -> Int {
    let identity = RowIdentity(object: ObjectIdentifier(row), type: type)
    if let number = numbers[identity] { return number }
    lastNumber += 1
    numbers[identity] = lastNumber
    add(row, lastNumber, type: type)
    return lastNumber
  }

  private func add(_ object: AnyObject, _ number: Int, type: Int) {
    let member = LiveMember(object, type: type, types.all[type].fields.map { $0.rows == nil ? .null : .list([]) })
    members[number] = member
    if isReplaying { return }
    for index in member.values.indices { member.values[index] = value(of: index, member) }
    if number > 0 { run.deeds.append(.came(number, type: type, member.values)) }
    follow(number)
  }

  // MARK: Fields

  private func field(_ place: MemberPlace) -> ObjectField {
    types.all[members[place.number]?.type ?? 0].fields[place.index]
  }

  private func follow(_ number: Int) {
    for index in members[number]?.values.indices ?? 0..<0 { follow(MemberPlace(number: number, index: index)) }
  }

  /// Observes the next assignment of a field. Each field is observed alone: a field that reads others would receive
  /// their changes in hash-table order.
  private func follow(_ place: MemberPlace) {
    guard let member = members[place.number] else { return }
    let field = field(place)
    SwiftRuntime.onMainActor {
      let object = Unchecked(value: member.object)
      withObservationTracking {
        if let rows = field.rows { _ = rows.read(object.value) } else { _ = field.read(object.value) }
      } onChange: { [weak self] in
        self?.willAssign(place)
      }
    }
  }

  private func willAssign(_ place: MemberPlace) {
    guard SwiftRuntime.current === run, !run.isEnding, !isReplaying, let member = members[place.number] else { return }
    // Rows are known when the call has returned, so only the last assignment of a list is one.
    if field(place).rows == nil { fill(place, member) }
    let deed = placeOfDeed(place)
    member.unread[place.index] = deed
    run.deeds.insert(.assigned(place, nil), at: deed)
    follow(place)
  }

  /// The position of an assignment. Observation notifies several fields of one property in hash order; this restores
  /// the adapter's order.
  private func placeOfDeed(_ place: MemberPlace) -> Int {
    var deed = run.deeds.count
    while deed > 0, case .assigned(let other, nil) = run.deeds[deed - 1],
      (place.number, place.index) < (other.number, other.index), let member = members[other.number],
      member.unread[other.index] == deed - 1, isUnchanged(other, member)
    {
      member.unread[other.index] = deed
      deed -= 1
    }
    return deed
  }

  private func isUnchanged(_ place: MemberPlace, _ member: LiveMember) -> Bool {
    guard let rows = field(place).rows else { return value(of: place.index, member) == member.values[place.index] }
    let objects = SwiftRuntime.onMainActor { rows.read(member.object) }
    let known = objects.map { numbers[RowIdentity(object: ObjectIdentifier($0), type: rows.type)] ?? 0 }
    return .list(known.map(Value.int)) == member.values[place.index]
  }

  private func fill(_ place: MemberPlace, _ member: LiveMember) {
    guard let deed = member.unread[place.index] else { return }
    member.unread[place.index] = nil
    member.values[place.index] = value(of: place.index, member)
    run.deeds[deed] = .assigned(place, member.values[place.index])
  }

  /// What a field holds; of rows what it is known to hold.
  private func value(of index: Int, _ member: LiveMember) -> Value {
    let field = types.all[member.type].fields[index]
    return field.rows == nil ? SwiftRuntime.onMainActor { field.read(member.object) } : member.values[index]
  }

  /// Also finds changes without notice, as in a class that is not observable.
  private func readFields() {
    for (number, member) in members.count == 1 ? Array(members) : members.sorted(by: { $0.key < $1.key }) {
      for index in member.values.indices {
        let place = MemberPlace(number: number, index: index)
        fill(place, member)
        let value = value(of: index, member)
        if value == member.values[index] { continue }
        member.values[index] = value
        run.deeds.append(.assigned(place, value))
      }
    }
  }

  /// The first field that differs from the snapshot before a call.
  func difference(from expected: [Int: [Value]], _ call: Entry.Call) -> String? {
    for (number, values) in expected where !members.isEmpty {
      guard let member = members[number] else { return "a row was another object" }
      for index in values.indices where values[index] != member.values[index] {
        // The kernel has already set this field.
        if case .set(MemberPlace(number: number, index: index), _) = call { continue }
        return "the field '\(types.all[member.type].fields[index].name)' had another value"
      }
    }
    return nil
  }

  // MARK: Replay and end

  /// Replays a journal and returns the first difference.
  func replay(_ journal: JournalNode?) -> String? {
    isReplaying = true
    var difference: String?
    for past in journal?.path ?? [] {
      _ = perform(past.entry)
      if let node, node.digest != past.digest, difference == nil {
        difference = "call \(past.depth), \(describe(past.entry.call)), did something else"
      }
    }
    isReplaying = false
    if !members.isEmpty {
      entered(at: journal?.entry.time ?? 0) {
        for (number, member) in members {
          for index in member.values.indices { member.values[index] = value(of: index, member) }
          follow(number)
        }
      }
      node = journal
    }
    return difference
  }

  /// Leaves its place to another object.
  func retire() {
    if isRetired { return }
    isRetired = true
    if ObjectHost.runsLeftWork { _ = end() } else { types.family.keep(self) }
  }

  /// Ends the tasks and releases the object.
  ///
  /// - Returns: What remains; nil for nothing.
  func end() -> String? {
    weak let rest = members[0]?.object
    if members.isEmpty { return nil }
    var isOver = false
    entered(at: node?.entry.time ?? 0) {
      isReplaying = true
      isOver = run.end()
      members = [:]
      // What the object owned may still be waiting.
      isOver = run.end() && isOver
    }
    if !isOver {
      return
        "a task does not end when it is cancelled, as it is when a run ends; end its loop on 'Task.isCancelled' or on the "
        + "error of 'Task.sleep'"
    }
    if rest == nil { return nil }
    return
      "the object is alive when its run has ended and all its tasks are cancelled: a cycle of references, a static, or a "
      + "task that waits without end holds it"
  }

  // MARK: Names

  /// What the work of a call goes by.
  private func name(of call: Entry.Call) -> Name {
    switch call {
    case .make: "make"
    case .set(let place, _): members[place.number] == nil ? "" : field(place).name
    case .input(let place, _): members[place.number].map { types.all[$0.type].inputs[place.index].name } ?? ""
    case .job, .wake, .answer: ""
    }
  }
  private func describe(_ call: Entry.Call) -> String {
    switch call {
    case .make, .input: "'\(name(of: call))'"
    case .set: "setting '\(name(of: call))'"
    case .job: "a job"
    case .wake: "the end of a sleep"
    case .answer: "an answer"
    }
  }
}

/// Passes a value of one thread to code that requires `Sendable`.
struct Unchecked<Wrapped>: @unchecked Sendable {
  let value: Wrapped
}
