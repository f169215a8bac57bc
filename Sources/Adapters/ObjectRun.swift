import Statecharts

/// What an object did while it was called, in order. The kernel hears of it when the call has returned, so that the
/// object is never entered while it runs.
package enum Deed: Hashable, Sendable {
  /// A row came: an object of a type by its place, with the values of its fields.
  case came(Int, type: Int, [Value])
  /// A field was assigned; nil until its new value can be read. Rows are their numbers.
  case assigned(MemberPlace, Value?)
  /// A job waits to run.
  case readied(job: Int, SwiftRuntime.Place, named: Name)
  case slept(Int, milliseconds: Int, named: Name)
  /// A sleep ended before its time, because its task was cancelled.
  case wokeEarly(Int)
  case asked(Int, service: Name, Value)
  /// Nobody waits for the answer any more.
  case gaveUp(Int)
  case sent(subject: Int, Value)
  /// A call of an async input ended.
  case ended(MemberPlace, Ending, isLast: Bool)
}

/// How a call of an async input ended.
package enum Ending: Hashable, Sendable {
  case succeeded
  case failed(String)
  case cancelled
}

/// What an object waits for: its jobs, its sleeps and its requests. Nothing here runs by itself; the agenda of the
/// kernel says what runs and when.
///
/// Each is known by the smallest number that is free, so that two runs with equal work are equal, whatever was
/// before.
package final class ObjectRun: @unchecked Sendable {
  // Only the thread that runs the object touches it.

  private struct Job {
    let job: UnownedJob
    let place: SwiftRuntime.Place
    let name: Name
  }

  private struct Sleep {
    let job: Job
    /// The task that sleeps.
    let task: UInt?
  }

  private struct Question {
    let answer: @Sendable (Answered) -> Void
  }

  /// How a request of the object ends.
  package enum Answered: Sendable {
    case with(Outcome, Value)
    case cancelled
  }

  private var ready: [Int: Job] = [:]
  private var sleeps: [Int: Sleep] = [:]
  private var questions: [Int: Question] = [:]
  /// What is given the elements of a stream, and nil at its end.
  private var listeners: [(stream: Name, take: @Sendable (Value?) -> Void)] = []
  /// What is left of sleeps that were cancelled; it only frees memory when it runs.
  private var deadSleeps: [Job] = []
  /// The tasks that have been seen, with the name of what created each; retained until they are over.
  private var tasks: [UInt: Name] = [:]
  private var mostTasks = 64
  /// What runs now, by whose name new tasks go.
  private var running: Name = ""
  private(set) var isEnding = false
  package var deeds: [Deed] = []

  package init() {}

  /// How many calls of each async input have not ended.
  var calls: [MemberPlace: Int] = [:]

  // MARK: What the runtime and the object's code do

  func enqueue(_ job: UnownedJob, _ place: SwiftRuntime.Place, isTask: Bool) {
    let task = SwiftRuntime.task(of: job)
    var name = running
    if isTask {
      if let known = tasks[task] {
        name = known
      } else {
        SwiftRuntime.retain(task: task)
        tasks[task] = name
      }
    }
    // A task that sleeps is enqueued only when it was cancelled.
    if let dead = sleeps.first(where: { $0.value.task == task })?.key, let sleep = sleeps.removeValue(forKey: dead) {
      deadSleeps.append(sleep.job)
      deeds.append(.wokeEarly(dead))
    }
    let number = ready.freeNumber
    ready[number] = Job(job: job, place: place, name: name)
    deeds.append(.readied(job: number, place, named: name))
  }

  func sleep(_ job: UnownedJob, _ place: SwiftRuntime.Place, milliseconds: Int) {
    let number = sleeps.freeNumber
    let task = SwiftRuntime.currentTask
    let name = task.flatMap { tasks[$0] } ?? running
    sleeps[number] = Sleep(job: Job(job: job, place: place, name: name), task: task)
    deeds.append(.slept(number, milliseconds: milliseconds, named: name))
  }

  /// Begins a request.
  ///
  /// - Returns: Its number, for `giveUp`; nil when nothing is asked any more, and the answer has been given.
  func ask(_ service: Name, _ input: Value, _ answer: @escaping @Sendable (Answered) -> Void) -> Int? {
    guard SwiftRuntime.current === self, !isEnding else {
      if SwiftRuntime.current !== self { Escape.note(.foreignRequest(service.text)) }
      answer(.cancelled)
      return nil
    }
    let number = questions.freeNumber
    questions[number] = Question(answer: answer)
    deeds.append(.asked(number, service: service, input))
    return number
  }

  /// Ends a request that nobody waits for.
  func giveUp(_ number: Int) {
    guard let question = questions.removeValue(forKey: number) else { return }
    deeds.append(.gaveUp(number))
    question.answer(.cancelled)
  }

  func listen(to stream: Name, _ take: @escaping @Sendable (Value?) -> Void) { listeners.append((stream, take)) }

  func yield(_ value: Value, to stream: Name) {
    for listener in listeners where listener.stream == stream { listener.take(value) }
  }

  // MARK: What the kernel says

  /// Runs a body as the work of a name.
  func under(_ name: Name, _ body: () -> Void) {
    running = name
    body()
    running = ""
  }

  package func run(job number: Int) {
    if let job = ready.removeValue(forKey: number) { run(job) }
  }

  package func wake(_ number: Int) {
    if let sleep = sleeps.removeValue(forKey: number) { run(sleep.job) }
  }

  func answer(_ number: Int, _ outcome: Outcome, _ value: Value) {
    if let question = questions.removeValue(forKey: number) { question.answer(.with(outcome, value)) }
  }

  private func run(_ job: Job) { under(job.name) { SwiftRuntime.run(job.job, job.place) } }

  /// Lets go of the tasks that are over. They are looked at when they have become twice as many, so each costs little.
  func forgetEndedTasks() {
    guard tasks.count > mostTasks else { return }
    for task in tasks.keys where SwiftRuntime.isOver(task: task) {
      SwiftRuntime.release(task: task)
      tasks[task] = nil
    }
    mostTasks = max(64, tasks.count * 2)
  }

  /// Ends everything: tasks are cancelled, requests fail, and jobs run until none is left.
  ///
  /// - Returns: Whether none is left.
  package func end() -> Bool {
    isEnding = true
    for listener in listeners { listener.take(nil) }
    listeners = []
    for _ in 0..<1000 {
      for task in tasks.keys.sorted() { SwiftRuntime.cancel(task: task) }
      for number in questions.keys.sorted() { questions.removeValue(forKey: number)?.answer(.cancelled) }
      let jobs = ready.inOrder + sleeps.inOrder.map(\.job) + deadSleeps
      if jobs.isEmpty { break }
      (ready, sleeps, deadSleeps) = ([:], [:], [])
      for job in jobs { run(job) }
    }
    for task in tasks.keys { SwiftRuntime.release(task: task) }
    tasks = [:]
    deeds = []
    return ready.isEmpty && sleeps.isEmpty && questions.isEmpty
  }
}

extension Dictionary where Key == Int {
  /// The smallest number that nothing has.
  fileprivate var freeNumber: Int {
    var number = 1
    while self[number] != nil { number += 1 }
    return number
  }

  fileprivate var inOrder: [Value] { sorted { $0.key < $1.key }.map(\.value) }
}
