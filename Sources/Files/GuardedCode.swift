import CFiles

/// How code that may trap ended.
package enum GuardedEnd: Hashable, Sendable {
  case finished
  /// A signal ended it; what the Swift runtime said is empty where it said nothing.
  case trapped(signal: Int32, message: String)
  /// It ran longer than it may.
  case late
  /// It waited longer than it may run.
  case waiting
  /// It took more memory than it may.
  case tooLarge
}

/// Runs code on another thread, which it may end, and waits for it.
///
/// - Parameters:
///   - milliseconds: How long it may run.
///   - memory: How many bytes more than before the process may hold.
/// - Returns: How it ended. Code that did not finish is never returned to: what it holds stays as it is.
package func runGuarded(milliseconds: Int, memory: Int, _ body: @escaping @Sendable () -> Void) -> GuardedEnd {
  let kept = Unmanaged.passRetained(Context(body))
  var message = [CChar](repeating: 0, count: 512)
  let outcome = cfiles_guarded(
    stackBytes, call, kept.toOpaque(), Int32(clamping: milliseconds), memory, &message, message.count)
  if let end = GuardedEnd(outcome, message) { return end }
  // There is no thread to spare, so nothing protects from a trap.
  if outcome < 0 { body() }
  kept.release()
  return .finished
}

/// Runs code in a copy of the process first, and here if it finished there. For code that must run on the caller's
/// thread; a copy costs milliseconds.
package func runTried(milliseconds: Int, memory: Int, _ body: @escaping @Sendable () -> Void) -> GuardedEnd {
  let kept = Unmanaged.passRetained(Context(body))
  defer { kept.release() }
  var message = [CChar](repeating: 0, count: 512)
  let outcome = cfiles_tried(call, kept.toOpaque(), Int32(clamping: milliseconds), memory, &message, message.count)
  if let end = GuardedEnd(outcome, message) { return end }
  body()
  return .finished
}

private let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
  $0.map { Context<@Sendable () -> Void>.value(at: $0)() }
}

extension GuardedEnd {
  /// Nil for code that finished or did not run.
  fileprivate init?(_ outcome: Int32, _ message: [CChar]) {
    switch outcome {
    case Int32(cfiles_guard_late): self = .late
    case Int32(cfiles_guard_waiting): self = .waiting
    case Int32(cfiles_guard_memory): self = .tooLarge
    case 1...:
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      self = .trapped(signal: outcome, message: String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }
}

/// Whether a trap began the program again: what it wrote is not written again, and what it read from standard input
/// is read again. Asked once, before there are threads.
package func wasRestartedByTrap() -> Bool { cfiles_was_restarted() == Int32(cfiles_restart_trap) }

/// Begins the program again, with the same arguments; it then runs in place of this one. Returns where it may not.
package func restart() { cfiles_begin_again() }

/// Lets a trap outside of guarded code begin the program again, with the same arguments; it then runs in place of
/// this one.
///
/// - Parameter end: Called when that is over, before the first file is written.
/// - Returns: Whether there is memory for that.
package func allowRestart(until end: @escaping () -> Void) -> Bool {
  let context = Unmanaged.passRetained(Context(end))
  return cfiles_allow_restart(
    CommandLine.unsafeArgv, { $0.map { Context<() -> Void>.value(at: $0)() } }, context.toOpaque()) == 0
}

/// Ends the permission of ``allowRestart(until:)``, for what cannot be done twice.
package func endRestarts() { cfiles_commit() }

/// Starts a thread that calls `look` ten times a second.
///
/// It ends a process that waits for threads that were left behind, once nothing has gone on for so many
/// milliseconds.
///
/// - Parameter look: Given how long the process ran in milliseconds and the most bytes that it held; false begins
///   the program again where it may.
package func startWatch(milliseconds: Int, _ look: @escaping (_ time: Int, _ memory: Int) -> Bool) {
  let context = Unmanaged.passRetained(Context(look))
  _ = cfiles_start_watch(
    Int32(clamping: milliseconds),
    { context, time, memory in
      guard let context else { return 1 }
      return Context<(Int, Int) -> Bool>.value(at: context)(Int(time), memory) ? 1 : 0
    }, context.toOpaque())
}

/// What C code has a pointer to.
final class Context<Value> {
  private let value: Value

  init(_ value: Value) { self.value = value }

  static func value(at pointer: UnsafeMutableRawPointer) -> Value {
    Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue().value
  }
}
