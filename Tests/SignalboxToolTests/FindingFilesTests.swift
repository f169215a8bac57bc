import Console
import Exploration
import Gallery
import Testing
import Transcripts
import ViewModels

@testable import SignalboxTool

/// What is kept of a finding is red on the machine in which it was found, and holds on each that was mended.
@Suite("Findings as transcripts")
struct FindingFilesTests {
  private func machine<Model: ViewModel>(_ type: Model.Type, _ variant: Name) -> Machine {
    Machine(type, name: "alarm", variant: variant, summary: "An alarm that can be put off")
  }

  private var original: Machine { machine(Alarm<PutOff>.self, "original") }

  private func kept(_ machine: Machine, promises: [String] = [], laws: [StateLaw] = []) throws -> String {
    var options = SearchOptions()
    (options.races, options.ties, options.depth, options.laws) = (false, false, 8, laws)
    var request = SearchRequest()
    request.leadsTo = promises.map { Word(text: $0) }
    options.promises = try request.options(for: machine).promises
    var search = Search(machine, options)
    search.run()
    let finding = try #require(search.report.findings.first { $0.kind != .reached })
    return try #require(FindingFiles(machine: machine).transcript(of: finding))
  }

  /// What a transcript says of a machine: `expected`, `mended`, or why it fails otherwise.
  private func said(_ text: String, of machine: Machine) throws -> String {
    let transcript = try Transcript.parse(text, language: .console)
    let runner = ConsoleRunner(catalogue: Catalogue([machine]), replacement: machine)
    return switch transcript.replay(path: "x", with: runner).cases[0].verdict {
    case .expectedFailure: "expected"
    case .unexpectedPass: "mended"
    case .error(let error): error.sentence
    default: "else"
    }
  }

  /// What is kept of a command's other lines.
  private let others = "# loose: the other lines may change\n|*\n"

  @Test("a promise that is broken by going round is kept as a stem and a loop")
  func round() throws {
    let text = try kept(original, promises: ["alarm = ringing", "alarm = quiet"])
    #expect(
      text == """
        %transcript 1
        %machine alarm@original \(original.definitionHash)
        %case broken "alarm = ringing leads to alarm = quiet"
        %xfail broken "alarm = ringing leads to alarm = quiet"
        # loose: the other lines may change
        |*
        > tap ring
        # loose: the other lines may change
        |*
        %loop
        # loose: the other lines may change
        |*
        > tap snooze
        # loose: the other lines may change
        |*
        > advance
        # loose: the other lines may change
        |*
        > show alarm = ringing leads to alarm = quiet
        | true

        """)
    #expect(try said(text, of: original) == "expected")
    for mended in [
      machine(Alarm<Counted>.self, "counted"), machine(Alarm<Refusing>.self, "refusing"),
      machine(Alarm<Quieting>.self, "quieting"), machine(Alarm<Silent>.self, "silent"),
    ] { #expect(try said(text, of: mended) == "mended", "\(mended.title)") }
  }

  @Test("a promise that is broken at rest, or too late, is kept, and asked for beyond the script")
  func stems() throws {
    let rest = try kept(original, promises: ["alarm = ringing", "alarm = snoozed"])
    #expect(!rest.contains("%loop"))
    #expect(try said(rest, of: original) == "expected")
    #expect(try said(rest, of: machine(Alarm<Eager>.self, "eager")) == "mended")
    let late = try kept(original, promises: ["alarm = snoozed", "alarm = ringing", "within", "4s"])
    #expect(try said(late, of: original) == "expected")
    #expect(try said(late, of: machine(Alarm<Eager>.self, "eager")) == "mended")
    #expect(try said(late, of: machine(Alarm<Counted>.self, "counted")) == "expected")
  }

  @Test("a crash and a limit are kept as what the last command must not do")
  func crash() throws {
    let crashing = try #require(Gallery.machines.first { $0.title == "user@original" })
    var options = SearchOptions()
    (options.domain.isPastTheScreen, options.depth) = (true, 2)
    var search = Search(crashing, options)
    search.run()
    let finding = try #require(search.report.findings.first { $0.kind == .crash })
    let text = try #require(FindingFiles(machine: crashing).transcript(of: finding))
    #expect(text.contains("\n> send login\n|! crash:\n\(others)"))
    #expect(try said(text, of: crashing) == "expected")
    #expect(try said(text, of: try #require(Gallery.machines.first { $0.title == "user@fixed" })) == "mended")
    let endless = machine(Endless.self, "endless")
    var limited = Search(endless, SearchOptions())
    limited.run()
    let limit = try #require(limited.report.findings.first { $0.kind == .limit })
    let kept = try #require(FindingFiles(machine: endless).transcript(of: limit))
    #expect(try said(kept, of: endless) == "expected", "\(kept)")
  }

  @Test("a law that was given with the search is kept as what the whole case keeps", arguments: [true, false])
  func laws(isForbidden: Bool) throws {
    let name = isForbidden ? "never alarm = snoozed" : "always not alarm = snoozed"
    let expression = try StateExpression("alarm = snoozed", of: original)
    let law = StateLaw(name, .law) { [original] in !expression.holds(of: $0, original) }
    let text = try kept(original, laws: [law])
    #expect(text.hasSuffix("> tap snooze\n\(others)> show \(name)\n| true\n"))
    #expect(try said(text, of: original) == "expected")
    #expect(try said(text, of: machine(Alarm<Refusing>.self, "refusing")) == "mended")
    #expect(try said(text, of: machine(Alarm<Counted>.self, "counted")) == "expected")
  }

  @Test("what executes for ever is kept as a promise that it ends, and holds where it does")
  func hang() throws {
    let deaf = machine(Loading<PutOff>.self, "deaf")
    let text = try kept(deaf)
    #expect(text.hasSuffix("> advance\n\(others)> show loading = executing leads to not loading = executing\n| true\n"))
    #expect(try said(text, of: deaf) == "expected")
    #expect(try said(text, of: machine(Loading<Quieting>.self, "hearing")) == "mended")
  }

  @Test(
    "time that goes round by itself is kept as a loop, and holds where it comes to rest or a repeating timer goes on")
  func unrest() throws {
    let endless = machine(Pulse<PutOff>.self, "original")
    let text = try kept(endless)
    #expect(text.hasSuffix("|*\n%loop\n\(others)> advance\n\(others)> show time comes to rest\n| true\n"))
    #expect(try said(text, of: endless) == "expected")
    for mended in [
      machine(Pulse<Counted>.self, "counted"), machine(Pulse<Silent>.self, "silent"),
      machine(Metronome.self, "declared"),
    ] { #expect(try said(text, of: mended) == "mended", "\(mended.title)") }
  }
}

/// What an alarm does when it is put off.
private protocol Manner: Sendable {
  static var most: Int { get }
  static var refuses: Bool { get }
  static var quiets: Bool { get }
  static var isSilent: Bool { get }
  static var isEager: Bool { get }
}

extension Manner {
  static var most: Int { .max }
  static var refuses: Bool { false }
  static var quiets: Bool { false }
  static var isSilent: Bool { false }
  static var isEager: Bool { false }
}

/// It rings again, as often as one wants.
private enum PutOff: Manner {}
/// It is put off three times at most.
private enum Counted: Manner { static var most: Int { 3 } }
/// It cannot be put off.
private enum Refusing: Manner { static var refuses: Bool { true } }
/// It is quiet on the way to ringing again.
private enum Quieting: Manner { static var quiets: Bool { true } }
/// It does not ring.
private enum Silent: Manner { static var isSilent: Bool { true } }
/// It puts itself off, and rings again soon.
private enum Eager: Manner { static var isEager: Bool { true } }

/// A page that loads and hears of success; where it is to be quiet, of failure too.
private struct Loading<M: Manner>: ViewModel {
  struct Model: ModelType, Hashable {}

  let load = Input()
  let look = Input()
  let fetch = Service<Int, Int>(after: .seconds(1)) { _ in .fail("gone") }

  var chart: Chart {
    Region("loading") {
      On(look) { _ in }
      State(.idle) { On(load, to: .executing) }
      State(.executing) {
        Invoke(fetch) { _ in 1 }
        On(fetch.succeeded, to: .idle)
        if M.quiets { On(fetch.failed, to: .failed) }
      }
      State(.failed)
    }
  }

  var screen: Screen {
    Screen("Page") {
      Button(load, "Load")
      Button(look, "Look")
    }
  }
}

private struct Alarm<M: Manner>: ViewModel {
  struct Model: ModelType, Hashable {
    var times = 0
  }

  let times = Field(\.times)
  let ring = Input()
  let snooze = Input()
  let mayWait = Guard("it may be put off", reads: \.times) { $0.times < M.most }

  var chart: Chart {
    Region("alarm") {
      State("quiet") { if !M.isSilent { On(ring, to: "ringing") } }
      State("ringing") {
        if !M.refuses {
          On(snooze, to: "snoozed", when: mayWait) { if M.most < .max { $0.times += 1 } }
        }
        After(.seconds(60), to: M.isEager ? "snoozed" : "quiet")
      }
      State("snoozed") { After(.seconds(M.isEager ? 3 : 5), to: M.quiets ? "pausing" : "ringing") }
      State("pausing") { After(.seconds(1), to: "quiet") }
    }
  }

  var screen: Screen {
    Screen("Alarm") {
      Button(ring, "Ring")
      Button(snooze, "Snooze")
    }
  }
}

private struct Pulse<M: Manner>: ViewModel {
  struct Model: ModelType, Hashable {
    var times = 0
  }

  let times = Field(\.times)
  let goesOn = Guard("it goes on", reads: \.times) { $0.times < M.most }

  var chart: Chart {
    Region("pulse") {
      State("beating") {
        if !M.isSilent {
          After(.seconds(1), to: "beating", when: goesOn) { if M.most < .max { $0.times += 1 } }
        }
      }
    }
  }

  var screen: Screen { Screen("Pulse") { Label(times, "Times") } }
}

/// It never comes to rest once it goes.
private struct Endless: ViewModel {
  struct Model: ModelType, Hashable {}

  let go = Input()

  var chart: Chart {
    Region("pulse") {
      State("quiet") { On(go, to: "left") }
      State("left") { Always(to: "right") }
      State("right") { Always(to: "left") }
    }
  }

  var screen: Screen { Screen("Pulse") { Button(go, "Go") } }
}

/// It beats by a timer that is declared to repeat.
private struct Metronome: ViewModel {
  struct Model: ModelType, Hashable {}

  let beat = Handler { _ in }

  var chart: Chart {
    SetUp { $0.every(.seconds(1), beat) }
    Region("pulse") { State("beating") }
  }

  var screen: Screen { Screen("Pulse") {} }
}
