import Statecharts

extension TraceField {
  func outputs() throws(TraceLine.Problem) -> [Effect] {
    var effects: [Effect] = []
    for element in try elements() { effects.append(try element.onlyField().output()) }
    return effects
  }

  private func output() throws(TraceLine.Problem) -> Effect {
    let isClosed = value == .null
    switch key {
    case "push": return .pushed(page: try text())
    case "pop": return .popped(page: try text())
    case "alert": return isClosed ? .alertClosed : try alert()
    case "hud": return isClosed ? .hudClosed : .hudShown(try text())
    case "tip": return isClosed ? .tipClosed : .tipShown(try text())
    default:
      let isMarked = key.utf8.first == UInt8(ascii: "#")
      return .output(subject: isMarked ? String(key.unicodeScalars.dropFirst()) : key, value: value)
    }
  }

  private func alert() throws(TraceLine.Problem) -> Effect {
    let parts = try elements()
    guard parts.count == 3 else { throw wrong("an array of title, message and buttons") }
    return .alertShown(title: try parts[0].text(), message: try parts[1].text(), buttons: try parts[2].texts())
  }

  func requests(of cause: Cause) throws(TraceLine.Problem) -> [Effect] {
    var effects: [Effect] = []
    for element in try elements() { effects.append(try element.request(of: cause)) }
    return effects
  }

  private func request(of cause: Cause) throws(TraceLine.Problem) -> Effect {
    let value = try member("value")?.value ?? .null
    if let service = try member("start") {
      try expectOnly("start", "input")
      return .requested(service: try service.text(), input: try member("input")?.value ?? .null)
    }
    if let service = try member("cancel") {
      try expectOnly("cancel")
      return .cancelled(service: try service.text())
    }
    if let service = try member("late") {
      try expectOnly("late", "outcome", "value")
      return .late(service: try service.text(), outcome: try required("outcome").outcome(), value: value)
    }
    try expectOnly("end", "outcome", "value")
    let service = try required("end").text()
    if let outcome = try member("outcome") {
      return .replied(service: service, outcome: try outcome.outcome(), value: value)
    }
    guard cause.source == .reply, let outcome = Outcome(rawValue: cause.event) else {
      throw wrong("ended by this turn")
    }
    return .replied(service: service, outcome: outcome, value: cause.value ?? .null)
  }

  func timers() throws(TraceLine.Problem) -> [Effect] {
    var effects: [Effect] = []
    for element in try elements() {
      if let name = try element.member("fired") {
        try element.expectOnly("fired")
        effects.append(.timerFired(name: try name.text()))
      } else {
        try element.expectOnly("start", "ms")
        let name = try element.required("start").text()
        effects.append(.timerStarted(name: name, delay: try element.required("ms").int()))
      }
    }
    return effects
  }

  /// The effects under one of the keys whose order among each other means nothing.
  func effects(of key: EffectKey, _ cause: Cause) throws(TraceLine.Problem) -> [Effect] {
    if key == .refused, case .string(let reason) = value { return [.refused(name: cause.target, reason: reason)] }
    var effects: [Effect] = []
    for element in try elements() { effects.append(try element.effect(of: key)) }
    return effects
  }

  private func effect(of key: EffectKey) throws(TraceLine.Problem) -> Effect {
    switch key {
    case .stored:
      let entry = try onlyField()
      return .stored(key: entry.key, value: entry.value)
    case .logged:
      if case .string(let text) = value { return .logged(text, nil) }
      let entry = try onlyField()
      return .logged(entry.key, entry.value)
    case .notified:
      let entry = try onlyField()
      return .notified(field: entry.key, change: try entry.members())
    case .refused:
      let entry = try onlyField()
      return .refused(name: entry.key, reason: try entry.text())
    case .broken: return .broken(property: try text())
    case .crash: return .crashed(try text())
    case .tie:
      try expectOnly("chosen", "over")
      return .tie(chosen: try required("chosen").text(), over: try required("over").texts())
    case .limit:
      try expectOnly("name", "detail")
      return .limit(name: try required("name").text(), detail: try required("detail").text())
    case .set, .to, .outputs, .requests, .timers: throw wrong("read here")
    }
  }
}
