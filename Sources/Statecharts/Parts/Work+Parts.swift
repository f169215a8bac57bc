extension Work: Coded {
  static let shape = PartShape.record
  static let blanks = ["": Work(due: 0, source: .delay, name: "", target: .start(execution: .nowhere))]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.int("due", &due, .count)
    try coder.part("source", &source)
    try coder.text("name", &name)
    try coder.part("target", &target)
  }
}

extension Cause.Source: Coded {}

extension Work.Target: Coded {
  static let shape = PartShape.cases
  static let blanks: [String: Work.Target] = [
    "deliver": .deliver(.nowhere, input: 0, .completed), "start": .start(execution: .nowhere),
    "call": .call(HandlerValue(""), .null), "repeat": .repeat(every: 1, HandlerValue("")),
    "answer": .answer(request: .nowhere, .ok, .null), "event": .event(.nowhere, Work.Event(name: ""), .null),
    "elapsed": .elapsed(.nowhere, transition: 0),
  ]

  mutating func code<Coder: PartCoder>(with coder: inout Coder) throws(Coder.Failure) {
    switch self {
    case .deliver(var id, var input, var event):
      coder.begin("deliver")
      try coder.id("target", &id)
      try coder.int("input", &input, .count)
      try coder.part("event", &event)
      if Coder.changes { self = .deliver(id, input: input, event) }
    case .start(let id): try coder.one("start", id, of: &self, Work.Target.start)
    case .call(var handler, var value):
      coder.begin("call")
      try coder.part("handler", &handler)
      try coder.value("value", &value)
      if Coder.changes { self = .call(handler, value) }
    case .repeat(var interval, var handler):
      coder.begin("repeat")
      try coder.int("interval", &interval, .positive)
      try coder.part("handler", &handler)
      if Coder.changes { self = .repeat(every: interval, handler) }
    case .answer(var id, var outcome, var value):
      coder.begin("answer")
      try coder.id("target", &id)
      try coder.outcome(&outcome)
      try coder.value("answer", &value)
      if Coder.changes { self = .answer(request: id, outcome, value) }
    case .event(var id, var event, var value):
      coder.begin("event")
      try coder.id("target", &id)
      try coder.event(&event)
      try coder.value("event", &value)
      if Coder.changes { self = .event(id, event, value) }
    case .elapsed(var id, var transition):
      coder.begin("elapsed")
      try coder.id("target", &id)
      try coder.int("transition", &transition, .transition(of: id))
      if Coder.changes { self = .elapsed(id, transition: transition) }
    }
  }
}
