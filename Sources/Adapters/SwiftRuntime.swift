import CAdapters
import Locks
import Statecharts
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// All uses of Swift's runtime beyond its public interface. Each assumption has its own test in
/// `Tests/AdaptersTests`, run in a process of its own.
package enum SwiftRuntime {
  package enum Place: Sendable {
    case mainActor
    /// An actor, or a task without an actor.
    case elsewhere
  }

  /// The run of this thread. A job enqueued by a thread without one comes from outside the simulation.
  package static var current: ObjectRun? {
    get { cadapters_current().map { Unmanaged<ObjectRun>.fromOpaque($0).takeUnretainedValue() } }
    set { cadapters_set_current(newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
  }

  /// Runs a body while this thread's clocks show a virtual time.
  package static func at<Result>(milliseconds: Int, _ body: () -> Result) -> Result {
    // Clocks stop after 292 years.
    let (nanoseconds, isTooLate) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    cadapters_show_time(isTooLate ? .max : nanoseconds)
    defer { cadapters_show_time(-1) }
    return body()
  }

  package static var isMainThread: Bool { cadapters_is_main_thread() != 0 }

  /// Assumes that a task's job is the task object.
  package static func task(of job: UnownedJob) -> UInt { unsafeBitCast(job, to: UInt.self) }
  package static var currentTask: UInt? { withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UInt.self) } } }

  package static func retain(task: UInt) { _ = object(task)?.retain() }
  package static func release(task: UInt) { object(task)?.release() }
  package static func cancel(task: UInt) { cadapters_cancel(UnsafeMutableRawPointer(bitPattern: task)) }
  /// Whether only the caller's reference remains: the task has ended and no handle exists.
  package static func isOver(task: UInt) -> Bool {
    cadapters_count_of_references(UnsafeMutableRawPointer(bitPattern: task)) <= 1
  }

  private static func object(_ task: UInt) -> Unmanaged<AnyObject>? {
    UnsafeRawPointer(bitPattern: task).map { Unmanaged<AnyObject>.fromOpaque($0) }
  }

  /// Calls main-actor code from the thread that simulates the main actor.
  package static func onMainActor<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: (() -> Result).self)() }
  }

  /// Reads what an actor holds; nothing runs it meanwhile, since one thread runs all jobs.
  static func on<A: Actor, Result>(_ actor: A, _ body: @Sendable (isolated A) -> Result) -> Result {
    withoutActuallyEscaping(body) { body in unsafeBitCast(body, to: ((A) -> Result).self)(actor) }
  }

  static func run(_ job: UnownedJob, _ place: Place) {
    #if os(Linux)
      let executor = place == .mainActor ? RunExecutors.main.asUnownedSerialExecutor() : generic
      job.runSynchronously(on: executor)
    #endif
  }

  /// Whether blocks wait on the main dispatch queue, which no loop of this process runs.
  package static func mainQueueWaits() -> Bool { cadapters_main_queue_waits() != 0 }
  /// Runs the blocks that wait on the main dispatch queue.
  package static func runMainQueue() { cadapters_run_main_queue() }
  /// Forgets that blocks wait on the main dispatch queue.
  static func forgetMainQueue() { _ = cadapters_forget_main_queue() }
  /// In a copy of the process: separates its main dispatch queue from those of the others.
  static func keepMainQueueApart() { cadapters_keep_main_queue_apart() }

  /// Whether this process was started to run objects.
  static var isStartedAgain: Bool { cadapters_is_started_again() != 0 }

  /// Prepares a start of this program with hashing that is equal in every process, and a large stack for the main
  /// thread.
  static func prepareStart() -> Bool { cadapters_prepare_start(64 << 20) == 0 }

  static func startAgain() { _ = cadapters_start_again() }

  /// Replaces the process's executors, once.
  package static func takeOver() {
    _ = taken
    cadapters_watch_main_queue()
  }

  #if os(Linux)
    package static let isSupported = true
    private static let taken: Void = _createExecutors(factory: RunExecutors.self)
    /// The executor for code on no actor.
    private static let generic = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  #else
    package static let isSupported = false
    private static let taken: Void = ()
  #endif
}

#if os(Linux)
  private struct RunExecutors: ExecutorFactory {
    static let main = JobQueue(.mainActor)
    static let global = JobQueue(.elsewhere)
    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { global }
  }

  private final class JobQueue: MainExecutor, TaskExecutor, SchedulingExecutor, Sendable {
    private let place: SwiftRuntime.Place

    init(_ place: SwiftRuntime.Place) {
      self.place = place
    }

    func enqueue(_ job: consuming ExecutorJob) { ObjectRun.enqueue(job, place) }
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      ObjectRun.enqueue(job, place, after: clock.now.duration(to: instant))
    }
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      ObjectRun.enqueue(job, place, after: delay)
    }
    // Only the thread that simulates the main actor runs code of objects.
    func checkIsolated() {}
    func run() throws { preconditionFailure("the simulation runs jobs, and no loop does") }
    func stop() {}
  }

  extension ObjectRun {
    fileprivate static func enqueue(_ job: consuming ExecutorJob, _ place: SwiftRuntime.Place) {
      let isTask = job.kind == .task
      let job = UnownedJob(job)
      guard let run = SwiftRuntime.current else { return Escape.note(foreign: isTask ? job : nil) }
      run.enqueue(job, place, isTask: isTask)
    }

    fileprivate static func enqueue(
      _ job: consuming ExecutorJob, _ place: SwiftRuntime.Place, after delay: some DurationProtocol
    ) {
      let job = UnownedJob(job)
      guard let run = SwiftRuntime.current else { return Escape.note(foreign: nil) }
      guard let delay = delay as? Duration else { return Escape.note(.unknownClock, by: run) }
      run.sleep(job, place, milliseconds: delay.roundedUp)
    }
  }

  extension Duration {
    /// Whole milliseconds, rounded up; 0 for a past time.
    fileprivate var roundedUp: Int {
      let (seconds, attoseconds) = components
      return max(0, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
  }
#endif

/// An event outside the simulation, which a run cannot repeat.
package enum Escape: Hashable, Sendable {
  /// Of a task by the name of what started it, if it is known.
  case foreignJob(String?)
  case unknownClock
  case foreignRequest(String)
  case foreignSubject(String)
  case mainQueue
  case failedMake(String)
  case undeclared(String)

  private struct Noted: Hashable {
    let escape: Escape
    /// The run's number; nil if it is not known.
    let run: UInt64?
  }

  private static let noted = Locked<[Noted]>([])
  /// Of tasks that have not ended: the run's number, and what started them.
  private static let owners = Locked<[UInt: (run: UInt64, name: Name)]>([:])
  private static let most = 100

  static func note(_ escape: Escape, by run: ObjectRun?) { note(Noted(escape: escape, run: run?.number)) }

  private static func note(_ new: Noted) {
    noted.withLock { noted in
      if noted.contains(new) { return }
      if noted.count == most { noted.removeFirst() }
      noted.append(new)
    }
  }

  /// Notes a job that no run enqueued. A known task on the objects' thread is left over by a run that was given up.
  static func note(foreign task: UnownedJob?) {
    let owner = task.flatMap { task in owners.withLock { $0[SwiftRuntime.task(of: task)] } }
    if owner != nil, SwiftRuntime.isMainThread { return }
    note(Noted(escape: .foreignJob(owner.flatMap { $0.name == "" ? nil : $0.name.text }), run: owner?.run))
  }

  static func own(_ task: UInt, _ run: ObjectRun, _ name: Name) {
    owners.withLock { $0[task] = (run.number, name) }
  }

  static func disown(_ task: UInt) { owners.withLock { $0[task] = nil } }

  /// Returns the first escape of a run since the last call. One without a known run is taken by any.
  package static func take(of run: ObjectRun) -> Escape? {
    noted.withLock { noted in
      if noted.isEmpty { return nil }
      let first = noted.first { $0.run == nil || $0.run == run.number }
      noted.removeAll { $0.run == nil || $0.run == run.number }
      return first?.escape
    }
  }

  /// Returns the escapes of runs that are over.
  static func takeRest() -> [Escape] {
    noted.withLock { noted in
      defer { noted = [] }
      return noted.map(\.escape).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  var sentence: String {
    switch self {
    case .foreignJob(let name):
      "a task of \(name.map { "'\($0)'" } ?? "the object") was resumed by another thread, which a run cannot repeat: a URL "
        + "session, a dispatch queue or a thread of its own; inject it, and let the adapter answer by 'world.ask'"
    case .unknownClock:
      "a task of the object sleeps by a clock whose duration is not 'Duration'; inject 'ContinuousClock'"
    case .foreignRequest(let service):
      "'\(service)' was asked from another thread, which a run cannot repeat; ask it from a task of the object"
    case .foreignSubject(let subject):
      "'\(subject)' sent a value on another thread, which a run cannot repeat; send it from a task of the object"
    case .mainQueue:
      "a block was put on the main dispatch queue, by 'DispatchQueue.main.async' or by a library, whose time and order a run "
        + "cannot control; write 'Task { @MainActor in }' in its place, or inject what does this"
    case .failedMake(let error): "'make' threw an error, so there is no object: \(error)"
    case .undeclared(let what):
      "the object uses a \(what) that its adapter does not declare; make it a stored property of the adapter"
    }
  }
}
