import Recordings
import Statecharts
import Traces
import Transcripts
import ViewModels

/// A trace with its commands, to be run again.
package struct RecordedTrace: Sendable {
  package let trace: Trace
  private let commands: [(stimulus: BegunStimulus, isHeld: Bool)]

  /// - Parameter allowsTruncation: Whether the trace of a program that was killed is valid.
  package init(_ bytes: [UInt8], allowsTruncation: Bool) throws(TraceError) {
    var begun: [BegunStimulus] = []
    trace = try TraceFile.decode(bytes, allowsTruncation: allowsTruncation) { begun.append($0) }
    if begun.isEmpty {
      let causes = RunSteps(trace).steps.compactMap(\.stimulus)
      commands = causes.map { (BegunStimulus($0), $0.isHeld) }
    } else {
      commands = begun.map { ($0, false) }
    }
  }

  /// Whether another definition made the trace.
  package func isForeign(to machine: Machine) -> Bool { trace.header.definition != machine.definitionHash }

  /// Secrets that no sample names, each with its owner.
  fileprivate func entries(besides samples: NamedValues) -> [NamedValues.Entry] {
    commands.reduce(into: []) { found, command in
      guard let name = command.stimulus.secret, samples.value(named: name) == nil,
        !found.contains(where: { $0.name == name })
      else { return }
      found.append(NamedValues.Entry(name, of: command.stimulus.target, .string(name)))
    }
  }

  /// Nil where a command cannot be written.
  fileprivate func lines(_ names: NamedValues) -> [String?] {
    let spelling = StimulusLines(names)
    return commands.map { command in
      Stimulus(command.stimulus, names).flatMap { spelling.line(for: $0, isHeld: command.isHeld) }
    }
  }
}

/// A command of a recording that the machine does not understand.
package struct RecordedFault: Error {
  /// From 1.
  package let command: Int
  package let reason: String
}

/// A recording as a transcript.
package struct RecordedTranscript: Sendable {
  package let text: String
  /// What differs between the recording and the run of its commands; nil if nothing does.
  package let difference: String?
  package let commandCount: Int

  /// Runs the commands of a recording.
  ///
  /// - Throws: The first command that the machine does not understand.
  package init(_ recording: RecordedTrace, on machine: Machine, in catalogue: Catalogue) throws(RecordedFault) {
    let header = recording.trace.header
    let samples = NamedValues(machine.sampleEntries)
    let typed = recording.entries(besides: samples)
    var run = CaseRun(machine, seed: header.seed, title: header.title.isEmpty ? nil : header.title)
    run.learn(typed)
    var session = Session(catalogue: catalogue)
    session.run = run
    let names = NamedValues(machine.sampleEntries + typed)
    let lines = session.restoring(header, names) + recording.lines(names)
    for (index, line) in lines.enumerated() {
      guard let line else { throw RecordedFault(command: index + 1, reason: "it cannot be written as a command") }
      if let mistake = session.runFromFile(line).mistake {
        throw RecordedFault(command: index + 1, reason: "'\(line)': \(mistake.sentence)")
      }
    }
    commandCount = lines.count
    let notes = header.isCut ? ["The recording lacks its beginning."] : []
    text = session.run.map { CaseEntries(run: $0).file(notes: notes + $0.unnamedSecrets, .free) } ?? ""
    difference = Self.difference(recording.trace, session.trace)
  }

  private static func difference(_ recorded: Trace, _ run: Trace?) -> String? {
    guard let run, let again = try? TraceFile.decode(Array(TraceFile.encode(run).utf8)) else { return "nothing ran" }
    let isCut = recorded.header.isCut
    let turns = isCut ? again.turns.suffix(recorded.turns.count) : again.turns[...]
    for (number, turn) in recorded.turns.enumerated() {
      guard let other = turns.dropFirst(number).first else { return "turn \(number + 1) is missing" }
      if isCut ? turn.cause != other.cause || turn.effects != other.effects : turn != other {
        let words = ValuePrinter(.folded).words(of: turn.cause)
        return "turn \(number + 1), \(words) at \(turn.time) ms, has other effects"
      }
    }
    guard let end = recorded.end else { return nil }
    if turns.count > recorded.turns.count { return "there are turns behind the last one" }
    return isCut
      ? (end.phase == again.end?.phase ? nil : "the last states differ")
      : end == again.end ? nil : "the end differs"
  }
}

extension Session {
  /// Commands that assign what a cut recording found when it began. States of charts cannot be assigned.
  fileprivate func restoring(_ header: Trace.Header, _ names: NamedValues) -> [String?] {
    guard header.isCut, let run else { return [] }
    return header.fields.compactMap { field in
      guard let now = run.machine.field(at: field.name.text, of: run.snapshot), now.isAssignable,
        now.value != field.value, !field.value.holdsSecret
      else { return nil }
      return StimulusLines(names).line(for: .assign(field: field.name.text, field.value))
    }
  }
}

extension Stimulus {
  /// Reads what `Machine.cause(of:)` writes; nil for a cause that it does not write.
  fileprivate init?(_ begun: BegunStimulus, _ names: NamedValues) {
    let target = begun.target
    var value = begun.value
    if let secret = begun.secret, let named = names.value(named: secret) {
      value = begun.event == "reply" ? begun.value?.replacingPayload(by: .secret(named)) : .secret(named)
    }
    let text = value.flatMap(String.init)
    switch begun.event {
    case "set": self = .set(control: target, value ?? .null)
    case "paste": self = .paste(control: target, text ?? "")
    case "type": self = .type(control: target, text ?? "")
    case "erase": self = .erase(control: target, count: value.flatMap(Int.init) ?? 1)
    case "compose": self = .compose(control: target, text ?? "")
    case "commit": self = .commit(control: target.isEmpty ? nil : target)
    case "focus": self = .focus(control: target)
    case "blur": self = .blur
    case "return": self = .pressReturn
    case "tap": self = .tap(control: target, value)
    case "dismiss": self = .dismiss(button: text)
    case "back": self = .back
    case "send": self = .send(input: target, value)
    case "assign": self = .assign(field: target, value ?? .null)
    case "reply":
      guard case .enumeration(let name, let members)? = value, let outcome = Outcome(rawValue: name) else { return nil }
      self = .reply(request: target, outcome, members.first?.value)
    case "service":
      guard let behaviour = value.flatMap(ServiceBehaviour.init) else { return nil }
      self = .service(name: target, behaviour)
    case "observers": self = .observers(reversed: value == .enumeration("reversed", []))
    case "advance": self = .advance(milliseconds: value.flatMap(Int.init))
    case "fire": self = .fire(work: target)
    case "settle": self = .settle
    case "open": self = .restart
    default: return nil
    }
  }
}

extension Value {
  fileprivate func replacingPayload(by value: Value) -> Value {
    guard case .enumeration(let name, _) = self else { return self }
    return .enumeration(name, [Member("", value)])
  }
}

extension ServiceBehaviour {
  fileprivate init?(_ value: Value) {
    guard case .enumeration(let name, let members) = value else { return nil }
    let payload = members.first { $0.name.isEmpty }?.value
    self.init()
    switch name {
    case "defined": break
    case "never": answer = .never
    case "manual": answer = .manual
    case "twice":
      guard case .enumeration(let outcome, let inner)? = payload, let outcome = Outcome(rawValue: outcome) else {
        return nil
      }
      answer = .twice(outcome, inner.first?.value)
    default:
      guard let outcome = Outcome(rawValue: name) else { return nil }
      answer = .outcome(outcome, payload)
    }
    delay = members.first { $0.name == "after" }.flatMap { Int($0.value) }
    isLate = members.contains { $0.name == "late" }
    isOnce = members.contains { $0.name == "once" }
  }
}
