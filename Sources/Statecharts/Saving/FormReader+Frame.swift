extension FormReader {
  /// Reads what belongs to no instance and no work.
  mutating func frame(_ form: Value) throws(Reason) -> Snapshot {
    let parts = try FormParts(form)
    var snapshot = Snapshot(
      seed: UInt64(UInt(bitPattern: try parts.int("seed"))), store: try FormParts(try parts.value("store")).members)
    snapshot.time = try parts.count("time")
    if case .string(let fault) = try parts.value("fault") { snapshot.fault = fault }
    snapshot.reversesObservers = try parts.bool("reversesObservers")
    for (key, next) in zip(snapshot.store, snapshot.store.dropFirst())
    where !key.name.utf8.lexicographicallyPrecedes(next.name.utf8) {
      throw .wrong("store", expected: "sorted by its keys")
    }
    for setting in try parts.list("services") {
      let setting = try serviceSetting(setting)
      guard program.serviceIndex(named: setting.service) != nil else {
        guard isMigrating else { throw .unknown("service", setting.service) }
        drop("the setting of service '\(setting.service)'")
        continue
      }
      snapshot.services.append(setting)
    }
    snapshot.roots = try parts.ids("roots")
    return snapshot
  }

  private func serviceSetting(_ form: Value) throws(Reason) -> ServiceSetting {
    let parts = try FormParts(form)
    var behaviour = ServiceBehaviour(
      answer: try answer(try parts.value("answer")), isLate: try parts.bool("isLate"), isOnce: try parts.bool("isOnce"))
    if case .int = try parts.value("delay") { behaviour.delay = try parts.count("delay") }
    return ServiceSetting(service: try parts.string("service"), behaviour: behaviour)
  }

  private func answer(_ form: Value) throws(Reason) -> ServiceBehaviour.Answer {
    switch form {
    case .string("defined"): return .defined
    case .string("never"): return .never
    case .string("manual"): return .manual
    case .enumeration("outcome", let members):
      let (outcome, value) = try answerValue(members)
      return .outcome(outcome, value)
    case .enumeration("twice", let members):
      let (outcome, value) = try answerValue(members)
      return .twice(outcome, value)
    default: throw .wrong("answer", expected: "the answer of a service")
    }
  }

  private func answerValue(_ members: [Member]) throws(Reason) -> (Outcome, Value?) {
    guard let member = members.first, let outcome = Outcome(rawValue: member.name) else {
      throw .wrong("answer", expected: "the answer of a service")
    }
    return (outcome, member.value.elements.first)
  }
}
