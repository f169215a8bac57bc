import Console
import Exploration
import Statecharts
import Transcripts
import ViewModels
import Worker

/// Answers another version that compares itself with this one.
struct VersionServer {
  let catalogue: Catalogue
  private var side: LocalSide?

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  enum Question: String, CaseIterable {
    case machines, open, offers, steps, play, transcript
  }

  mutating func answer(to name: String, _ request: Value) throws -> [Member] {
    guard let question = Question(rawValue: name) else {
      throw Value.string(name).wrong("one of \(Question.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    switch question {
    case .machines:
      return [
        Member(
          "machines",
          .list(
            catalogue.machines.map { ["machine": .string($0.title.text), "definition": .string($0.definitionHash)] }))
      ]
    case .open: return try open(request)
    case .offers:
      let side = try opened()
      let places = try places(request.member("places"), of: side)
      return [Member("offers", .list(side.offers(at: places).map { .list($0.compactMap(\.wire)) }))]
    case .steps:
      let side = try opened()
      let steps = try request.member("steps").elements.map(SideStep.init(wire:))
      for step in steps where !side.knows(step.place) { throw Self.unknown(step.place) }
      let results = side.take(steps)
      side.forget(try places(request.member("forget"), of: side))
      return [Member("steps", .list(results.map { $0?.wire ?? .null }))]
    case .play: return try play(request)
    case .transcript: return try transcript(request)
    }
  }

  static func refusal(of error: any Error, line: Int, column: Int) -> Value {
    let sentence: String
    switch error {
    case let problem as Wire.Problem: sentence = problem.sentence
    case let version as Wire.UnknownVersion:
      sentence =
        "version \(version.asked) of the protocol was requested, but this tool has \(version.own); "
        + "compare with \(version.asked > version.own ? "a newer" : "an older") one"
    case let mistake as Mistake: return Diagnostic(code: mistake.code, sentence: mistake.sentence).wire
    default: return Diagnostic.all(of: error)[0].wire
    }
    let place = SourcePlace(line: line, column: column)
    return Diagnostic(code: "E1190", path: "standard input", place: place, sentence: sentence).wire
  }

  private mutating func open(_ request: Value) throws -> [Member] {
    let machine = try catalogue.soundMachine(named: try request.member("machine").text)
    let side = LocalSide(machine, try MoveDomain(wire: request.member("reach")))
    self.side = side
    return [Member("definition", .string(machine.definitionHash))] + side.begin().wire
      + [
        Member("parts", .list(side.parts.map(\.wire))),
        Member("shown", side.shownFields.map { .list($0.texts.map(Value.string)) } ?? .null),
        Member("keys", .record(side.rowKeys.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value.text)) })),
      ]
  }

  private func transcript(_ request: Value) throws -> [Member] {
    let machine = try catalogue.soundMachine(named: request.member("machine").text)
    let commands = try request.member("commands").elements.map { (command) throws(Wire.Problem) in try command.text }
    let teller = LocalTeller(machine: machine, catalogue: catalogue)
    switch teller.transcript(of: commands, titled: try request.member("title").text) {
    case .text(let text): return [Member("transcript", .string(text))]
    case .refused(let reason): return [Member("refused", .string(reason))]
    }
  }

  private func play(_ request: Value) throws -> [Member] {
    let machine = try catalogue.machine(named: request.member("machine").text)
    let script = try Script(path: request.member("script").text, line: request.member("line").ifAny?.number)
    let counting = try request.member("counting").elements.map { (run) throws(Wire.Problem) in
      Set(try run.elements.map { (number) throws(Wire.Problem) in try number.number })
    }
    let scripts = LocalScripts(machine, catalogue, try CommandBudget(wire: request.member("budget")))
    let runs = try scripts.play(script, line: request.member("line").ifAny?.number, counting: counting)
    return [Member("runs", .list(runs.map(\.wire)))]
  }

  private func opened() throws(Wire.Problem) -> LocalSide {
    guard let side else { throw Wire.Problem(sentence: "no machine is open; ask 'open' first") }
    return side
  }

  private func places(_ value: Value, of side: LocalSide) throws(Wire.Problem) -> [Int] {
    let places = try value.elements.map { (value) throws(Wire.Problem) in try value.number }
    for place in places where !side.knows(place) { throw Self.unknown(place) }
    return places
  }

  private static func unknown(_ place: Int) -> Wire.Problem {
    Wire.Problem(sentence: "there is no place number \(place); name one of an answer that was not forgotten")
  }
}

extension Diagnostic {
  var wire: Value {
    [
      "code": .string(code), "path": path.map(Value.string) ?? .null, "line": place.map { .int($0.line) } ?? .null,
      "column": place.map { .int($0.column) } ?? .null, "sentence": .string(sentence),
      "exit": .int(Int(exitCode.rawValue)),
    ]
  }

  /// - Parameter tool: Named in the sentence unless empty.
  init(wire: Value, of tool: String) throws(Wire.Problem) {
    let (line, column) = (try wire.member("line").ifAny?.number, try wire.member("column").ifAny?.number)
    let code = Int32(exactly: try wire.member("exit").number).flatMap(ExitCode.init)
    self.init(
      code: try wire.member("code").text, path: try wire.member("path").ifAny?.text,
      place: line.map { SourcePlace(line: $0, column: column ?? 1) },
      sentence: (tool.isEmpty ? "" : "\(tool): ") + (try wire.member("sentence").text),
      exitCode: code ?? .badInput)
  }
}
