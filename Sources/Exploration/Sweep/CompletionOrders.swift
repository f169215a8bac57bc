import Statecharts
import ViewModels

/// The possible orders of answers to requests open at the same time.
///
/// Their services become manual. At each recorded answer, any open request may get its own; other commands and
/// times do not change.
struct CompletionOrders: Sendable {
  private enum Item: Sendable {
    case command(DrivenStimulus)
    /// The index of the recorded request that is answered here.
    case answer(Int)
  }

  private let recorded: RecordedScript
  private let items: [Item]
  /// The indices of requests open at the same time as another.
  let overlapping: [Int]

  init(_ recorded: RecordedScript) {
    self.recorded = recorded
    let overlapping = Self.overlapping(recorded)
    self.overlapping = overlapping
    let services = Set(overlapping.map { Array(recorded.requests[$0].service.utf8) })
    var names: [String] = []
    for index in overlapping {
      let name = recorded.requests[index].service
      if !names.contains(Name(name)) { names.append(name) }
    }
    items =
      names.map { .command(DrivenStimulus(.service(name: $0, ServiceBehaviour(answer: .manual)))) }
      + recorded.script.indices.flatMap { Self.items(of: $0, in: recorded, services) }
  }

  /// Two requests overlap if both are open before the first answer.
  private static func overlapping(_ recorded: RecordedScript) -> [Int] {
    let made = recorded.requests.indices.filter { recorded.requests[$0].command != nil }
    let pairs = made.flatMap { first in
      made.filter { second in
        guard first != second, let end = recorded.requests[first].answer?.moment,
          let otherEnd = recorded.requests[second].answer?.moment
        else { return false }
        return recorded.requests[second].moment < end && end < otherEnd
      }.flatMap { [first, $0] }
    }
    return Set(pairs).sorted()
  }

  /// Splits a command at the answers that came during it.
  private static func items(of command: Int, in recorded: RecordedScript, _ services: Set<[UInt8]>) -> [Item] {
    let driven = recorded.script[command]
    let answers = recorded.answered.compactMap { index -> (index: Int, offset: Int)? in
      let request = recorded.requests[index]
      guard request.command != nil, services.contains(Array(request.service.utf8)), let answer = request.answer,
        answer.command == command
      else { return nil }
      return (index, answer.offset)
    }
    switch driven.stimulus {
    case .service(let name, _) where services.contains(Array(name.utf8)): return []
    case .reply where !answers.isEmpty: return [.answer(answers[0].index)]
    case .advance:
      var (items, now): ([Item], Int) = ([], 0)
      for (index, offset) in answers {
        if offset > now { items.append(.command(DrivenStimulus(.advance(milliseconds: offset - now)))) }
        now = offset
        items.append(.answer(index))
      }
      let rest = recorded.durations[command] - now
      if rest > 0 {
        items.append(.command(DrivenStimulus(.advance(milliseconds: rest), isHeld: driven.isHeld)))
      } else if answers.isEmpty {
        items.append(.command(driven))
      }
      return items
    default: return [.command(driven)] + answers.map { .answer($0.index) }
    }
  }

  /// - Parameter visit: Receives each run, the recorded order first, with the answered requests in order; returns
  ///   whether to continue.
  func forEach(_ visit: (ScriptRun, [String]) -> Bool) {
    guard !overlapping.isEmpty else { return }
    _ = drive(Way(recorded.run.machine), from: 0, visit)
  }

  private struct Way {
    var run: ScriptRun
    var answered: [String] = []
    var life = 0
    var counts: [[UInt8]: Int] = [:]
    /// The number of each open request within its service.
    var numbers: [[UInt8]: Int] = [:]

    init(_ machine: Machine) {
      run = ScriptRun(machine)
      take(run.opening)
    }

    mutating func drive(_ driven: DrivenStimulus) {
      if driven.stimulus == .restart { (life, counts, numbers) = (life + 1, [:], [:]) }
      take(run.drive(driven))
    }

    private mutating func take(_ turns: [Turn]) {
      for case .requested(let name, _) in turns.flatMap(\.effects) {
        let service = Array(name.text.withoutOrdinal.utf8)
        numbers[Array(name.utf8)] = counts[service, default: 0]
        counts[service, default: 0] += 1
      }
    }
  }

  private func drive(_ way: Way, from start: Int, _ visit: (ScriptRun, [String]) -> Bool) -> Bool {
    var way = way
    for index in start..<items.count {
      switch items[index] {
      case .command(let driven): way.drive(driven)
      case .answer(let recorded):
        let open = answerable(way, first: recorded)
        if open.isEmpty { continue }
        for request in open {
          var next = way
          next.drive(DrivenStimulus(answer(to: request, way)))
          next.answered.append(request.name.text)
          if !drive(next, from: index + 1, visit) { return false }
        }
        return true
      }
    }
    way.run.awaitAnswers()
    return visit(way.run, way.answered)
  }

  /// The open manual requests: the recorded one first, then by service and ordinal.
  private func answerable(_ way: Way, first index: Int) -> [RequestState] {
    let open = recorded.run.machine.requests(of: way.run.snapshot).filter {
      $0.dueIn == nil && !$0.isEnded && $0.answerer == nil
    }
    return open.filter { same($0, way) == index } + open.filter { same($0, way) != index }
  }

  /// The recorded answer, else a success.
  private func answer(to request: RequestState, _ way: Way) -> Stimulus {
    let answer = same(request, way).flatMap { recorded.requests[$0].answer }
    return .reply(request: request.name.text, answer?.outcome ?? .ok, answer?.value)
  }

  private func same(_ request: RequestState, _ way: Way) -> Int? {
    let all = recorded.requests.indices.filter {
      recorded.requests[$0].life == way.life && request.service == recorded.requests[$0].service
    }
    let number = way.numbers[Array(request.name.utf8)] ?? 0
    return number < all.count ? all[number] : nil
  }
}
