import Observation
import Statecharts

/// A field of an object, with the types of both erased.
struct ObjectField<Object: AnyObject>: Sendable {
  let name: String
  let read: @MainActor @Sendable (Object) -> Value
  /// Sets it; returns whether the value has its type. Nil where it cannot be set.
  let write: (@MainActor @Sendable (Object, Value) -> Bool)?
}

/// An operation of an object.
enum ObjectInput<Object: AnyObject>: Sendable {
  case plain(@MainActor @Sendable (Object, Value) -> Void)
  case async(@MainActor @Sendable (Object, Value) async throws -> Void)

  var isAsync: Bool { if case .async = self { true } else { false } }
}

/// What an adapter knows of its class.
struct ObjectType<Object: AnyObject>: Sendable {
  var fields: [ObjectField<Object>] = []
  var inputs: [(name: String, run: ObjectInput<Object>)] = []
  var make: @MainActor @Sendable (ObjectRun) -> Object

  func name(of call: Entry.Call) -> String {
    switch call {
    case .make: "make"
    case .set(let field, _): fields[field].name
    case .input(let input, _): inputs[input].name
    case .job, .wake, .answer: ""
    }
  }
}

/// An object that is alive, with the journal that made it what it is.
final class LiveObject<Object: AnyObject>: @unchecked Sendable {
  // Only the thread that runs the object touches it.

  private let type: ObjectType<Object>
  let run = ObjectRun()
  private var object: Object?
  private(set) var node: JournalNode?
  /// The fields as they were last read.
  private(set) var values: [Value]
  /// Where in the deeds a field was last assigned whose value has not been read.
  private var unread: [Int?]
  /// While a journal is played again, assignments are not followed.
  private var isReplaying = false

  init(_ type: ObjectType<Object>) {
    self.type = type
    values = type.fields.map { _ in .null }
    unread = type.fields.map { _ in nil }
  }

  /// Makes a call into the object.
  ///
  /// - Returns: What it did.
  func perform(_ entry: Entry) -> [Deed] {
    run.deeds = []
    entered(at: entry.time) { call(entry.call) }
    let deeds = run.deeds
    run.deeds = []
    node = JournalNode(after: node, entry, digest: deeds.digest)
    return deeds
  }

  private func entered(at time: Int, _ body: () -> Void) {
    let outer = SwiftRuntime.current
    SwiftRuntime.current = run
    SwiftRuntime.at(milliseconds: time) {
      body()
      if !isReplaying { readFields() }
      run.forgetEndedTasks()
    }
    SwiftRuntime.current = outer
  }

  private func call(_ call: Entry.Call) {
    run.under(type.name(of: call)) {
      switch call {
      case .make:
        object = SwiftRuntime.onMainActor { type.make(run) }
        if !isReplaying { follow() }
      case .set(let field, let value):
        guard let object, let write = type.fields[field].write else { return }
        _ = SwiftRuntime.onMainActor { write(object, value) }
      case .input(let input, let value):
        guard let object else { return }
        switch type.inputs[input].run {
        case .plain(let run): SwiftRuntime.onMainActor { run(object, value) }
        case .async(let body): begin(body, input, Unchecked(object), value)
        }
      case .job, .wake, .answer: break
      }
    }
    // These go by the names of their own tasks.
    switch call {
    case .job(let number): run.run(job: number)
    case .wake(let number): run.wake(number)
    case .answer(let number, let outcome, let value): run.answer(number, outcome, value)
    case .make, .set, .input: break
    }
  }

  /// Calls an async method as a button of a view does: in a task of the main actor.
  private func begin(
    _ body: @escaping @MainActor @Sendable (Object, Value) async throws -> Void, _ input: Int,
    _ object: Unchecked<Object>, _ value: Value
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
      run.calls[input] = left
      run.deeds.append(.ended(input: input, ending, isLast: left == 0))
    }
  }

  // MARK: Fields

  private func follow() {
    for field in type.fields.indices { follow(field) }
  }

  /// Learns of the next assignment of a field, before it happens. Each field is followed alone: one that reads others would be
  /// told of theirs, in the order of a hash table.
  private func follow(_ field: Int) {
    guard let object else { return }
    SwiftRuntime.onMainActor {
      let object = Unchecked(object)
      withObservationTracking {
        _ = type.fields[field].read(object.value)
      } onChange: { [weak self] in
        self?.willAssign(field)
      }
    }
  }

  private func willAssign(_ field: Int) {
    guard SwiftRuntime.current === run, !run.isEnding, !isReplaying else { return }
    fill(field)
    unread[field] = run.deeds.count
    run.deeds.append(.assigned(field: field, nil))
    follow(field)
  }

  /// Reads what the last assignment of a field has made of it.
  private func fill(_ field: Int) {
    guard let place = unread[field] else { return }
    unread[field] = nil
    values[field] = value(of: field)
    run.deeds[place] = .assigned(field: field, values[field])
  }

  private func value(of field: Int) -> Value {
    guard let object else { return .null }
    return SwiftRuntime.onMainActor { type.fields[field].read(object) }
  }

  /// Reads all fields: what was assigned, and what changed without a word, as in a class that is not observable.
  private func readFields() {
    for field in type.fields.indices {
      fill(field)
      let value = value(of: field)
      if value == values[field] { continue }
      values[field] = value
      run.deeds.append(.assigned(field: field, value))
    }
  }

  /// Which field is not as a snapshot has it, before a call, in a sentence; nil when none is.
  func difference(from expected: [Value], _ call: Entry.Call) -> String? {
    if object == nil { return nil }
    for field in values.indices where values[field] != expected[field] {
      // The kernel has set that one already.
      if case .set(field, _) = call { continue }
      return "the field '\(type.fields[field].name)' had another value"
    }
    return nil
  }

  // MARK: Its life

  /// Plays a journal.
  ///
  /// - Returns: What differs from the first time, in one sentence; nil when nothing does.
  func replay(_ journal: JournalNode?) -> String? {
    isReplaying = true
    var difference: String?
    for past in journal?.path ?? [] {
      _ = perform(past.entry)
      if let node, node.digest != past.digest, difference == nil {
        difference = "call \(past.depth), \(type.describe(past.entry.call)), did something else"
      }
    }
    isReplaying = false
    if object != nil {
      entered(at: journal?.entry.time ?? 0) {
        for field in type.fields.indices { values[field] = value(of: field) }
        follow()
      }
      node = journal
    }
    return difference
  }

  /// Ends its tasks and lets go of it.
  ///
  /// - Returns: Whether nothing is left of it.
  func end() -> Bool {
    guard object != nil else { return true }
    var isOver = false
    weak let rest = object
    entered(at: node?.entry.time ?? 0) {
      isReplaying = true
      isOver = run.end()
      object = nil
      // What the object itself held may wait still.
      isOver = run.end() && isOver
    }
    return isOver && rest == nil
  }
}

extension ObjectType {
  /// A call as a person reads it, without its values.
  func describe(_ call: Entry.Call) -> String {
    switch call {
    case .make: "'make'"
    case .set(let field, _): "setting '\(fields[field].name)'"
    case .input(let input, _): "'\(inputs[input].name)'"
    case .job: "a job"
    case .wake: "the end of a sleep"
    case .answer: "an answer"
    }
  }
}

/// A value that one thread touches, handed to code that asks for more.
struct Unchecked<Wrapped>: @unchecked Sendable {
  let value: Wrapped

  init(_ value: Wrapped) {
    self.value = value
  }
}
