import Files
import Recordings
import Traces
import ViewModels

/// The one machine of an app: its steps, its clock, its open requests and its recorder.
@MainActor
final class LiveHost {
  /// As in the console, so that a recording and its replay have the same pieces.
  static let turnsOfPiece = 64
  /// After a jump of the clock, more turns wait for the next wake-up, and the virtual clock is behind.
  static let mostCatchUpTurns = 5_000
  /// A long jump with work in it is recorded in such steps, in milliseconds.
  static let catchUpStep = 60_000

  let machine: Machine
  var stepper: Stepper
  let clock: LiveClock
  let answers: [Name: Answer]
  var requests: [Name: OpenRequest] = [:]
  var requestCount = 0
  let root: InstanceID
  private let store: (any LiveStore)?
  private var stored: [Member]
  private var recorder: TraceRecorder?
  private(set) var recorderFault: String?
  private var waiting: [Waiting] = []
  private var isRunning = false
  private var turnCount = 0
  /// What the step did so far that more than the model may show.
  private var step = StepNotes()
  private var alarm: (due: Int, task: Task<Void, Never>)?
  /// The reading of the clock at virtual zero.
  private var epoch = 0
  /// The virtual time before the last restart, which a recording's clock does not lose.
  private var timeBefore = 0
  private var instances: [InstanceID: WeakInstance] = [:]
  /// Whose number another instance got in this step.
  private var ended: [any LiveInstance] = []
  private var templates: [ObjectIdentifier: LiveTemplate] = [:]
  private var listeners: [Int: Listener] = [:]
  private var listenerCount = 0
  /// Apart from the listeners, so that the last release may come from any thread.
  private var ends: [Int: @Sendable () -> Void] = [:]

  enum Waiting {
    case stimulus(Stimulus)
    case edit(InstanceID, port: Int, Value)
    case call(Name, InstanceID, Value)
    case answer(number: Int, Name, Outcome, Value)
  }

  /// At first everything is new.
  private struct StepNotes {
    var mayHaveMoved = true
    var mayHaveAsked = true
  }

  private struct WeakInstance {
    weak var live: (any LiveInstance)?
  }

  private struct Listener {
    let subject: Name
    let instance: InstanceID
    /// As effects name it: `items[3].selected`.
    var path: Name
    let send: (Value) -> Void
  }

  init(
    _ machine: Machine, answers: [Name: Answer], store: (any LiveStore)?, clock: LiveClock, recorder: LiveRecorder,
    seed: UInt64
  ) {
    Self.check(machine, answers)
    self.machine = machine
    self.answers = answers
    self.store = store
    self.clock = clock
    stored = store?.load() ?? []
    let opened = machine.open(seed: seed, store: stored)
    stepper = Stepper(machine, from: opened.snapshot)
    root = stepper.look { $0.rootInstance }
    stepper.noteMadeMachines()
    do {
      self.recorder = try TraceRecorder(
        recorder, machine, seed: seed, opened.turns, at: opened.snapshot, lacksStore: !stored.isEmpty)
    } catch {
      recorderFault = error.message
    }
    takeOver(opened.turns)
  }

  deinit {
    alarm?.task.cancel()
    for request in requests.values { request.task.cancel() }
    for end in ends.values { end() }
  }

  /// The services wait for the app. What the opening asked is asked again, because the simulation may have answered.
  private func takeOver(_ opening: [Turn]) {
    guard fault == nil else { return }
    let services = machine.outsideServices
    for service in services { send(.service(name: service.text, ServiceBehaviour(answer: .never))) }
    let hasAsked = opening.contains { turn in
      turn.effects.contains { if case .requested = $0 { true } else { false } }
    }
    if hasAsked { send(.restart) }
    finishStep()
  }

  private static func check(_ machine: Machine, _ answers: [Name: Answer]) {
    let missing = machine.outsideServices.filter { answers[$0] == nil }
    if let first = missing.first {
      let all = missing.map { "'\($0)'" }.joined(separator: ", ")
      fatalError("\(machine.title): no answer for \(all); add world.answer(\\.\(first)) { … }")
    }
    if let name = machine.inputsNamedAsFields.first {
      fatalError("\(machine.title): '\(name)' is an input and a property; rename one")
    }
  }

  var fault: String? { stepper.fault }

  // MARK: Stimuli

  func send(_ stimulus: Stimulus) { take(.stimulus(stimulus)) }

  func call(_ input: Name, of instance: InstanceID, _ value: Value) { take(.call(input, instance, value)) }

  func edit(_ instance: InstanceID, _ port: Int?, _ path: String, _ value: Value) {
    guard let port else {
      take(.stimulus(.set(control: path, value)))
      return assertionFailure("'\(path)' is not a field")
    }
    take(.edit(instance, port: port, value))
  }

  func show(_ route: LiveRoute) {
    let current = self.route
    if route.alert == nil, current.alert != nil { send(.dismiss(button: nil)) }
    for _ in 0..<max(0, current.pages.count - route.pages.count) { send(.back) }
  }

  /// What comes during a step waits for its end.
  func take(_ next: Waiting) {
    waiting.append(next)
    runWaiting()
  }

  private func runWaiting() {
    guard !isRunning else { return }
    isRunning = true
    repeat {
      catchUp()
      if !waiting.isEmpty { run(waiting.removeFirst()) }
    } while !waiting.isEmpty
    isRunning = false
    arm()
  }

  private func run(_ next: Waiting) {
    switch next {
    case .stimulus(let stimulus): perform(stimulus)
    case .call(let input, let instance, let value):
      if let stimulus = stimulus(calling: input, instance, value) { perform(stimulus) }
    case .edit(let instance, let port, let value): edit(instance, port, value)
    case .answer(let number, let name, let outcome, let value):
      guard requests[name]?.number == number else { return }
      perform(.reply(request: name.text, outcome, value))
    }
  }

  private func edit(_ instance: InstanceID, _ port: Int, _ value: Value) {
    let found = stepper.look { view in
      view.snapshot.template(of: instance).map { template in
        (view.stimulus(editing: port, of: instance, value), machine.program.templates[template].fields[port].name)
      }
    }
    guard let (edit, name) = found else { return }
    perform(edit ?? .set(control: name.text, value))
    if edit == nil, !machine.edits(name) { assertionFailure("no control edits '\(name)'") }
  }

  private func perform(_ stimulus: Stimulus) {
    recorded { recorder throws(FileError) in try recorder.begin(stimulus) }
    if case .restart = stimulus {
      step = StepNotes()
      epoch = clock.elapsed()
      timeBefore += stepper.time
      disarm()
    }
    stepper.begin(stimulus)
    while !stepper.isDone {
      _ = stepper.runPiece(TurnAllowance(turns: Self.turnsOfPiece))
      takeTurns()
    }
    finishStep()
  }

  private func takeTurns() {
    var turns = stepper.takeTurns()
    turnCount += turns.count
    let made = stepper.takeMadeMachines()
    for instance in made where instance != root {
      guard let live = instances.removeValue(forKey: instance)?.live else { continue }
      live.end()
      ended.append(live)
    }
    if timeBefore > 0 { turns = turns.map { $0.delayed(by: timeBefore) } }
    let haveEnded = stepper.takeEnds()
    if let recorder {
      let snapshot = haveEnded || !made.isEmpty || recorder.mayMove(turns) ? stepper.snapshot : nil
      recorded { recorder throws(FileError) in try recorder.add(turns, snapshot) }
    }
    for turn in turns { for effect in turn.effects { note(effect) } }
  }

  private func note(_ effect: Effect) {
    switch effect {
    case .moved: step.mayHaveMoved = true
    case .requested: step.mayHaveAsked = true
    case .replied(let request, _, _), .cancelled(let request): endRequest(request)
    case .output(let subject, let value):
      for listener in listeners.values where listener.path == subject { listener.send(value) }
    default: break
    }
  }

  private func finishStep() {
    if step.mayHaveAsked || !requests.isEmpty { updateRequests() }
    var changed = ended
    ended = []
    let (shown, step) = (instances, step)
    self.step = StepNotes(mayHaveMoved: false, mayHaveAsked: false)
    stepper.look { [machine] view in
      for (_, instance) in shown {
        if let live = instance.live, live.prepare(view, machine, mayHaveMoved: step.mayHaveMoved) {
          changed.append(live)
        }
      }
      for (number, listener) in listeners where listener.instance != root {
        listeners[number]?.path = Self.path(listener.subject, of: listener.instance, view)
      }
    }
    for live in changed { live.change() }
    let store = stepper.store
    if store != stored {
      stored = store
      self.store?.save(store)
    }
  }

  // MARK: Time

  /// Runs all work that is due by now, at its due time, so that a recording replays in the same order.
  private func catchUp() {
    guard fault == nil else { return }
    let now = clock.elapsed() - epoch
    if now < stepper.time {
      // A clock that went back: no time passed.
      epoch += now - stepper.time
      return disarm()
    }
    turnCount = 0
    while stepper.time < now, fault == nil {
      guard turnCount < Self.mostCatchUpTurns else {
        epoch += now - stepper.time
        return
      }
      let next = stepper.nextDue.map { max($0, stepper.time + Self.catchUpStep) } ?? now
      perform(.advance(milliseconds: min(next, now) - stepper.time))
    }
  }

  private func disarm() {
    alarm?.task.cancel()
    alarm = nil
  }

  /// An alarm that comes too early only sets itself again, so an earlier one is kept.
  private func arm() {
    guard let due = stepper.nextDue else { return }
    if let alarm, alarm.due <= due + epoch { return }
    alarm?.task.cancel()
    let reading = due + epoch
    let task = Task { [weak self, sleep = clock.sleep] in
      do { try await sleep(reading) } catch { return }
      self?.wake(reading)
    }
    alarm = (reading, task)
  }

  private func wake(_ reading: Int) {
    guard alarm?.due == reading else { return }
    alarm = nil
    runWaiting()
  }

  // MARK: Reading

  func stimulus(calling input: Name, _ instance: InstanceID, _ value: Value) -> Stimulus? {
    stepper.look { view in
      view.snapshot.template(of: instance).flatMap { _ in view.stimulus(calling: input, of: instance, value) }
    }
  }

  func refusal(of input: Name, _ instance: InstanceID, _ value: Value) -> String? {
    guard let stimulus = stimulus(calling: input, instance, value) else { return "its instance is gone" }
    return machine.refusal(of: stimulus, stepper.snapshot)
  }

  var route: LiveRoute { stepper.look { LiveRoute($0) } }

  func regions(of instance: InstanceID) -> [(region: Name, state: String)] {
    stepper.look { [machine] view in machine.regions(of: instance, in: view.snapshot) }
  }

  func model<Model: Sendable>(of instance: InstanceID, as type: Model.Type) -> Model? {
    stepper.look { $0.snapshot.model(of: instance, as: type) }
  }

  func template<V: ViewModel>(of type: V.Type) -> LiveTemplate {
    if let known = templates[ObjectIdentifier(type)] { return known }
    let made = LiveTemplate(type, in: machine.program)
    templates[ObjectIdentifier(type)] = made
    return made
  }

  // MARK: Instances

  func add(_ live: any LiveInstance, for instance: InstanceID) {
    if instances.count > 64, instances.count.nonzeroBitCount == 1 { instances = instances.filter { $1.live != nil } }
    instances[instance] = WeakInstance(live: live)
  }

  /// One object for each instance, as long as someone holds it.
  func live<W: ViewModel>(_ instance: InstanceID) -> Live<W>? {
    if let known = instances[instance]?.live { return known as? Live<W> }
    return model(of: instance, as: W.Model.self).map { Live<W>(instance, $0, in: self) }
  }

  func child<W: ViewModel>(_ name: Name, of parent: InstanceID) -> Live<W>? {
    let child = stepper.look { [machine] view in
      let path = view.snapshot.path(of: parent, machine.program)
      return view.snapshot.instance(at: path.isEmpty ? name.text : "\(path).\(name)", machine.program)
    }
    return child.flatMap { live($0) }
  }

  // MARK: Subjects

  func listen(
    to subject: Name, of instance: InstanceID, _ send: @escaping (Value) -> Void, end: @escaping @Sendable () -> Void
  ) -> Int {
    listenerCount += 1
    let path = stepper.look { view in Self.path(subject, of: instance, view) }
    listeners[listenerCount] = Listener(subject: subject, instance: instance, path: path, send: send)
    ends[listenerCount] = end
    return listenerCount
  }

  func stopListening(_ number: Int) {
    listeners[number] = nil
    ends[number] = nil
  }

  private static func path(_ subject: Name, of instance: InstanceID, _ view: borrowing View) -> Name {
    let path = view.snapshot.path(of: instance, view.machine.program)
    return path.isEmpty ? subject : "\(path).\(subject)"
  }

  // MARK: The recorder

  var recording: String? { recorder?.text(ending: end) }

  private var end: Trace.End {
    Trace.End(phase: machine.phase(of: stepper.snapshot), time: timeBefore + stepper.time)
  }

  func endRecording() {
    let end = end
    recorded { recorder throws(FileError) in try recorder.finish(end) }
    recorder = nil
  }

  /// A recorder that fails stops; the app continues.
  private func recorded(_ body: (TraceRecorder) throws(FileError) -> Void) {
    guard let recorder else { return }
    do throws(FileError) { try body(recorder) } catch {
      recorderFault = error.message
      self.recorder = nil
    }
  }
}

/// A `Live` of any view model, as the host changes it.
@MainActor
protocol LiveInstance: AnyObject {
  /// Compares what was read with the new state; returns whether `change` has something to do.
  ///
  /// - Parameter mayHaveMoved: Whether a region may be in another state.
  func prepare(_ view: borrowing View, _ machine: Machine, mayHaveMoved: Bool) -> Bool
  /// The instance is gone.
  func end()
  /// Shows the new state.
  func change()
}
