import Locks
import Statecharts

/// Lets a machine survive code of its view models that traps, never returns, or takes memory without end.
///
/// While it is off it only notes that code runs, which costs nanoseconds. While it is on, each piece of a step runs
/// on another thread: a piece that does not come back leaves the machine where it was, crashed with the reason.
package final class CodeGuard: Sendable {
  /// Runs a body elsewhere.
  ///
  /// - Returns: Why it did not come back; nil where it did.
  package typealias Run = @Sendable (_ body: @escaping @Sendable () -> Void) -> String?

  private final class Shared: Sendable {
    let run: Run
    let isOn = AtomicFlag()
    let guards = Locked<[CodeGuard]>([])

    init(_ run: @escaping Run) { self.run = run }
  }

  private let shared: Shared
  /// How often code began and ended: odd while it runs.
  private let marks = AtomicNumber()

  package convenience init(_ run: @escaping Run) { self.init(Shared(run)) }

  private init(_ shared: Shared) {
    self.shared = shared
    shared.guards.withLock { $0.append(self) }
  }

  /// A guard for another thread, switched with this one.
  var apart: CodeGuard { CodeGuard(shared) }

  package var isOn: Bool { shared.isOn.isSet }

  package func switchOn() { shared.isOn.set() }

  /// What runs now: a number for each guard, which differs from piece to piece; nil where none runs.
  package var piecesUnderWay: [Int?] {
    shared.guards.withLock { guards in
      guards.map {
        let mark = $0.marks.load()
        return mark.isMultiple(of: 2) ? nil : Int(mark)
      }
    }
  }

  /// Notes that code begins or ends. One thread uses a guard at a time.
  @inline(__always)
  func mark() { marks.store(marks.load() &+ 1) }

  /// Changes a value elsewhere.
  ///
  /// - Returns: Why the body did not come back; nil where it did. What it left of the value is then never used
  ///   again, nor freed.
  func run<Value: ~Copyable>(_ value: Held<Value>, _ body: @escaping @Sendable (inout Value) -> Void) -> String? {
    let reason = shared.run { body(&value.value) }
    if reason != nil { _ = Unmanaged.passRetained(value) }
    return reason
  }
}

/// A value that one thread hands to another, which changes it alone.
final class Held<Value: ~Copyable>: @unchecked Sendable {
  var value: Value

  init(_ value: consuming Value) { self.value = value }
}

extension Stepper {
  /// Changes the machine under its guard, where there is one. The body outlives the call where it does not come back.
  ///
  /// - Parameter failed: The result of a body that did not come back. The machine is then where it was, crashed.
  mutating func guarded<Result: Sendable>(
    else failed: Result, _ body: @escaping @Sendable (inout Stepper) -> Result
  ) -> Result {
    guard machine.isGuarded else {
      machine.codeGuard?.mark()
      defer { machine.codeGuard?.mark() }
      return body(&self)
    }
    var turns = takeEarlierTurns()
    defer { swap(&turns, &earlier) }
    let changed = Held<Stepper>(twin)
    let result = Held<Result>(failed)
    let reason = machine.codeGuard?.run(changed) { stepper in
      result.value = body(&stepper)
      stepper.machine.inspect(&stepper.kernel)
    }
    if let reason {
      crash(reason)
      return failed
    }
    swap(&self, &changed.value)
    return result.value
  }
}

extension Machine {
  /// Whether its code runs on another thread, which it may end.
  package var isGuarded: Bool { codeGuard?.isOn ?? false }

  /// Reads all that is shown of a snapshot, so that code that traps there does so now.
  func inspect(_ kernel: inout Kernel) {
    guard kernel.snapshot.fault == nil else { return }
    _ = MoveFinder(self, MoveDomain()).moves(at: &kernel)
    for field in fields(of: kernel.snapshot) where field.listsRows {
      guard case .list(let rows) = field.value else { continue }
      for row in rows.indices { _ = fields(of: kernel.snapshot, below: "\(field.path)[\(row)]") }
    }
    _ = screen(of: kernel.snapshot)
  }
}
