import ArgumentParser
import Console
import Files
import Terminal
import Traces
import Transcripts
import ViewModels

/// The command-line tool. A package with its own view models gets the whole tool by calling `run` from an
/// executable.
public enum SignalboxTool {
  /// The version that `--version` prints.
  public static let version = "0.1.0"

  /// Runs the command in the process's arguments and ends the process.
  ///
  /// - Parameters:
  ///   - machines: In listing order; the first variant of a name is its default. Adapter machines run on the
  ///     main thread.
  ///   - executable: The tool's name in messages; nil for the program's name.
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
    let isLenient = arguments.contains(Tool.lenient)
    let words = arguments.dropFirst().filter { $0 != Tool.lenient }
    let name = executable ?? ExecutableName.of(arguments.first)
    let isRestarted = wasRestartedByTrap()
    let streams = Streams(executable: name)
    guardAgainstCrashes(saying: crashLine(of: name))
    guard reserveStandardStreams() else { refuse("a closed standard stream cannot be replaced", streams) }
    let listed = machines()
    ignoreFileSizeSignal()
    let traps = Traps(limits)
    let runsObjects = traps.begin(words, isRestarted: isRestarted, listed)
    let machines = listed.map(traps.guarding)
    var code = ExitCode.internalError.rawValue
    let run = {
      let tool = Tool(
        catalogue: Catalogue(machines, isLenient: isLenient, executable: name), isLenient: isLenient, executable: name)
      code = tool.run(words)
    }
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

  /// Contains no recorded data, which could be secret.
  private static func crashLine(of name: String) -> String {
    "\(name.prefix(40)): error[E9002]: Signalbox crashed because of a bug; please report it; the recording is in its file, "
      + "and 'record --resume' continues it"
  }

  private static func refuse(_ sentence: String, _ streams: Streams) -> Never {
    streams.report(Diagnostic(code: "E4203", sentence: sentence, exitCode: .environment))
    endProcess(ExitCode.environment.rawValue)
  }
}

enum ExecutableName {
  static let standard = "signalbox"

  /// The file name of the program, if shells need no quotes for it.
  static func of(_ path: String?) -> String {
    guard let last = path?.utf8.split(separator: UInt8(ascii: "/")).last, let name = String(last) else {
      return standard
    }
    let isPlain = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    return isPlain ? name : standard
  }
}

extension Tool {
  /// Ends the process by the signal that stopped a search, once its results are printed.
  func endIfInterrupted() throws {
    guard let signal = Interrupt.endingSignal else { return }
    try streams.flush()
    Interrupt.end(by: signal)
  }
}

/// In continuous integration the tool does not rewrite checked files.
enum ContinuousIntegration {
  static let off = ["", "0", "false", "no", "off"]

  static var isOn: Bool {
    guard let value = environmentVariable("CI") else { return false }
    let lowered = value.utf8.map(\.lowerCased)
    return !off.contains { $0.utf8.elementsEqual(lowered) }
  }
}
