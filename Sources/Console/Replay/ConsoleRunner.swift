import Traces
import Transcripts
import ViewModels

/// Runs transcripts on the console with a catalogue of machines.
package struct ConsoleRunner: CaseRunner {
  package let catalogue: Catalogue
  /// Replaces the machine that a transcript names.
  package let replacement: Machine?
  package let budget: CommandBudget
  /// Opened cases by machine, for openings without further options.
  private var opened: [String: OpenedCase<Session>] = [:]

  package init(catalogue: Catalogue, replacement: Machine? = nil, budget: CommandBudget = CommandBudget()) {
    self.catalogue = catalogue
    self.replacement = replacement
    self.budget = budget
  }

  /// Returns one runner per thread, each with its own tables, because reference counting of shared tables slows
  /// threads down.
  package func workers(_ count: Int) -> [ConsoleRunner] {
    [self]
      + (1..<max(count, 1)).map { _ in
        ConsoleRunner(catalogue: catalogue.apart, replacement: replacement?.apart, budget: budget)
      }
  }

  /// Opens a case's machine ahead; `open(_:)` reports failures.
  package mutating func prepare(_ opening: CaseOpening) {
    guard opening.isPlain, opened[opening.machine.description] == nil else { return }
    opened[opening.machine.description] = try? open(opening)
  }

  package func open(_ opening: CaseOpening) throws(OpeningProblem) -> OpenedCase<Session> {
    if opening.isPlain, let known = opened[opening.machine.description] { return known }
    let machine = try machine(for: opening.machine)
    var session = Session(catalogue: catalogue, options: SessionOptions(isTranscript: true, budget: budget))
    let reply = session.open(machine, for: opening)
    if let mistake = reply.mistake { throw OpeningProblem(sentence: mistake.sentence) }
    return OpenedCase(
      session: session, lines: reply.recordedLines, names: session.names, definitionHash: machine.definitionHash,
      mutedCount: reply.mutedCount)
  }

  package func run(_ command: String, in session: inout Session) -> CommandReply {
    let reply = session.runFromFile(command)
    if let mistake = reply.mistake { return .mistake(column: mistake.column, sentence: mistake.sentence) }
    if let stop = reply.stop { return .stopped(sentence: stop.sentence) }
    return .ran(CommandOutput(echo: reply.echo, lines: reply.recordedLines, mutedCount: reply.mutedCount))
  }

  package func changes(in session: Session, since start: Session) -> [String] { session.changes(since: start) }

  package func unknownPath(among paths: OutputPaths, in session: Session) -> (path: String, sentence: String)? {
    guard let scene = try? session.openScene() else { return nil }
    let stored = Set(scene.snapshot.store.map(\.name))
    let isUnstored = { (path: String) in !stored.contains(Name(path)) }
    return scene.machine.mistake(inPaths: paths.expanded.paths.filter(isUnstored), for: .expanding)
      ?? scene.machine.mistake(inPaths: paths.muted.paths.filter(isUnstored), for: .muting)
  }

  package func end(of session: Session) -> CaseEnd {
    CaseEnd(
      milliseconds: session.elapsedMilliseconds, turns: session.turnCount, leftovers: session.leftovers)
  }

  private func machine(for reference: MachineReference) throws(OpeningProblem) -> Machine {
    if let replacement { return replacement }
    do {
      return try catalogue.machine(named: reference.description)
    } catch {
      throw OpeningProblem(sentence: error.sentence)
    }
  }
}

extension Machine {
  /// Returns the cure of a word with which no output line of the machine or of one of its variants begins.
  package var cureOfFirstWord: (String) -> String? {
    let words = Effect.Kind.lineWords + serviceNames.texts
    let names = variantsWithNames.map { OutputNames($0) }
    return { word in
      guard !words.contains(word), let unknown = names.unknown(inPath: word, for: .beginning) else { return nil }
      return (unknown.nearest ?? NearestWord.find(unknown.name, among: words)).map { "did you mean '\($0)'?" }
        ?? "write a word such as 'request', or a field, a region or a subject of \(title)"
    }
  }

  /// The first path that neither the machine nor one of its variants knows.
  package func mistake(inPaths paths: [String], for use: OutputPathUse) -> (path: String, sentence: String)? {
    if paths.isEmpty { return nil }
    let names = variantsWithNames.map { OutputNames($0) }
    for path in paths {
      guard let unknown = names.unknown(inPath: path, for: use) else { continue }
      let noun = use == .muting ? "field or subject" : "field"
      let advice = unknown.nearest.map { "did you mean '\($0)'?" } ?? "'fields' lists the fields"
      return (path, "\(title) has no \(noun) '\(unknown.name)'; \(advice)".escapedForDisplay)
    }
    return nil
  }
}

extension CommandLanguage {
  /// The console's verbs, for transcripts.
  package static let console = CommandLanguage(Console.Verb.all.map(\.ofTranscripts))
}

extension Verb {
  fileprivate var ofTranscripts: CommandLanguage.Verb {
    let (looks, saves): (CommandLanguage.Commands, CommandLanguage.Commands) =
      switch action {
      case .look: (.all, .none)
      case .performOrLook: (.all, .withArguments)
      case .saveOrLook: (.all, .namingFile)
      case .driveOrLook: (.withoutArguments, .none)
      case .drive, .perform: (.none, .none)
      }
    return CommandLanguage.Verb(name, looks: looks, misplaced: isForTranscripts ? saves : .all)
  }
}

extension [OutputNames] {
  /// What the first says of a path that none knows.
  fileprivate func unknown(inPath path: String, for use: OutputPathUse) -> (name: String, nearest: String?)? {
    guard allSatisfy({ $0.unknown(inPath: path, for: use) != nil }) else { return nil }
    return first?.unknown(inPath: path, for: use)
  }
}
