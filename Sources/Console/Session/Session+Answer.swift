import Statecharts
import Traces
import Transcripts
import ViewModels

extension Session {
  /// A line, parsed once for its hint, the history and its run.
  package struct ReadLine: Sendable {
    let line: TypedLine
    /// The first command's result. Later commands can be parsed only after those before them ran.
    let task: Result<Task, Mistake>

    package var commands: [TypedLine.Command] { line.commands }
    package var opening: TypedLine.Opening? { line.opening }
  }

  /// A parsed command, which holds the snapshot until it runs.
  enum Task: Sendable {
    case nothing
    case drive(Command)
    case look(Verb.Look, ArgumentReader)
    case perform(Verb.Perform, ArgumentReader)
  }

  /// Parses a typed line. It is mutating only because a property of a class is copied for a method that is not.
  package mutating func read(_ text: String) -> ReadLine {
    let line = TypedLine(text)
    return ReadLine(line: line, task: result(of: line.commands[0].text, from: .typed))
  }

  func result(of command: String, from source: ArgumentReader.Source) -> Result<Task, Mistake> {
    Result { () throws(Mistake) in try task(of: command, from: source) }
  }

  mutating func answer(
    _ command: String, _ task: Result<Task, Mistake>, from source: ArgumentReader.Source
  ) -> Reply {
    do throws(Mistake) {
      let task = try task.get()
      if tour != nil, source == .typed { return try performBesideTour(task, isBlank: command.isBlank).inert() }
      return try perform(task).inert()
    } catch {
      return Reply(mistake: Disclosure(command, in: run?.scene).disclosed(error))
    }
  }

  private func task(of line: String, from source: ArgumentReader.Source) throws(Mistake) -> Task {
    guard var reader = try reader(of: line, from: source) else { return .nothing }
    let verb = reader.verb
    if options.isTranscript, !verb.isForTranscripts { throw Mistake(.notInTranscript(verb.name)) }
    switch verb.action {
    case .drive:
      _ = try reader.scene()
      return .drive(try reader.command())
    case .driveOrLook(_, let look):
      _ = try reader.scene()
      return reader.isAtEnd() ? .look(look, reader) : .drive(try reader.command())
    case .look(let look): return .look(look, reader)
    case .perform(let perform): return .perform(perform, reader)
    case .performOrLook(let perform, let look):
      guard !reader.isAtEnd() else { return .look(look, reader) }
      if options.isTranscript { throw Mistake(.notInTranscript("\(verb.name) \(verb.parameters[0].place)")) }
      return .perform(perform, reader)
    case .saveOrLook(let save, let look):
      guard reader.remaining.namesFile else { return .look(look, reader) }
      if options.isTranscript { throw Mistake(.notInTranscript("\(verb.name) FILE")) }
      return .perform(save, reader)
    }
  }

  private func reader(of line: String, from source: ArgumentReader.Source) throws(Mistake) -> ArgumentReader? {
    isMachine(line, from: source)
      ? ArgumentReader(ValueScanner(line), verb: .open, source: source, scene: nil)
      : try ArgumentReader(line, from: source, in: run?.scene)
  }

  /// A machine's name alone opens it, if none is open.
  private func isMachine(_ line: String, from source: ArgumentReader.Source) -> Bool {
    guard run == nil, source == .typed else { return false }
    let words = line.utf8.split(separator: UInt8(ascii: " ")).compactMap { String($0) }
    return words.count == 1 && catalogue.knows(words[0])
  }

  /// An empty line continues the tour; a query does not end it.
  private mutating func performBesideTour(_ task: Task, isBlank: Bool) throws(Mistake) -> Reply {
    switch task {
    case .nothing: return isBlank ? playTour() : Reply()
    case .look: return try perform(task)
    case .perform(_, let reader) where reader.verb === Verb.help: return try perform(task)
    case .drive, .perform:
      var reply = try perform(task)
      reply.lines += leaveTour()
      return reply
    }
  }

  private mutating func perform(_ task: Task) throws(Mistake) -> Reply {
    switch task {
    case .nothing: return Reply()
    case .drive(let command): return drive(command)
    case .look(let look, var reader): return try show(look, &reader)
    case .perform(let perform, var reader):
      // If the verb throws, the session stays unchanged.
      var next = self
      let reply = try perform(&next, &reader)
      if reader.verb !== Verb.help { next.lastLook = nil }
      self = next
      return reply
    }
  }

  // MARK: Driving

  private mutating func drive(_ command: Command) -> Reply {
    lastLook = nil
    let hadCrashed = run?.hasCrashed ?? false
    guard let (driven, left) = run?.drive(command, options.budget, watch) else {
      return Reply(mistake: Mistake(.nothingOpen))
    }
    var reply = Reply()
    reply.stop = driven.stop
    reply.met = driven.met
    let met = driven.met.map { ReplyLine.talk("break: \($0)") }
    if driven.isTakenBack {
      reply.lines = met
      return reply
    }
    reply.echo = driven.text
    reply.lines.reserveCapacity(driven.lines.count + driven.observed.count + met.count)
    for line in driven.lines { reply.lines.append(.recorded(line)) }
    for line in driven.observed { reply.lines.append(.talk(line)) }
    reply.lines += met
    reply.mutedCount = driven.mutedCount
    reply.broken = driven.broken
    reply.hasCrashed = !hadCrashed && run?.hasCrashed ?? false
    if let left { reply.lines.append(.talk(keptText(left))) }
    if recording != nil { reply.effects.append(.append(Recording.step(driven.text, output: driven.lines))) }
    return reply
  }

  private func keptText(_ branch: Branch) -> String {
    let count = (run?.tree.depth(of: branch.tip) ?? 0).counted("command")
    let title = branch.title.escapedForDisplay
    return "branch \(title) is kept with its \(count); 'switch \(title)' returns to it"
  }

  // MARK: Looking

  private mutating func show(_ look: Verb.Look, _ reader: inout ArgumentReader) throws(Mistake) -> Reply {
    let verb = reader.verb
    let arguments = reader.remaining
    let lines = try look(self, &reader)
    try reader.end()
    let command = ([verb.name] + [arguments].filter { !$0.isEmpty }).joined(separator: " ")
    var talk = Reply.talk(lines)
    talk.tellsTurns = verb.tellsTurns
    guard verb.isKeepable, run != nil else { return talk }
    lastLook = Look(command: command, lines: lines)
    guard reader.source == .file else { return talk }
    var reply = try keepLook()
    reply.echo = command
    reply.lines = lines.map(ReplyLine.recorded)
    return reply
  }
}

extension Verb {
  fileprivate var tellsTurns: Bool { self === Verb.trace || self === Verb.blame }

  /// Transcripts contain output that depends only on the machine.
  var isKeepable: Bool { task == .look || ["service", "observers"].contains(Name(name)) }
}
