import Turns

/// A run in the Trace Event Format of Chrome, which ui.perfetto.dev and chrome://tracing show: a lane for the commands, one
/// for each region with a slice for every state, and one for each service with a span for every request.
///
/// Times are virtual microseconds. What takes no time is a slice of no length.
package struct PerfettoExport {
  private let run: TracedRun

  package init(_ run: TracedRun) { self.run = run }

  /// Hands on the lines, without their ends: one event each.
  package func write<Stop>(_ line: (String) throws(Stop) -> Void) throws(Stop) {
    let header = run.trace.header
    let about: [Member] = [
      Member("machine", .string(header.machine)), Member("definition", .string(header.definition)),
      Member("case", .string(header.title)), Member("clock", "virtual"),
    ]
    try line(#"{"displayTimeUnit":"ms","otherData":"# + Self.text(about) + #","traceEvents":["#)
    var writer = EventWriter(header)
    try writer.events(naming: run.heading) { (event) throws(Stop) in try line(Self.text(event) + ",") }
    for (number, step) in run.steps.enumerated() {
      try line(Self.text(writer.command(number, step, in: run)) + ",")
      for turn in run.trace.turns[step.turns] {
        for event in writer.events(of: turn) { try line(Self.text(event) + ",") }
      }
    }
    for event in writer.endings(at: run.end) { try line(Self.text(event) + ",") }
    // The last one has no comma behind it.
    try line(Self.text(writer.event("end", "i", at: run.end, [Member("s", "p")])))
    try line("]}")
  }

  private static func text(_ members: [Member]) -> String {
    var writer = JSONWriter()
    writer.value(.record(members))
    return writer.text
  }
}

/// Follows what begins and ends.
private struct EventWriter {
  private static let commandLane = 1

  /// The regions in the order of their first appearance, with where they are since when.
  private var regions: [(name: String, state: String, since: Int)] = []
  private var laneOfRegion: [ExactString: Int] = [:]
  private var requests = RequestsUnderWay()
  private var isOpened = false

  init(_ header: Trace.Header) {
    for region in header.phase { _ = place(of: region.region, state: region.state, at: 0) }
  }

  private mutating func place(of region: String, state: String, at time: Int) -> (place: Int, isNew: Bool) {
    let key = ExactString(region)
    if let place = laneOfRegion[key] { return (place, false) }
    laneOfRegion[key] = regions.count
    regions.append((region, state, time))
    return (regions.count - 1, true)
  }

  func event(_ name: String, _ kind: String, at time: Int, lane: Int = commandLane, _ more: [Member]) -> [Member] {
    [
      Member("name", .string(name.escapedForDisplay)), Member("ph", .string(kind)), Member("pid", 1),
      Member("tid", .int(lane)), Member("ts", .int(time.microseconds)),
    ] + more
  }

  /// The names of the process and of the lanes that there are from the beginning.
  func events<Stop>(naming process: String, _ event: ([Member]) throws(Stop) -> Void) throws(Stop) {
    try event(name("process_name", process, lane: Self.commandLane))
    try event(name("thread_name", "commands", lane: Self.commandLane))
    for index in regions.indices { try event(name("thread_name", regions[index].name, lane: lane(index))) }
  }

  private func lane(_ region: Int) -> Int { Self.commandLane + 1 + region }

  private func name(_ what: String, _ name: String, lane: Int) -> [Member] {
    event(what, "M", at: 0, lane: lane, [Member("args", ["name": .string(name.escapedForDisplay)])])
  }

  /// The slice of a command: from where it began to its last turn.
  func command(_ number: Int, _ step: TracedRun.Step, in run: TracedRun) -> [Member] {
    let end = step.turns.isEmpty ? step.time : run.trace.turns[step.turns.upperBound - 1].time
    let name = step.command.isEmpty ? "open" : step.command
    return slice(name, "command", from: step.time, to: end, lane: Self.commandLane, ["step": .int(number)])
  }

  private func slice(
    _ name: String, _ category: String, from start: Int, to end: Int, lane: Int, _ arguments: Value? = nil
  ) -> [Member] {
    let length = end.microseconds - start.microseconds
    return event(
      name, "X", at: start, lane: lane,
      [Member("cat", .string(category)), Member("dur", .int(max(length, 0)))]
        + (arguments.map { [Member("args", $0)] } ?? []))
  }

  mutating func events(of turn: Turn) -> [[Member]] {
    var events: [[Member]] = []
    if turn.cause.source == .open {
      // Requests of an app that ends have no answer.
      if isOpened { events += requestEnds(at: turn.time, "restarted") }
      isOpened = true
    }
    for effect in turn.effects { events += self.events(of: effect, at: turn.time) }
    return events
  }

  private mutating func events(of effect: Effect, at time: Int) -> [[Member]] {
    switch effect {
    case .set, .timerStarted, .notified, .tie: []
    case .moved(let region, _, let state): move(region, to: state, at: time)
    case .requested(let service, let input): [begin(service, input, at: time)]
    case .replied(let service, let outcome, let value):
      end(service, ["outcome": .string(outcome.rawValue), "value": value], at: time)
    case .cancelled(let service): end(service, ["outcome": "cancelled"], at: time)
    default: [instant(Reaction(of: effect), at: time)]
    }
  }

  private func instant(_ reaction: Reaction, at time: Int) -> [Member] {
    event(reaction.text, "i", at: time, [Member("cat", .string(reaction.subject.kind.rawValue)), Member("s", "t")])
  }

  private mutating func move(_ region: String, to state: String, at time: Int) -> [[Member]] {
    let (place, isNew) = place(of: region, state: state, at: time)
    if isNew { return [name("thread_name", region, lane: lane(place))] }
    let before = regions[place]
    regions[place] = (region, state, time)
    return [slice(before.state, "state", from: before.since, to: time, lane: lane(place))]
  }

  // MARK: Requests

  private func span(
    _ kind: String, _ request: RequestsUnderWay.Request, _ arguments: Value, at time: Int
  ) -> [Member] {
    event(
      request.name.withoutOrdinal, kind, at: time,
      [Member("cat", "request"), Member("id", .int(request.number)), Member("args", arguments)])
  }

  private mutating func begin(_ service: String, _ input: Value, at time: Int) -> [Member] {
    span("b", requests.begin(service, input), ["request": .string(service), "input": input], at: time)
  }

  /// The end of the request with that name; an instant where none is under way.
  private mutating func end(_ service: String, _ arguments: Value, at time: Int) -> [[Member]] {
    if let request = requests.end(service) { return [span("e", request, arguments, at: time)] }
    return [event(service, "i", at: time, [Member("cat", "request"), Member("s", "t"), Member("args", arguments)])]
  }

  private mutating func requestEnds(at time: Int, _ outcome: String) -> [[Member]] {
    requests.endAll().map { span("e", $0, ["outcome": .string(outcome)], at: time) }
  }

  /// The ends of what still goes on.
  mutating func endings(at time: Int) -> [[Member]] {
    regions.indices.map {
      slice(regions[$0].state, "state", from: regions[$0].since, to: time, lane: lane($0))
    } + requestEnds(at: time, "under way")
  }
}

extension Int {
  /// Milliseconds as microseconds, as far as numbers of JSON go.
  fileprivate var microseconds: Int {
    let (product, overflow) = multipliedReportingOverflow(by: 1_000)
    let limit = JSONWriter.exactIntegers
    return overflow ? limit.upperBound : Swift.min(Swift.max(product, 0), limit.upperBound)
  }
}
