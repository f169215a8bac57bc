extension FormReader {
  func work(_ form: Value) throws(Reason) -> Work {
    let parts = try FormParts(form)
    guard let source = Cause.Source(rawValue: try parts.string("source")) else {
      throw .wrong("source", expected: "a source of work")
    }
    return Work(
      due: try parts.count("due"), source: source, name: try parts.string("name"),
      target: try target(try parts.value("target")))
  }

  private func target(_ form: Value) throws(Reason) -> Work.Target {
    let (kind, parts) = try FormParts.enumeration(form, "target")
    switch kind {
    case "deliver":
      return .deliver(
        try id(parts), input: try FormParts.count(try parts.payload(1), "input"), try event(try parts.payload(2)))
    case "start": return .start(execution: try id(parts))
    case "call": return .call(try handler(try parts.payload(0)), try parts.payload(1))
    case "repeat":
      let interval = try FormParts.count(try parts.payload(0), "interval")
      guard interval > 0 else { throw .wrong("interval", expected: "an integer from 1") }
      return .repeat(every: interval, try handler(try parts.payload(1)))
    case "answer":
      let value = try parts.payload(1)
      guard let outcome = Outcome(rawValue: parts.members[1].name) else {
        throw .wrong("answer", expected: "an outcome")
      }
      return .answer(request: try id(parts), outcome, value)
    case "event":
      let value = try parts.payload(1)
      let name = parts.members[1].name
      return .event(try id(parts), Work.Event(name: name, id: program.event(named: name)), value)
    case "elapsed": return try elapsed(parts)
    default: throw .unknown("kind of work", kind)
    }
  }

  private func id(_ parts: FormParts) throws(Reason) -> InstanceID {
    try FormParts.id(try parts.payload(0), "target")
  }

  /// A delayed transition by its number in the chart of the machine.
  private func elapsed(_ parts: FormParts) throws(Reason) -> Work.Target {
    let machine = try id(parts)
    let number = try FormParts.int(try parts.payload(1), "transition")
    guard let map = template(at: machine) else { throw .noInstance(machine.index) }
    guard map.transitions.indices.contains(number), let transition = map.transitions[number] else {
      throw .unknown("transition", "\(number)")
    }
    return .elapsed(machine, transition: transition)
  }
}
