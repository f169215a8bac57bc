/// Writes a snapshot as 128 bits, straight from where it stands: what its normal form would hold, with instances by their
/// order of reach, and no value in between.
///
/// Two snapshots of one program have one key when their canonical bytes are equal: every part that those tell is written
/// behind a tag for its kind, with lengths, so that no two things are written alike. What comes seldom is written as the
/// value that the canonical bytes are made of.
struct KeyWriter {
  private var hash = SipHash()
  /// The order of reach, by place; -1 for what is not reached.
  private var numbers: [Int32] = []

  /// What stands in front of a number.
  private enum Tag: UInt64 {
    case null, bool, number, integer, double, text, list, record, enumeration, secret, reference, weak, nowhere, signal
    case execution, caught, failing, machine, stage, other, handler, absent, count, small
  }

  /// Returns the key of a snapshot.
  static func key(of snapshot: Snapshot, _ program: Program) -> (first: UInt64, second: UInt64) {
    var writer = KeyWriter()
    writer.write(snapshot, program)
    return writer.hash.finalized()
  }

  private mutating func write(_ snapshot: Snapshot, _ program: Program) {
    let order = snapshot.reach(program)
    numbers = Array(repeating: -1, count: snapshot.instances.count)
    for (number, id) in order.enumerated() { numbers[id.index] = Int32(number) }
    let origin = program.readsClock ? 0 : snapshot.time
    mark(.integer, snapshot.time - origin)
    mark(.integer, Int(bitPattern: UInt(snapshot.seed)))
    if let fault = snapshot.fault { write(fault) } else { mark(.absent) }
    mark(.bool, snapshot.reversesObservers ? 1 : 0)
    write(snapshot.store)
    mark(.count, snapshot.services.count)
    for setting in snapshot.services { write(setting.canonicalValue) }
    write(snapshot.roots)
    mark(.count, order.count)
    for id in order { write(id, of: snapshot, program) }
    mark(.count, snapshot.agenda.count)
    for work in snapshot.agenda.ordered {
      var work = work
      work.due -= origin
      write(work.canonicalValue)
    }
  }

  // MARK: Instances

  private mutating func write(_ id: InstanceID, of snapshot: Snapshot, _ program: Program) {
    let listeners = snapshot.instances.listeners[id.index]
    let heard = (listeners.lastIndex { !$0.isEmpty } ?? -1) + 1
    mark(.list, heard)
    for port in 0..<heard { write(listeners[port]) }
    if let template = snapshot.template(of: id) { return write(id, template, of: snapshot, program) }
    switch snapshot.instances.kind(of: id) {
    case .stage(let stage)?:
      mark(.stage, stage.value.isDone ? 1 : 0)
      write(stage.value.origin)
      mark(.count, stage.value.position)
      write(stage.value.kind)
      write(stage.value.sink)
      write(stage.value.captures)
      mark(.list, stage.value.memory.count)
      for value in stage.value.memory { write(value) }
      write(stage.value.upstream)
    case let kind?:
      mark(.other)
      write(Snapshot.value(of: kind))
    case nil: mark(.absent)
    }
  }

  private mutating func write(_ id: InstanceID, _ template: Int, of snapshot: Snapshot, _ program: Program) {
    let chart = snapshot.instances.charts[id.index]
    mark(.machine, template)
    write(snapshot.instances.places[id.index])
    for field in program.templates[template].fields where field.kind == .stored {
      write(snapshot.read(field, of: id))
    }
    write(chart.active)
    mark(.list, snapshot.instances.histories[id.index].count)
    for entry in snapshot.instances.histories[id.index] {
      mark(.count, entry.state)
      write(entry.remembered)
    }
    write(snapshot.instances.requests(of: id))
    let invoked = snapshot.instances.invoked(by: id)
    mark(.list, invoked.count)
    for machine in invoked {
      mark(.count, machine.state)
      mark(.count, machine.position)
      mark(.reference, machine.machine)
    }
    let invoker = snapshot.instances.invoker(of: id)
    if invoker == .nowhere { mark(.nowhere) } else { mark(.weak, invoker) }
    mark(.bool, chart.isFinished ? 1 : 0)
    let watched = snapshot.instances.watched(id)
    mark(.list, watched.count)
    for state in watched {
      write(state.memory)
      mark(.bool, state.isBroken ? 1 : 0)
    }
  }

  private mutating func write(_ place: Place) {
    switch place {
    case .fixed(let path): write(path)
    case .nowhere: mark(.null)
    case .field(let parent, let name, let index):
      mark(.reference, parent)
      write(name)
      mark(.integer, index ?? -1)
    case .detached(let path):
      mark(.enumeration)
      write(path)
    }
  }

  /// The states of one word, as most charts have them, are one word.
  private mutating func write(_ states: StateSet) {
    if states.isSmall {
      mark(.small)
      return hash.update(states.first)
    }
    let indexes = states.states
    mark(.list, indexes.count)
    for index in indexes { mark(.count, index) }
  }

  // MARK: Signals

  private mutating func write(_ kind: Operator) {
    switch kind {
    case .subject(let id, let port): mark(.reference, id, port: port, 1)
    case .changes(let id, let port): mark(.reference, id, port: port, 2)
    case .values(let id, let port): mark(.reference, id, port: port, 3)
    default: write(kind.canonicalValue)
    }
  }

  private mutating func mark(_ tag: Tag, _ id: InstanceID, port: Int, _ form: Int) {
    mark(.other, form)
    mark(tag, id)
    mark(.count, port)
  }

  private mutating func write(_ sink: Sink) {
    switch sink {
    case .stage(let id, let input): mark(.reference, id, port: input, 1)
    case .handlers(let next, let error, let completed):
      mark(.other, 2)
      write(next)
      write(error)
      write(completed)
    default: write(sink.canonicalValue)
    }
  }

  private mutating func write(_ handler: HandlerValue?) {
    guard let handler else { return mark(.absent) }
    mark(.handler, handler.captures.count)
    write(handler.name)
    for value in handler.captures { write(value) }
  }

  private mutating func write(_ signal: SignalValue) {
    switch signal {
    case .wiring(let name, let captures):
      mark(.signal, captures.count)
      write(name)
      for value in captures { write(value) }
    case .execution(let id): mark(.execution, id)
    case .executionCatchingErrors(let id): mark(.caught, id)
    case .failing(let value):
      mark(.failing)
      write(value)
    }
  }

  // MARK: Values

  private mutating func write(_ value: Value) {
    switch value {
    case .null: mark(.null)
    case .bool(let truth): mark(.bool, truth ? 1 : 0)
    case .int(let number): mark(.integer, number)
    case .double(let number):
      mark(.double)
      hash.update(number.identity)
    case .string(let text): write(text)
    case .list(let values):
      mark(.list, values.count)
      for value in values { write(value) }
    case .record(let members): write(members)
    case .enumeration(let name, let members):
      mark(.enumeration)
      write(name)
      write(members)
    case .secret(let value):
      mark(.secret)
      write(value)
    case .reference(let id): mark(.reference, id)
    case .weak(let id?): mark(.weak, id)
    case .weak(nil): mark(.nowhere)
    case .signal(let signal): write(signal)
    }
  }

  private mutating func write(_ members: [Member]) {
    mark(.record, members.count)
    for member in members {
      write(member.name)
      write(member.value)
    }
  }

  private mutating func write(_ ids: [InstanceID]) {
    mark(.list, ids.count)
    for id in ids { mark(.reference, id) }
  }

  private mutating func mark(_ tag: Tag, _ id: InstanceID) {
    mark(tag, numbers.indices.contains(id.index) ? Int(numbers[id.index]) : -1)
  }

  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      mark(.text, bytes.count)
      var index = 0
      while index + 8 <= bytes.count {
        hash.update(UInt64(littleEndian: UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self)))
        index += 8
      }
      var rest: UInt64 = 0
      while index < bytes.count {
        rest = rest << 8 | UInt64(bytes[index])
        index += 1
      }
      if bytes.count & 7 != 0 { hash.update(rest) }
    }
  }

  /// Writes a tag and a number: as one word where it is small, else as two.
  private mutating func mark(_ tag: Tag, _ number: Int = 0) {
    if 0..<1 << 48 ~= number { return hash.update(tag.rawValue << 56 | UInt64(number)) }
    hash.update(tag.rawValue << 56 | 1 << 55)
    hash.update(UInt64(bitPattern: Int64(number)))
  }
}
