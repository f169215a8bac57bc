import Foundation
import PtySupport
import Testing

/// The trials that `Scripts/soak` runs for hours.
struct SoakTests {
  static let trials =
    [
      "kill -9 while recording", "kill -9 during --update", "a trace cut and flipped at every byte",
      "a transcript cut and flipped at every byte", "mutated transcripts and traces",
      "hostile bytes into every sink", "the same bytes in every process", "recorders at the same time",
      "a file swapped with a link", "paths that lead out of the folder", "signals on a terminal",
      "a secret in every sink", "recorded sessions of an app", "kill -9 of an app",
      "sessions of serve", "requests to serve with other bytes", "mutated diagrams",
    ] + linuxTrials

  #if os(Linux)
    private static let linuxTrials = [
      "an operation on files fails", "an operation on the history fails", "a full disk and closed streams",
      "a class in two processes", "10,000 sleeps and 2,000 ended runs of objects",
    ]
  #else
    private static let linuxTrials: [String] = []
  #endif

  private func soak(
    _ arguments: [String], tool: String? = nil, in folder: ScratchFolder
  ) throws -> ToolRun {
    let environment = [
      "SIGNALBOX": tool ?? BuiltProduct.path("signalbox"), "OBJECTS": tool ?? BuiltProduct.path("adapters-fixture"),
    ]
    return try ToolRun(arguments, in: folder, environment: environment, tool: "soak")
  }

  @Test("a few seconds of every trial fail nothing, and say what was tried")
  func passes() throws {
    let run = try soak(["3s", "--seed", "\(UInt64.random(in: 1...1_000_000))"], in: ScratchFolder())
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == Self.trials.count + 1)
    for (line, trial) in zip(lines, Self.trials) {
      #expect(line.hasPrefix("\(trial): ") && line.contains(" runs, seeds ") && line.contains(", 0 failures, rate < "))
      #expect(!line.hasPrefix("\(trial): 0 runs"))
    }
    #expect(lines.last?.hasPrefix("\(Self.trials.count) trials, ") == true)
  }

  /// A word of a trial's name, how often it runs the tool to prepare itself, and what the tool does from then on.
  static let faults: [(trial: String, soundRuns: Int, fault: String)] = {
    var faults = [
      ("hostile", 0, "printf '\\033[2J'"), ("hostile", 0, "kill -SEGV $$"), ("same bytes", 0, "date +%N"),
      ("recording", 0, "echo '> answered'"), ("--update", 1, "echo half >a.transcript"),
      ("mutated t", 2, "kill -SEGV $$"), ("mutated d", 0, "kill -SEGV $$"),
      ("a trace", 1, "true"), ("a transcript", 1, "true"), ("same time", 1, "echo '> set name'; exec cat >/dev/null"),
      ("swapped", 10, "echo x >victim"), ("out of the folder", 0, "echo canary"), ("on a terminal", 0, "true"),
      ("a secret", 0, "cat"), ("sessions of serve", 2, "cat"), ("other bytes", 2, "kill -SEGV $$"),
    ]
    #if os(Linux)
      faults += [
        ("on files", 19, "exit 0"), ("history", 0, "true"), ("full disk", 11, "exit 0"), ("a class in", 0, "date +%N"),
        ("ended runs", 0, "exit 1"),
      ]
    #endif
    return faults
  }()

  @Test("a tool that is broken fails the trial that is for it", arguments: faults.indices)
  func fails(_ index: Int) throws {
    let (trial, soundRuns, fault) = Self.faults[index]
    let folder = try ScratchFolder()
    let script = """
      #!/bin/bash
      runs='\(folder.path("runs"))'
      echo run >>"$runs"
      [ $(wc -l <"$runs") -gt \(soundRuns) ] || exec '\(BuiltProduct.path("signalbox"))' "$@"
      \(fault)

      """
    try folder.write(script, to: "broken")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("broken"))
    let run = try soak(["2s", "--until-failure", "--only", trial], tool: folder.path("broken"), in: folder)
    #expect(run.code == 1)
    #expect(
      run.output.contains("FAILED ") && !run.output.contains(", 0 failures"), "\(trial): \(run.output)\(run.errors)")
  }

  @Test("bad usage is said", arguments: [[], ["10"], ["x"], ["1s", "--seed"], ["1s", "--bogus", "1"]])
  func usage(_ arguments: [String]) throws {
    let run = try soak(arguments, in: ScratchFolder())
    #expect(run.code == 2)
    #expect(run.errors.hasPrefix("usage: soak "))
  }
}
