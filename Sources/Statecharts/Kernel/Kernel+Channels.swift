extension Kernel {
  /// The left field gets the right one's value now; then each gets the other's new values. The channel ignores the
  /// echo of its own write.
  mutating func bindBothWays(_ left: Channel.Side, _ right: Channel.Side) -> InstanceID {
    guard fault == nil else { return .nowhere }
    let id = add(.channel(Channel(left: left, right: right)))
    listen(id, to: left.instance, port: left.port)
    listen(id, to: right.instance, port: right.port)
    carry(read(right.instance, port: right.port), over: id, \.left)
    return id
  }

  func channel(_ id: InstanceID) -> Channel? {
    guard case .channel(let channel)? = instance(id) else { return nil }
    return channel
  }

  private mutating func updateChannel(_ id: InstanceID, _ body: (inout Channel) -> Void) {
    guard var channel = channel(id) else { return }
    body(&channel)
    snapshot.instances[id.index] = .channel(channel)
  }

  mutating func removeChannel(_ id: InstanceID) {
    guard let channel = channel(id), !channel.isDone else { return }
    updateChannel(id) { $0.isDone = true }
    collector.isDue = true
    stopListening(id, to: channel.left.instance, port: channel.left.port)
    stopListening(id, to: channel.right.instance, port: channel.right.port)
  }

  /// Like ReactiveObjC, the first notification clears the ignore flag, whatever caused it.
  mutating func hear(_ id: InstanceID, from source: InstanceID, port: Int) {
    guard fault == nil, let channel = channel(id), !channel.isDone else { return }
    let isLeft = channel.left.instance == source && channel.left.port == port
    let side: WritableKeyPath<Channel, Channel.Side> = isLeft ? \.left : \.right
    if channel[keyPath: side].ignoresNext {
      return updateChannel(id) { $0[keyPath: side].ignoresNext = false }
    }
    carry(read(source, port: port), over: id, isLeft ? \.right : \.left)
  }

  private mutating func carry(_ value: Value, over id: InstanceID, _ side: WritableKeyPath<Channel, Channel.Side>) {
    guard let target = channel(id)?[keyPath: side] else { return }
    updateChannel(id) { $0[keyPath: side].ignoresNext = true }
    set(target.instance, port: target.port, to: value == .null ? target.replacement ?? .null : value)
  }

  // MARK: Subjects

  func subject(_ id: InstanceID) -> SubjectInstance? {
    guard case .subject(let subject)? = instance(id) else { return nil }
    return subject
  }

  mutating func makeSubject(replaying capacity: Int?) -> InstanceID {
    guard fault == nil else { return .nowhere }
    return add(.subject(SubjectInstance(capacity: capacity.map { max(0, $0) })))
  }

  mutating func relay(_ event: SignalEvent, by id: InstanceID) {
    guard fault == nil, var subject = subject(id) else { return }
    if event.isEnd {
      disposeSources(of: id)
      subject.end = event
    }
    if case .next(let value) = event, let capacity = subject.capacity {
      subject.kept = Array((subject.kept + [value]).suffix(capacity))
    }
    if event.isEnd || subject.capacity != nil {
      collector.isDue = true
      snapshot.instances[id.index] = .subject(subject)
    }
    nest(.named("a subject")) { kernel in
      for listener in kernel.snapshot.instances.listeners(of: id, port: 0) {
        kernel.receive(event, at: listener, input: 0)
      }
    }
  }

  /// Disposes subscriptions that feed the subject before it sends its end, so that the end of one source disposes
  /// the other.
  private mutating func disposeSources(of subject: InstanceID) {
    for index in snapshot.instances.indices {
      guard case .stage(let stage)? = snapshot.instances[index], !stage.value.isDone,
        case .relay(subject) = stage.value.sink
      else { continue }
      dispose(InstanceID(index))
    }
  }

  /// A replaying subject first sends its kept values and its end.
  mutating func join(_ stage: InstanceID, _ source: InstanceID, port: Int) {
    if let subject = subject(source) {
      for value in subject.kept { emit(.next(value), from: stage) }
      if subject.capacity != nil, let end = subject.end { return emit(end, from: stage) }
    }
    guard self.stage(stage)?.isDone == false else { return }
    listen(stage, to: source, port: port)
  }
}
