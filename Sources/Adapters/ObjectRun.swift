import Locks
import Statecharts

/// An action of an object. The kernel receives it only after the call, so that it never enters a running object.
package enum Deed: Hashable, Sendable {
  /// A row came: an object of a type by its place, with the values of its fields.
  case came(Int, type: Int, [Value])
  /// A field was assigned; nil until its new value can be read. Rows are their numbers.
  case assigned(MemberPlace, Value?)
  case readied(job: Int, SwiftRuntime.Place, named: Name)
  case slept(Int, milliseconds: Int, named: Name)
  /// Its task was cancelled.
  case wokeEarly(Int)
  case asked(Int, service: Name, Value)
  /// A request was abandoned.
  case gaveUp(Int)
  case sent(subject: Int, Value)
  case ended(MemberPlace, Ending, isLast: Bool)
}

package enum Ending: Hashable, Sendable {
  case succeeded
  case failed(String)
  case cancelled
}

/// An object's jobs, sleeps and requests; the kernel's agenda decides what runs.
///
/// Each gets the smallest free number, so that runs with equal work are equal, whatever came before.
package final class ObjectRun: @unchecked Sendable {
  // Only the object's thread accesses this class.

  private struct Job {
    let job: UnownedJob
    let place: SwiftRuntime.Place
    let name: Name
  }

  private struct Sleep {
    let job: Job
    let task: UInt?
  }

  package enum Answered: Sendable {
    case with(Outcome, Value)
    case cancelled
  }

  private var ready = Numbered<Job>()
  private var sleeps = Numbered<Sleep>()
  /// The sleep of each task that sleeps.
  private var sleepers: [UInt: Int] = [:]
  /// The code that receives the answer of each open request.
  private var questions = Numbered<@Sendable (Answered) -> Void>()
  /// Receive elements, and nil at the end.
  private var listeners: [(stream: Name, take: @Sendable (Value?) -> Void)] = []
  /// The jobs of cancelled sleeps; running one only frees memory.
  private var deadSleeps: [Job] = []
  /// Tasks with the names of their creators; retained until they end.
  private var tasks: [UInt: Name] = [:]
  private var mostTasks = 64
  /// The name that new tasks get.
  private var running: Name = ""
  private(set) var isEnding = false
  package var deeds: [Deed] = []
  /// No other run of the process has it.
  let number = ObjectRun.count.add(1)

  private static let count = AtomicNumber()

  package init() {}

  /// The number of running calls of each async input.
  var calls: [MemberPlace: Int] = [:]

  // MARK: Calls from the runtime and the object

  func enqueue(_ job: UnownedJob, _ place: SwiftRuntime.Place, isTask: Bool) {
    let task = SwiftRuntime.task(of: job)
    var name = running
    if isTask {
      if let known = tasks[task] {
        name = known
      } else {
        SwiftRuntime.retain(task: task)
        tasks[task] = name
        Escape.own(task, self, name)
      }
    }
    // The runtime enqueues a sleeping task only if it was cancelled.
    if let dead = sleepers.removeValue(forKey: task), let sleep = sleeps.remove(dead) {
      deadSleeps.append(sleep.job)
      deeds.append(.wokeEarly(dead))
    }
    let number = ready.add(Job(job: job, place: place, name: name))
    deeds.append(.readied(job: number, place, named: name))
  }

  func sleep(_ job: UnownedJob, _ place: SwiftRuntime.Place, milliseconds: Int) {
    let task = SwiftRuntime.currentTask
    // A task's own name can be read only while it runs.
    if let task, tasks[task] != nil, let own = Task<Never, Never>.name, own.first?.isLetter ?? false {
      tasks[task] = Name(String(own.prefix(40).map { $0.isLetter || $0.isNumber ? $0 : "_" }))
    }
    let name = task.flatMap { tasks[$0] } ?? running
    let number = sleeps.add(Sleep(job: Job(job: job, place: place, name: name), task: task))
    if let task { sleepers[task] = number }
    deeds.append(.slept(number, milliseconds: milliseconds, named: name))
  }

  /// Returns the request's number; nil if it was cancelled at once.
  func ask(_ service: Name, _ input: Value, _ answer: @escaping @Sendable (Answered) -> Void) -> Int? {
    guard isCalled(for: .foreignRequest(service.text)), !isEnding else {
      answer(.cancelled)
      return nil
    }
    let number = questions.add(answer)
    deeds.append(.asked(number, service: service, input))
    return number
  }

  /// Whether the object's thread calls for this run; a call of another thread is noted.
  func isCalled(for escape: Escape) -> Bool {
    if SwiftRuntime.current === self { return true }
    if !SwiftRuntime.isMainThread { Escape.note(escape, by: self) }
    return false
  }

  func giveUp(_ number: Int) {
    guard let answer = questions.remove(number) else { return }
    deeds.append(.gaveUp(number))
    answer(.cancelled)
  }

  func listen(to stream: Name, _ take: @escaping @Sendable (Value?) -> Void) { listeners.append((stream, take)) }

  func yield(_ value: Value, to stream: Name) {
    for listener in listeners where listener.stream == stream { listener.take(value) }
  }

  // MARK: Calls from the kernel

  func under(_ name: Name, _ body: () -> Void) {
    running = name
    body()
    running = ""
  }

  package func run(job number: Int) {
    if let job = ready.remove(number) { run(job) }
  }

  package func wake(_ number: Int) {
    guard let sleep = sleeps.remove(number) else { return }
    if let task = sleep.task { sleepers[task] = nil }
    run(sleep.job)
  }

  func answer(_ number: Int, _ outcome: Outcome, _ value: Value) {
    if let answer = questions.remove(number) { answer(.with(outcome, value)) }
  }

  private func run(_ job: Job) { under(job.name) { SwiftRuntime.run(job.job, job.place) } }

  /// Releases ended tasks. It checks only when their number has doubled, so that each task costs little.
  func forgetEndedTasks() {
    guard tasks.count > mostTasks else { return }
    for task in tasks.keys where SwiftRuntime.isOver(task: task) {
      SwiftRuntime.release(task: task)
      Escape.disown(task)
      tasks[task] = nil
    }
    mostTasks = max(64, tasks.count * 2)
  }

  /// Cancels tasks and requests and runs jobs until none remain; false if it gives up.
  package func end() -> Bool {
    isEnding = true
    for listener in listeners { listener.take(nil) }
    listeners = []
    for _ in 0..<200 {
      for task in tasks.keys.sorted() { SwiftRuntime.cancel(task: task) }
      for answer in questions.removeAll() { answer(.cancelled) }
      let jobs = ready.removeAll() + sleeps.removeAll().map(\.job) + deadSleeps
      if jobs.isEmpty { break }
      (sleepers, deadSleeps) = ([:], [])
      for job in jobs { run(job) }
    }
    for task in tasks.keys {
      // One that still waits may be resumed by another thread.
      if SwiftRuntime.isOver(task: task) { Escape.disown(task) }
      SwiftRuntime.release(task: task)
    }
    tasks = [:]
    deeds = []
    return ready.isEmpty && sleeps.isEmpty && questions.isEmpty
  }
}

/// Values by number; a new one has the smallest free number.
private struct Numbered<Element> {
  private var elements: [Int: Element] = [:]
  /// No smaller number is free.
  private var lowest = 1

  var isEmpty: Bool { elements.isEmpty }

  mutating func add(_ element: Element) -> Int {
    while elements[lowest] != nil { lowest += 1 }
    elements[lowest] = element
    lowest += 1
    return lowest - 1
  }

  mutating func remove(_ number: Int) -> Element? {
    guard let element = elements.removeValue(forKey: number) else { return nil }
    lowest = min(lowest, number)
    return element
  }

  /// By number.
  mutating func removeAll() -> [Element] {
    defer { (elements, lowest) = ([:], 1) }
    return elements.sorted { $0.key < $1.key }.map(\.value)
  }
}
