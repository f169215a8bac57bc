import Files
import Locks
import Terminal
import ViewModels

/// How much one piece of a step may use.
package struct StepLimits: Hashable, Sendable {
  /// How long it may run.
  let seconds: Int
  /// How many megabytes it may add to the memory of the process.
  let megabytes: Int

  package init(seconds: Int = 10, megabytes: Int = 512) { (self.seconds, self.megabytes) = (seconds, megabytes) }
}

/// What the tool does about code of view models that traps, never returns, or takes memory without end.
///
/// Code runs as it is until something is written that is no standard stream. When such code ends the program, that
/// begins again in the same process: under the guard then, which turns each such piece of code into a crash of the
/// model. What was printed is not printed again, and standard input is read again. What cannot be done twice runs
/// under the guard.
final class Traps: Sendable {
  /// How many pieces may trap before a search stops.
  static let trapLimit = 1_000
  /// How many pieces that did not return, or took too much memory, stop a search.
  static let stuckLimit = 3

  /// The commands that ask nobody for lines.
  private static let searches = ["explore", "fuzz", "sweep", "compare", "coverage", "mutate", "replay"]

  private static let trapCount = AtomicNumber()
  private static let stuckCount = AtomicNumber()

  /// Whether a search is to stop because code ended too often.
  static var isExhausted: Bool {
    trapCount.load() >= trapLimit || stuckCount.load() >= stuckLimit
  }

  private let limits: StepLimits
  private let codeGuard: CodeGuard
  private let objectGuard: CodeGuard

  init(_ limits: StepLimits) {
    self.limits = limits
    codeGuard = Self.codeGuard(limits, advice: "") { runGuarded(milliseconds: $0, memory: $1, $2) }
    objectGuard = Self.codeGuard(limits, advice: Self.objectAdvice) { runTried(milliseconds: $0, memory: $1, $2) }
  }

  private static let objectAdvice =
    ": it loops, or waits for a lock, a semaphore, a thread or 'Thread.sleep'; inject what it waits for"

  /// - Parameter advice: What is said behind a piece that does not return.
  private static func codeGuard(
    _ limits: StepLimits, advice: String,
    _ run: @escaping @Sendable (Int, Int, @escaping @Sendable () -> Void) -> GuardedEnd
  ) -> CodeGuard {
    CodeGuard { body in
      let end = run(1000 * limits.seconds, limits.megabytes << 20, body)
      guard let reason = Self.reason(of: end, limits) else { return nil }
      if case .trapped = end {
        Self.trapCount.add(1)
      } else {
        Self.stuckCount.add(1)
      }
      return end == .late ? reason + advice : reason
    }
  }

  /// The machine under a guard. Objects run on the main thread, so no other thread can guard them.
  func guarding(_ machine: Machine) -> Machine {
    machine.guarded(by: machine.runsObjects ? objectGuard : codeGuard)
  }

  /// Prepares the process for a command.
  ///
  /// - Returns: Whether the process runs objects, on its main thread alone.
  func begin(_ words: [String], isRestarted: Bool, _ machines: [Machine]) -> Bool {
    let isByHand = TerminalCapabilities.isInteractive && !Self.searches.contains(words.first ?? "")
    let writes = words.contains { ["--update", "--review", "--watch"].contains($0) || $0.contains("/dev/") }
    let ofObjects = machines.filter(\.runsObjects)
    let allowObjects = ofObjects.first?.objects?.allow
    // What cannot be done twice: the process starts again before it begins. A server opens machines by requests.
    let needsObjects =
      isByHand || writes || words.first == ServeCommand.name
      || words.contains { word in ofObjects.contains { $0.title == word } }
    let runsObjects = allowObjects?(needsObjects ? .now : .whenNeeded(restart: { restart() })) ?? false
    let guardCode = { [codeGuard, objectGuard] in
      codeGuard.switchOn()
      objectGuard.switchOn()
      _ = allowObjects?(.guarded)
    }
    if isRestarted || isByHand || writes || !allowRestart(until: guardCode) { guardCode() }
    // The editor of lines waits for a person, which cannot be told from waiting for ever.
    if isByHand { return runsObjects }
    var watch = Watch(limits)
    startWatch(milliseconds: 1000 * limits.seconds) { [codeGuard, objectGuard] time, memory in
      watch.look(codeGuard.piecesUnderWay + objectGuard.piecesUnderWay, time, memory)
    }
    return runsObjects
  }

  /// What a crash says of code that ended in this way; nil for code that finished.
  static func reason(of end: GuardedEnd, _ limits: StepLimits) -> String? {
    switch end {
    case .finished: nil
    case .late: "your code did not return within \(limits.seconds) s"
    case .waiting:
      "your code waited for more than \(limits.seconds) s; code that trapped earlier may hold the resource that it waits for"
    case .tooLarge: "your code took more than \(limits.megabytes) MB of memory in one step"
    case .trapped(let signal, let message): "your code trapped: \(words(of: message) ?? fallback(signal))"
    }
  }

  /// The runtime's message with its place behind it: `Index out of range (Model.swift:7)`.
  private static func words(of message: String) -> String? {
    for kind in ["Fatal error", "Precondition failed", "Assertion failed"] {
      if let place = message.firstRange(of: ": \(kind)") {
        let said = message[place.upperBound...].trimmingPrefix(": ")
        let words =
          said.isEmpty ? kind.lowercased() : kind == "Fatal error" ? String(said) : "\(kind.lowercased()): \(said)"
        return "\(words) (\(message[..<place.lowerBound]))"
      }
    }
    return message.isEmpty ? nil : String(message.trimmingPrefix("Fatal error: "))
  }

  private static func fallback(_ signal: Int32) -> String {
    switch signal {
    case 11, 7, 10: "invalid memory access (signal \(signal))"
    default: "signal \(signal); a build without optimisation shows Swift's message and location"
    }
  }

  /// Sees, from another thread, that a piece of code does not end.
  struct Watch {
    private let limits: StepLimits
    private var pieces: [(mark: Int?, since: Int, memory: Int)] = []

    init(_ limits: StepLimits) { self.limits = limits }

    /// - Returns: Whether all that runs may continue.
    mutating func look(_ marks: [Int?], _ time: Int, _ memory: Int) -> Bool {
      pieces = marks.enumerated().map { [pieces] index, mark in
        index < pieces.count && pieces[index].mark == mark ? pieces[index] : (mark, time, memory)
      }
      return pieces.allSatisfy {
        $0.mark == nil || time - $0.since < 1000 * limits.seconds && memory - $0.memory < limits.megabytes << 20
      }
    }
  }
}
