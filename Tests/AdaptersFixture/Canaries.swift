import Adapters
import Dispatch
import Glibc
import Observation

/// What adapters assume of Swift's runtime, each tried alone in a process: it prints `ok`, or what does not hold.
enum Canaries {
  /// How often a canary does the same; nil for its own number.
  private static var count: Int? { CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3]) : nil }

  static func run(_ name: String) -> Never {
    if name == "order" { printOrder() }
    guard let canary = all[name] else {
      print("unknown canary '\(name)'; there are \(all.keys.sorted().joined(separator: " "))")
      exit(2)
    }
    if name != "late" { SwiftRuntime.takeOver() }
    let problem = canary()
    print(problem ?? "ok")
    exit(problem == nil ? 0 : 1)
  }

  private static let all: [String: @Sendable () -> String?] = [
    "executors": executors, "late": late, "isolation": isolation, "sleeps": sleeps, "clocks": clocks,
    "observation": observation, "tasks": tasks, "cancelled": cancelled, "tear-down": tearDown, "foreign": foreign,
    "memory": memory, "hashing": hashing, "main-queue": mainQueue,
  ]

  // MARK: Enqueued jobs

  private static func executors() -> String? {
    let trial = Trial()
    trial.enter {
      Task {}
      Task { @MainActor in }
      Task.detached {}
      Task {
        await withTaskGroup(of: Void.self) { group in group.addTask {} }
        await Counter().add()
        await MainActor.run {}
        await Task.yield()
      }
    }
    guard trial.count(of: "readied") == 4 else {
      return "a new task does not enqueue its job on the replaced executors"
    }
    trial.drain()
    return trial.count(of: "readied") < 9
      ? "jobs of groups, actors, the main actor or a yield do not reach the replaced executors" : nil
  }

  /// Executors that are replaced when the runtime has made its own.
  private static func late() -> String? {
    let box = Box(0)
    Task { box.value = 1 }
    for _ in 0..<1000 where box.value == 0 { usleep(1000) }
    guard box.value == 1 else { return "a task did not run before the executors were replaced" }
    SwiftRuntime.takeOver()
    return executors()
  }

  private static func isolation() -> String? {
    let trial = Trial()
    let box = Box(0)
    trial.enter {
      SwiftRuntime.onMainActor { MainActor.assertIsolated() }
      MainActor.assumeIsolated { box.value += 1 }
      Task { @MainActor in assume(box) }
    }
    trial.drain()
    return box.value == 2 ? nil : "code that asks whether it is on the main actor does not run"
  }

  private static func assume(_ box: Box<Int>) {
    MainActor.preconditionIsolated()
    MainActor.assumeIsolated { box.value += 1 }
  }

  // MARK: Time

  private static func sleeps() -> String? {
    let lengths = [1, 7, 300, 86_400_000]
    for index in 0..<(count ?? 20) {
      let milliseconds = lengths[index % lengths.count]
      // A stall takes milliseconds, so only the first of many sleeps have one.
      let stalls = index < 20
      let trial = Trial()
      trial.enter {
        Task {
          if stalls { stall() }
          try? await Task.sleep(for: .milliseconds(milliseconds))
        }
        Task { @MainActor in try? await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) }
        Task { try? await Task.sleep(until: .now + .milliseconds(milliseconds), clock: .suspending) }
      }
      trial.runReady()
      let slept = trial.slept
      if slept != [milliseconds, milliseconds, milliseconds] {
        return "three sleeps of \(milliseconds) ms are enqueued as \(slept)"
      }
    }
    return nil
  }

  private static func clocks() -> String? {
    let trial = Trial()
    let start = Box(ContinuousClock.now)
    let problem = Box<String?>(nil)
    trial.enter(at: 5_000) {
      start.value = .now
      stall()
      if start.value != .now { problem.value = "the continuous clock moves while an object runs" }
      if SuspendingClock.now != SuspendingClock.now {
        problem.value = "the suspending clock moves while an object runs"
      }
    }
    trial.enter(at: 6_250) {
      if start.value.duration(to: .now) != .milliseconds(1250) { problem.value = "the continuous clock is not virtual" }
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      if time.tv_sec != 1_767_225_606 { problem.value = "the wall clock is not virtual" }
    }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return problem.value ?? (time.tv_sec == 1_767_225_606 ? "the wall clock stays virtual outside of an object" : nil)
  }

  /// Takes some milliseconds of real time.
  private static func stall() {
    var sum = 0
    for index in 0..<3_000_000 { sum &+= index }
    if sum == 1 { print("") }
  }

  // MARK: Observation

  @Observable final class Observed: @unchecked Sendable {
    var text = ""
    var list: [Int] = []
    var other = 0
  }

  private static func observation() -> String? {
    let object = Observed()
    let seen = Box<[String]>([])
    @Sendable func follow() {
      withObservationTracking {
        _ = object.text
      } onChange: {
        seen.value.append(object.text)
        follow()
      }
    }
    follow()
    object.text = "a"
    object.other = 1
    object.text = "b"
    object.text += "c"
    if seen.value != ["", "a", "b"] { return "assignments are observed as \(seen.value)" }
    object.text = "bc"
    return seen.value.count == 3 ? nil : "an equal value is observed as an assignment"
  }

  // MARK: Tasks

  private static func tasks() -> String? {
    let trial = Trial()
    let address = Box<UInt?>(nil)
    trial.enter {
      Task {
        address.value = SwiftRuntime.currentTask
        try? await Task.sleep(for: .seconds(1))
      }
    }
    trial.runReady()
    guard let task = address.value else { return "a task does not know itself" }
    // The run has a reference of its own.
    if SwiftRuntime.isOver(task: task) { return "a task that sleeps counts as over" }
    trial.drain()
    SwiftRuntime.cancel(task: task)
    return SwiftRuntime.isOver(task: task) ? nil : "a task that has ended has references that are not ours"
  }

  private static func cancelled() -> String? {
    let trial = Trial()
    let handle = Box<Task<Void, Never>?>(nil)
    trial.enter { handle.value = Task { try? await Task.sleep(for: .seconds(1)) } }
    trial.runReady()
    trial.enter { handle.value?.cancel() }
    if trial.count(of: "wokeEarly") != 1 { return "a sleep whose task is cancelled is not recognised" }
    trial.drain()
    handle.value = nil
    return trial.run.end() ? nil : "something is left of a sleep whose task was cancelled"
  }

  private static func tearDown() -> String? {
    let trial = Trial()
    let ended = Box(0)
    trial.enter {
      Task {
        while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
        ended.value += 1
      }
      Task { @MainActor in
        await withTaskGroup(of: Void.self) { group in
          for seconds in 1...3 { group.addTask { try? await Task.sleep(for: .seconds(seconds)) } }
        }
        ended.value += 1
      }
      Task {
        await Counter().loop()
        ended.value += 1
      }
      Task {
        for await _ in AsyncStream<Int>.makeStream().stream {}
        ended.value += 1
      }
    }
    trial.runReady()
    let isOver = trial.ended()
    return isOver && ended.value == 4 ? nil : "\(ended.value) of 4 tasks end when they are cancelled"
  }

  private static func memory() -> String? {
    func runs(_ count: Int) {
      for _ in 0..<count {
        let trial = Trial()
        trial.enter { Task { while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) } } }
        trial.runReady()
        _ = trial.ended()
      }
    }
    runs(1_000)
    let before = residentKilobytes
    let count = count ?? 20_000
    runs(count)
    let grown = residentKilobytes - before
    return grown < 2_000 ? nil : "\(count) runs that were ended leave \(grown) KB"
  }

  private static var residentKilobytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  private static func foreign() -> String? {
    let trial = Trial()
    let continuation = Box<CheckedContinuation<Void, Never>?>(nil)
    trial.enter { Task { await withCheckedContinuation { continuation.value = $0 } } }
    trial.runReady()
    var thread = pthread_t()
    let context = Unmanaged.passRetained(continuation)
    pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Box<CheckedContinuation<Void, Never>?>>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue()
          .value?
          .resume()
        return nil
      }, context.toOpaque())
    pthread_join(thread, nil)
    return Escape.take(of: trial.run) == .foreignJob(nil) ? nil : "a job that another thread enqueues is not recognised"
  }

  // MARK: Hashing and queues

  /// That sets have one order in every process with the variable that `SwiftRuntime` sets.
  private static func hashing() -> String? {
    let orders = (0..<3).map { _ in
      output(of: "SWIFT_DETERMINISTIC_HASHING=1 /proc/\(getpid())/exe canary order")
    }
    return orders[0].isEmpty || Set(orders).count > 1 ? "sets have another order in each process" : nil
  }

  private static func printOrder() -> Never {
    print(Set((0..<40).map { "text \($0)" }).joined(separator: ","))
    exit(0)
  }

  /// What a command prints; empty if it ends with an error.
  static func output(of command: String) -> String {
    guard let stream = popen(command, "r") else { return "" }
    var (text, bytes): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
    while case let count = fread(&bytes, 1, bytes.count, stream), count > 0 { text += bytes[..<count] }
    return [0, 1, 3].contains(pclose(stream) >> 8) ? String(decoding: text, as: UTF8.self) : ""
  }

  /// That a run sees and runs what waits on the main dispatch queue.
  private static func mainQueue() -> String? {
    let ran = Box(false)
    Trial().enter { DispatchQueue.main.async { ran.value = true } }
    guard !ran.value, SwiftRuntime.mainQueueWaits() else { return "a block on the main dispatch queue is not seen" }
    SwiftRuntime.runMainQueue()
    return ran.value && !SwiftRuntime.mainQueueWaits() ? nil : "a block on the main dispatch queue does not run"
  }

  private actor Counter {
    private var count = 0

    func add() { count += 1 }
    func loop() async {
      while !Task.isCancelled {
        count += 1
        try? await Task.sleep(nanoseconds: 5_000_000)
      }
    }
  }
}

/// A run without an object.
private final class Trial {
  let run = ObjectRun()
  private var deeds: [Deed] = []
  private var next = 0
  private var time = 0

  func enter(at time: Int? = nil, _ body: () -> Void) {
    self.time = time ?? self.time
    SwiftRuntime.current = run
    SwiftRuntime.at(milliseconds: self.time, body)
    SwiftRuntime.current = nil
    deeds += run.deeds
    run.deeds = []
  }

  /// Runs the jobs that wait, and those that they make.
  func runReady() {
    while next < deeds.count {
      let deed = deeds[next]
      next += 1
      if case .readied(let job, _, _) = deed { enter { run.run(job: job) } }
    }
  }

  /// Runs everything, and sleeps to their ends.
  func drain() {
    runReady()
    var first = 0
    while first < deeds.count {
      if case .slept(let number, let milliseconds, _) = deeds[first] {
        enter(at: time + milliseconds) { run.wake(number) }
        runReady()
      }
      first += 1
    }
  }

  func ended() -> Bool {
    var isOver = false
    enter { isOver = run.end() }
    return isOver
  }

  var slept: [Int] { deeds.compactMap { if case .slept(_, let milliseconds, _) = $0 { milliseconds } else { nil } } }

  func count(of deed: String) -> Int { deeds.count { "\($0)".hasPrefix(deed) } }
}

private final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
