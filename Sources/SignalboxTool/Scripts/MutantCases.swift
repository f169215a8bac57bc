import Console
import Transcripts
import ViewModels

/// The cases that hold on a machine, to be replayed on its mutants.
struct MutantCases: Sendable {
  private struct File: Sendable {
    let file: TranscriptFile
    let cases: [TranscriptCase]
  }

  private let machine: Machine
  private let catalogue: Catalogue
  private let budget: CommandBudget
  private var files: [File] = []
  private(set) var exitCode = ExitCode.agreed

  var paths: [String] { files.map(\.file.path) }
  var caseCount: Int { files.reduce(0) { $0 + $1.cases.count } }

  /// Replays the cases on the original machine and reports each that fails.
  init(
    _ named: NamedTranscripts, _ selection: CaseSelection, of machine: Machine, _ tool: Tool, _ budget: CommandBudget
  ) {
    self.machine = machine
    catalogue = tool.catalogue
    self.budget = budget
    for entry in named.entries {
      switch entry {
      case .refused(let file): refuse(InputProblems(diagnostics: file.problems), tool.streams)
      case .transcript(let transcript):
        do { try add(transcript, selection, tool.streams) } catch { refuse(error, tool.streams) }
      }
    }
  }

  private mutating func add(_ named: NamedTranscript, _ selection: CaseSelection, _ streams: Streams) throws {
    let file = try TranscriptFile.read(named.path)
    guard let own = try? catalogue.machine(named: file.transcript.machine.description),
      own.title == machine.title
    else { return }
    let runner = ConsoleRunner(catalogue: catalogue, budget: budget)
    let cases = try file.cases(selection, of: named).cases.filter { transcriptCase in
      if transcriptCase.skipReason != nil { return false }
      if file.transcript.replay(transcriptCase, used: file.used, with: runner).verdict.holds { return true }
      refuse(InputProblems(diagnostics: [.unsteadyGround(transcriptCase, of: machine, in: file.path)]), streams)
      return false
    }
    if !cases.isEmpty { files.append(File(file: file, cases: cases)) }
  }

  private mutating func refuse(_ error: any Error, _ streams: Streams) {
    exitCode = exitCode.combined(with: streams.report(Diagnostic.all(of: error)))
  }

  /// The transcripts that fail on a mutant; each stops at its first failing case.
  func killers(of mutant: Machine) -> [Int] {
    let runner = ConsoleRunner(catalogue: catalogue, replacement: mutant, budget: budget)
    return files.indices.filter { place in
      let file = files[place].file
      return files[place].cases.contains { transcriptCase in
        !file.transcript.replay(transcriptCase, used: file.used, with: runner).verdict.holds
      }
    }
  }
}

extension CaseVerdict {
  fileprivate var holds: Bool {
    switch self {
    case .passed, .expectedFailure: true
    case .failed, .skipped, .unexpectedPass, .leftover, .nondeterministic, .error: false
    }
  }
}

extension Diagnostic {
  /// A case that fails on the original says nothing about mutants.
  fileprivate static func unsteadyGround(_ transcriptCase: TranscriptCase, of machine: Machine, in path: String)
    -> Diagnostic
  {
    Diagnostic(
      code: "E1140", path: path, place: SourcePlace(line: transcriptCase.line, column: 1),
      sentence:
        "the case does not hold on \(machine.title), so it cannot test its mutants; fix it or omit it")
  }
}
