import ArgumentParser
import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// The tool over a list of machines: REPL, replay, recording, traces and their difference.
///
/// A package with view models of its own gets the whole tool with an executable of this one call.
public enum SignalboxTool {
  /// The version that `--version` prints.
  public static let version = "0.1.0"

  /// Runs the command that the arguments name, and ends the process with its exit code.
  ///
  /// - Parameters:
  ///   - machines: what the tool knows, in the order in which it is listed; the first variant of a name is its default.
  ///     What they are made of is made when a command needs it. Machines of adapters run on the main thread.
  ///   - executable: the name by which help and failure texts call the tool; nil is that of the running program.
  public static func run(
    machines: @autoclosure @escaping @Sendable () -> [Machine], executable: String? = nil
  ) -> Never {
    run(machines: machines(), executable: executable, limits: StepLimits())
  }

  /// Does the same, with other limits for the code of view models.
  package static func run(
    machines: @autoclosure @escaping @Sendable () -> [Machine], executable: String? = nil, limits: StepLimits
  ) -> Never {
    let arguments = CommandLine.arguments
    let words = Array(arguments.dropFirst())
    let name = executable ?? ExecutableName.of(arguments.first)
    let isRestarted = wasRestartedByTrap()
    let streams = Streams(executable: name)
    guardAgainstCrashes(saying: crashLine(of: name))
    guard reserveStandardStreams() else { refuse("a closed standard stream cannot be filled", streams) }
    let listed = machines()
    ignoreFileSizeSignal()
    let traps = Traps(limits)
    let runsObjects = traps.begin(words, isRestarted: isRestarted, listed)
    let machines = listed.map(traps.guarding)
    var code = ExitCode.internalError.rawValue
    let run = { code = Tool(catalogue: Catalogue(machines), executable: name).run(words) }
    if runsObjects {
      runAlone()
      run()
      endProcess(code)
    }
    guard runOnLargeStack(run) else {
      refuse("cannot create a thread; free memory, or raise 'ulimit -v' or 'ulimit -u'", streams)
    }
    endProcess(code)
  }

  /// What a crash says, whatever it was: nothing of what the tool held.
  private static func crashLine(of name: String) -> String {
    "\(name.prefix(40)): error[E9002]: Signalbox crashed because of a bug; please report it; the recording is in its file, "
      + "and 'record --resume' continues it"
  }

  private static func refuse(_ sentence: String, _ streams: Streams) -> Never {
    streams.report(Diagnostic(code: "E4203", sentence: sentence, exitCode: .environment))
    endProcess(ExitCode.environment.rawValue)
  }
}

/// The name of a program in its own texts.
enum ExecutableName {
  static let standard = "signalbox"

  /// The last name of the path that the program was started by, where it is one that a shell takes as it is.
  static func of(_ path: String?) -> String {
    guard let last = path?.utf8.split(separator: UInt8(ascii: "/")).last, let name = String(last) else {
      return standard
    }
    let isPlain = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    return isPlain ? name : standard
  }
}

extension Tool {
  /// Ends the process by the signal that ended a search, when what it found has been told.
  func endIfInterrupted() throws {
    guard let signal = Interrupt.endingSignal else { return }
    try streams.flush()
    Interrupt.end(by: signal)
  }
}

/// Whether the tool runs where nobody looks: then nothing that is checked is rewritten.
enum ContinuousIntegration {
  /// The values of `CI` that mean that it is off, in any letter case; every other value means that it is on.
  static let off = ["", "0", "false", "no", "off"]

  static var isOn: Bool {
    guard let value = environmentVariable("CI") else { return false }
    let lowered = value.utf8.map(\.lowerCased)
    return !off.contains { $0.utf8.elementsEqual(lowered) }
  }
}
