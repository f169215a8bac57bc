import Statecharts
import ViewModels

struct RecordedScript: Sendable {
  struct Request: Sendable {
    /// The service with its ordinal: `authenticate'2`.
    let name: String
    let service: String
    /// Nil for requests made by the opening.
    let command: Int?
    /// The number of restarts before.
    let life: Int
    /// The position among all requests and answers.
    let moment: Int
    /// How many one-time settings must be inserted before this request's own, at its command.
    let skipped: Int
    let setting: ServiceBehaviour
    /// The command that set this one-time setting.
    let setter: Int?
    /// Nil if not answered or cancelled.
    var answer: Answer?
  }

  struct Answer: Sendable {
    let command: Int
    let moment: Int
    /// Milliseconds since the command began.
    let offset: Int
    let outcome: Outcome
    /// The value to type for the same answer; nil for the defined one.
    let value: Value?
    let isByHand: Bool
  }

  /// An instant at which work came due during an advance.
  struct Instant: Hashable, Sendable {
    let command: Int
    /// Milliseconds since the command began.
    let offset: Int
    var work: [String]
  }

  let script: [DrivenStimulus]
  private(set) var requests: [Request] = []
  private(set) var answered: [Int] = []
  private(set) var instants: [Instant] = []
  /// In milliseconds, by command.
  private(set) var durations: [Int] = []
  private(set) var run: ScriptRun

  private var settings: [[UInt8]: ServiceSettings] = [:]
  private var open: [[UInt8]: Int] = [:]
  private var moments = 0
  private var life = 0

  init(_ machine: Machine, _ script: [DrivenStimulus], _ finder: MoveFinder) {
    self.script = script
    run = ScriptRun(machine)
    take(run.opening, of: nil, since: 0)
    for (index, driven) in script.enumerated() {
      let isRestart = driven.stimulus == .restart
      // A restart resets the clock and drops open requests.
      let start = isRestart ? 0 : run.snapshot.time
      if isRestart { (open, life) = ([:], life + 1) }
      if case .service(let name, let behaviour) = driven.stimulus {
        settings[Array(name.utf8), default: ServiceSettings()].set(behaviour, by: index)
      }
      for service in settings.keys { settings[service]?.begin() }
      let turns = run.drive(driven)
      durations.append(run.snapshot.time - start)
      take(turns, of: index, since: start)
      if case .advance = driven.stimulus { takeInstants(turns, of: index, since: start) }
    }
    run.awaitAnswers()
    run.judgeEnd(finder)
  }

  private mutating func take(_ turns: [Turn], of command: Int?, since start: Int) {
    for turn in turns {
      for effect in turn.effects {
        switch effect {
        case .requested(let name, _): add(name.text, by: command)
        case .cancelled(let name): open[Array(name.utf8)] = nil
        case .replied(let name, let outcome, let value):
          guard let index = open.removeValue(forKey: Array(name.utf8)), let command else { break }
          requests[index].answer = Answer(
            command: command, moment: nextMoment(), offset: turn.time - start, outcome: outcome,
            value: typed(requests[index], outcome, value, at: command), isByHand: turn.cause.source == .user)
          answered.append(index)
        default: break
        }
      }
    }
  }

  private mutating func nextMoment() -> Int {
    moments += 1
    return moments
  }

  private mutating func add(_ name: String, by command: Int?) {
    let service = name.withoutOrdinal
    let taken = settings[Array(service.utf8), default: ServiceSettings()].take()
    open[Array(name.utf8)] = requests.count
    requests.append(
      Request(
        name: name, service: service, command: command, life: life, moment: nextMoment(), skipped: taken.skipped,
        setting: taken.behaviour,
        setter: taken.setter))
  }

  private func typed(_ request: Request, _ outcome: Outcome, _ value: Value, at command: Int) -> Value? {
    if case .reply(_, _, let typed) = script[command].stimulus { return typed }
    if outcome == .error, let timeout = timeout(of: request), value == .string(timeout.message) { return value }
    switch request.setting.answer {
    case .outcome(outcome, let said), .twice(outcome, let said): return said
    case .defined, .never, .manual, .outcome, .twice: return nil
    }
  }

  func timeout(of request: Request) -> (delay: Int, message: String)? {
    let program = run.machine.program
    return program.serviceIndex(named: Name(request.service)).flatMap { program.services[$0].timeout }
  }

  private mutating func takeInstants(_ turns: [Turn], of command: Int, since start: Int) {
    for turn in turns where turn.time > start {
      guard [.timer, .delay, .reply].contains(turn.cause.source) else { continue }
      let work = [turn.cause.source.rawValue, turn.cause.target, turn.cause.event].filter { !$0.isEmpty }
        .joined(separator: " ")
      let offset = turn.time - start
      if let last = instants.indices.last, instants[last].command == command, instants[last].offset == offset {
        if !instants[last].work.contains(work) { instants[last].work.append(work) }
      } else {
        instants.append(Instant(command: command, offset: offset, work: [work]))
      }
    }
  }
}

/// A service's settings along a script, with the kernel's rules.
private struct ServiceSettings: Sendable {
  private var standing = ServiceBehaviour()
  /// One-time settings and their commands.
  private var once: [(behaviour: ServiceBehaviour, setter: Int)] = []
  /// The requests since the command began that used the standing setting.
  private var skipped = 0

  mutating func set(_ behaviour: ServiceBehaviour, by command: Int) {
    if behaviour.isOnce { return once.append((behaviour, command)) }
    standing = behaviour
  }

  mutating func begin() { skipped = 0 }

  mutating func take() -> (behaviour: ServiceBehaviour, setter: Int?, skipped: Int) {
    if !once.isEmpty {
      let first = once.removeFirst()
      return (first.behaviour, first.setter, 0)
    }
    skipped += 1
    return (standing, nil, skipped - 1)
  }
}
