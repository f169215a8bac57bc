import Statecharts
import ViewModels

enum ChangedScript {
  case changed([DrivenStimulus])
  /// The recorded script already has the change.
  case recorded
  /// The change does not apply.
  case impossible
}

extension RecordedScript {
  // MARK: Faults

  func with(_ fault: ServiceFault, of request: Request) -> ChangedScript {
    guard let command = request.command else { return .impossible }
    if isRecorded(fault, of: request) { return .recorded }
    var pieces = script.map { [$0] }
    if let answer = request.answer, answer.isByHand {
      if let outcome = fault.outcome {
        pieces[answer.command] = [
          DrivenStimulus(.reply(request: request.name, outcome, nil), isHeld: script[answer.command].isHeld)
        ]
        return .changed(pieces.flatMap(\.self))
      }
      pieces[answer.command] = []
    }
    guard let behaviour = behaviour(with: fault, of: request) else { return .impossible }
    let setting = DrivenStimulus(.service(name: request.service, behaviour))
    if let setter = request.setter {
      pieces[setter] = [setting]
    } else {
      var standing = request.setting
      standing.isOnce = true
      let others = DrivenStimulus(.service(name: request.service, standing))
      pieces[command].insert(contentsOf: Array(repeating: others, count: request.skipped) + [setting], at: 0)
    }
    return .changed(pieces.flatMap(\.self))
  }

  private func isRecorded(_ fault: ServiceFault, of request: Request) -> Bool {
    switch (fault, request.setting.answer) {
    case (.never, .never): true
    case (.twice, .twice): true
    default: fault.outcome.map { $0 == request.answer?.outcome } ?? false
    }
  }

  /// The service setting that causes the fault; nil if none does.
  private func behaviour(with fault: ServiceFault, of request: Request) -> ServiceBehaviour? {
    var behaviour = request.setting
    behaviour.isOnce = true
    switch fault {
    case .fail, .error: behaviour.answer = .outcome(fault == .fail ? .fail : .error, nil)
    case .never: behaviour.answer = .never
    case .twice: behaviour.answer = .twice(request.answer?.outcome ?? .ok, request.answer?.value)
    case .late:
      guard let timeout = timeout(of: request) else { return nil }
      behaviour.delay = timeout.delay + 1
      behaviour.isLate = true
      switch behaviour.answer {
      case .never, .manual: behaviour.answer = .defined
      case .defined, .outcome, .twice: break
      }
    }
    return behaviour
  }

  // MARK: Edges

  /// Changes the advance so that it ends at an edge of the instant.
  func with(_ edge: TimerEdge, of instant: Instant) -> ChangedScript {
    let recorded = script[instant.command]
    let time = instant.offset + edge.distance
    let isHeld = recorded.isHeld || edge == .held
    if time == durations[instant.command], isHeld == recorded.isHeld { return .recorded }
    var pieces = script.map { [$0] }
    pieces[instant.command] =
      time == 0 ? [] : [DrivenStimulus(.advance(milliseconds: time), isHeld: isHeld)]
    return .changed(pieces.flatMap(\.self))
  }
}

extension ServiceFault {
  fileprivate var outcome: Outcome? {
    switch self {
    case .fail: .fail
    case .error: .error
    case .never, .late, .twice: nil
    }
  }
}

extension TimerEdge {
  fileprivate var distance: Int {
    switch self {
    case .before: -1
    case .held, .at: 0
    case .after: 1
    }
  }
}
