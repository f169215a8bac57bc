extension Work: Coded {
  static let shape = PartShape.record

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    coder.int("due", due)
    coder.part("source", &source)
    coder.text("name", name.text)
    coder.part("target", &target)
  }
}

extension Cause.Source: Coded {}

extension Work.Target: Coded {
  static let shape = PartShape.cases

  mutating func code<Coder: PartCoder>(with coder: inout Coder) {
    switch self {
    case .deliver(var id, let input, var event):
      coder.begin("deliver")
      coder.id("target", &id)
      coder.int("input", input)
      coder.part("event", &event)
      if Coder.changes { self = .deliver(id, input: input, event) }
    case .start(let id): coder.one("start", id, of: &self, Work.Target.start)
    case .call(var handler, var value):
      coder.begin("call")
      coder.part("handler", &handler)
      coder.value("value", &value)
      if Coder.changes { self = .call(handler, value) }
    case .repeat(let interval, var handler):
      coder.begin("repeat")
      coder.int("interval", interval)
      coder.part("handler", &handler)
      if Coder.changes { self = .repeat(every: interval, handler) }
    case .answer(var id, let outcome, var value):
      coder.begin("answer")
      coder.id("target", &id)
      coder.label(outcome.rawValue)
      coder.value("answer", &value)
      if Coder.changes { self = .answer(request: id, outcome, value) }
    case .event(var id, let event, var value):
      coder.begin(event.receiver == nil ? "event" : "eventTo")
      coder.id("target", &id)
      coder.label(event.name.text)
      if let receiver = event.receiver { coder.text("receiver", receiver) }
      coder.value("event", &value)
      if Coder.changes { self = .event(id, event, value) }
    case .elapsed(let id, let transition): coder.port("elapsed", id, transition, of: &self, Work.Target.elapsed)
    }
  }
}
