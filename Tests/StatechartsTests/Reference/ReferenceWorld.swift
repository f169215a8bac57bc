/// The sessions of one system with the queues that a turn has: internal events of all sessions in the order in
/// which they arose, then external ones, then what time brings.
final class ReferenceWorld {
  struct Timer {
    enum Kind {
      case event(String, id: String)
      case rule(ReferenceSession.Taken)
    }

    var due: Int
    var session: ReferenceSession
    var kind: Kind
  }

  let system: SpecSystem
  var internalQueue: [(ReferenceSession, ReferenceSession.Event)] = []
  var externalQueue: [(ReferenceSession, ReferenceSession.Event)] = []
  /// Sorted by due time, then in the order in which they were made.
  var timers: [Timer] = []
  private var sessions: [ReferenceSession] = []
  private var time = 0
  private var microsteps = 0
  private var turns = 0
  private var said: [String] = []
  /// How often each feature was met.
  private(set) var features: [String: Int] = [:]
  /// Whether the charts loop for ever, or crash; then the trace means nothing.
  private(set) var isEndless = false
  static let longestTurn = 60

  init(_ system: SpecSystem) {
    self.system = system
    sessions = [ReferenceSession(system.root, self)]
    sessions[0].start()
    settle()
    runTimers()
  }

  var states: [String] { sessions[0].states }
  var isFinished: Bool { !sessions[0].running }
  var waiting: Int { timers.count }

  func perform(_ stimulus: SpecStimulus) {
    turns = 0
    switch stimulus {
    case .event(let name, let data):
      microsteps = 0
      externalQueue.append((sessions[0], ReferenceSession.Event(name: name, data: data.map(String.init), origin: nil)))
      settle()
      runTimers()
    case .advance(let milliseconds):
      let end = time + milliseconds
      while let next = timers.first, next.due <= end, !isEndless {
        time = next.due
        fire()
      }
      time = end
    }
  }

  /// What was said since the last look.
  func trace() -> [String] {
    defer { said = [] }
    return said
  }

  private func runTimers() {
    while let next = timers.first, next.due <= time, !isEndless { fire() }
  }

  private func fire() {
    turns += 1
    if turns > ReferenceWorld.longestTurn { isEndless = true }
    microsteps = 0
    let timer = timers.removeFirst()
    switch timer.kind {
    case .event(let name, _):
      externalQueue.append((timer.session, ReferenceSession.Event(name: name, data: nil, origin: nil)))
    case .rule(let taken): timer.session.takeDelayed(taken)
    }
    settle()
  }

  private func settle() {
    while !isEndless {
      if sessions.contains(where: { $0.takeEventless() }) { continue }
      if !internalQueue.isEmpty {
        let (session, event) = internalQueue.removeFirst()
        session.takeInternal(event)
        continue
      }
      if sessions.contains(where: { $0.startInvocations() }) { continue }
      guard !externalQueue.isEmpty else { return }
      let (session, event) = externalQueue.removeFirst()
      session.takeExternal(event)
    }
  }

  // MARK: For sessions

  func make(_ chart: String, for invoker: ReferenceSession) -> ReferenceSession {
    let session = ReferenceSession(system.children.first { $0.name == chart }!, self)
    session.invoker = invoker
    sessions.append(session)
    return session
  }

  func schedule(after delay: Int, _ session: ReferenceSession, _ kind: Timer.Kind) {
    let due = time + delay
    let index = timers.firstIndex { $0.due > due } ?? timers.endIndex
    timers.insert(Timer(due: due, session: session, kind: kind), at: index)
  }

  func say(_ text: String) { said.append(text) }
  func meet(_ feature: String) { features[feature, default: 0] += 1 }

  /// The kernel ends a turn whose fault nobody hears; the Recommendation drops the event.
  func crash() { isEndless = true }

  func countMicrostep() {
    microsteps += 1
    if microsteps > ReferenceWorld.longestTurn { isEndless = true }
  }
}
