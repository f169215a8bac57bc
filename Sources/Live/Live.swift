import Observation
import ViewModels
import _Concurrency

/// A view model that runs in an app, with a real clock and real services.
///
/// Properties of the model are tracked by Observation. Setting one is the edit of its text control. Inputs are called
/// by their names: `login.login()`. Children, rows and pages are `Live` values of the same app, which keep it alive.
/// A property with the name of a member of `Live` is `login[dynamicMember: \.route]`.
@MainActor
@dynamicMemberLookup
public final class Live<V: ViewModel>: Observable {
  let host: LiveHost
  let instance: InstanceID
  let template: LiveTemplate
  private let observed = Observed()
  /// By number of `Observed`: whether it was read, so that its changes matter.
  private var isRead: [Bool] = []
  private var model: V.Model
  private var phases: [(region: Name, state: String)] = []
  private var shownRoute: LiveRoute?
  /// Whether the instance is gone; the last model stays.
  private var isGone = false
  private var coming: Coming?

  private struct Coming {
    var model: V.Model?
    var phases: [(region: Name, state: String)]?
    var route: LiveRoute?
    var changes: [Int]
  }

  /// Makes an app of one page.
  ///
  /// - Parameters:
  ///   - store: Where stored data stays between runs; nowhere by default.
  ///   - clock: The clock of delays and time-outs.
  ///   - recorder: The flight recorder.
  ///   - answers: Gives each service its answer: `world.answer(\.authenticate) { try await api.login($0) }`. A
  ///     service without one ends the program with the service's name.
  public convenience init(
    _ type: V.Type, store: (any LiveStore)? = nil, clock: any _Concurrency.Clock<Duration> = ContinuousClock(),
    recorder: LiveRecorder = .memory(), seed: UInt64 = 0, _ answers: (LiveWorld<V>) -> Void = { _ in }
  ) {
    let name = V.templateName
    self.init(
      Machine(type, name: Name(name.prefix(1).lowercased() + name.dropFirst()), variant: "live", summary: ""),
      store: store, clock: clock, recorder: recorder, seed: seed, answers)
  }

  /// Makes the app of a machine whose first page is the view model: `let app: Live<Login> = Live(machine) { … }`.
  public init(
    _ machine: Machine, store: (any LiveStore)? = nil, clock: any _Concurrency.Clock<Duration> = ContinuousClock(),
    recorder: LiveRecorder = .memory(), seed: UInt64 = 0, _ answers: (LiveWorld<V>) -> Void = { _ in }
  ) {
    let world = LiveWorld<V>()
    answers(world)
    host = LiveHost(
      machine, answers: world.answers, store: store, clock: LiveClock(clock), recorder: recorder, seed: seed)
    instance = host.root
    guard let model = host.model(of: instance, as: V.Model.self) else {
      fatalError("the first page of '\(machine.title)' is not a \(V.self)\(host.fault.map { ": \($0)" } ?? "")")
    }
    self.model = model
    template = host.template(of: V.self)
    host.add(self, for: instance)
  }

  init(_ instance: InstanceID, _ model: V.Model, in host: LiveHost) {
    self.host = host
    self.instance = instance
    self.model = model
    template = host.template(of: V.self)
    host.add(self, for: instance)
  }

  // MARK: Properties

  /// A property of the model.
  public subscript<T>(dynamicMember path: KeyPath<V.Model, T>) -> T {
    read(path)
    return model[keyPath: path]
  }

  /// A field. Setting it is the edit of the control that shows it; the chart's observers see it. A field that no
  /// control edits keeps its value: the recording has the refusal, and a debug build stops.
  public subscript<T: ValueConvertible>(dynamicMember path: WritableKeyPath<V.Model, T>) -> T {
    get {
      read(path)
      return model[keyPath: path]
    }
    set { host.edit(instance, template.port(of: path), "\(path)", newValue.value) }
  }

  /// The text of a secret field, for a binding: `SecureField("Password", text: $login[text: \.password])`.
  public subscript(text path: WritableKeyPath<V.Model, Secret<String>>) -> String {
    get { self[dynamicMember: path].revealed }
    set { self[dynamicMember: path] = Secret(newValue) }
  }

  /// The text of an optional field; nil is empty.
  public subscript(text path: WritableKeyPath<V.Model, String?>) -> String {
    get { self[dynamicMember: path] ?? "" }
    set { self[dynamicMember: path] = newValue }
  }

  /// The text of an optional secret field; nil is empty.
  public subscript(text path: WritableKeyPath<V.Model, Secret<String>?>) -> String {
    get { self[dynamicMember: path]?.revealed ?? "" }
    set { self[dynamicMember: path] = Secret(newValue) }
  }

  // MARK: Other instances

  /// Rows, in order.
  public subscript<W>(dynamicMember path: KeyPath<V.Model, [Ref<W>]>) -> [Live<W>] {
    read(path)
    return model[keyPath: path].compactMap { host.live($0.id) }
  }

  /// Rows, in order.
  public subscript<W>(dynamicMember path: WritableKeyPath<V.Model, [Ref<W>]>) -> [Live<W>] {
    self[dynamicMember: path as KeyPath<V.Model, [Ref<W>]>]
  }

  /// An instance that a property holds; nil if it holds none.
  public subscript<W>(dynamicMember path: KeyPath<V.Model, Ref<W>?>) -> Live<W>? {
    read(path)
    return model[keyPath: path].flatMap { host.live($0.id) }
  }

  /// An instance that a property holds; nil if it holds none.
  public subscript<W>(dynamicMember path: WritableKeyPath<V.Model, Ref<W>?>) -> Live<W>? {
    self[dynamicMember: path as KeyPath<V.Model, Ref<W>?>]
  }

  /// A child.
  public subscript<W>(dynamicMember child: KeyPath<V, ChildToken<V, W>>) -> Live<W> {
    let name = V.tokens[keyPath: child].name
    guard let found: Live<W> = host.child(name, of: instance) else {
      fatalError("'\(name)' of \(V.self) is gone")
    }
    return found
  }

  /// The view model of a page; nil if the page is gone or shows another one.
  public func page<W: ViewModel>(_ page: LiveRoute.Page, as type: W.Type = W.self) -> Live<W>? {
    page.instance.flatMap { host.live($0) }
  }

  // MARK: The machine

  /// The state of an input's or a command's region: `.executing`. Nil without a region of that name.
  public func phase<P>(_ input: KeyPath<V, InputToken<V, P>>) -> StateID? {
    phase(of: V.tokens[keyPath: input].name)
  }

  /// The phase of a command.
  public func phase<I, O>(_ command: KeyPath<V, CommandToken<V, I, O>>) -> StateID? {
    phase(of: V.tokens[keyPath: command].name)
  }

  /// The state of a region; nil without a region of that name.
  public func phase(of region: Name) -> StateID? {
    if phases.isEmpty, !isGone { phases = host.regions(of: instance) }
    let index = phases.firstIndex { RegionTitle.isTitle($0.region, of: region) }
    read(index.map(template.number(ofRegion:)) ?? Observed.phases)
    return index.map { StateID(stringLiteral: phases[$0].state) }
  }

  /// What the app shows above its first page. Setting it goes back or presses the alert's first button.
  public var route: LiveRoute {
    get {
      read(Observed.route)
      if let shownRoute { return shownRoute }
      let route = host.route
      shownRoute = route
      return route
    }
    set { host.show(newValue) }
  }

  /// Presses a button of the alert; without a title, the first.
  public func dismiss(_ button: String? = nil) { host.send(.dismiss(button: button)) }

  /// Leaves the top page.
  public func back() { host.send(.back) }

  /// Why the model crashed; nil while it runs. A crashed one accepts only `restart`.
  public var fault: String? {
    read(Observed.machine)
    return host.fault
  }

  /// Opens the machine again with its stored data.
  public func restart() { host.send(.restart) }

  /// Whether the instance is still part of the machine, such as a row of its list.
  public var isAlive: Bool {
    read(Observed.model)
    return !isGone
  }

  // MARK: The recording

  /// The recording of the last steps as a trace; nil if it goes to a file or is off.
  public var recording: String? { host.recording }

  /// Why the recorder stopped, such as a full disk; nil while it works.
  public var recorderFault: String? { host.recorderFault }

  /// Ends a recording in a file with its end line.
  public func endRecording() { host.endRecording() }

  // MARK: Tracking

  private func read(_ path: AnyKeyPath) {
    read(template.port(of: path).map(Observed.field) ?? Observed.model)
  }

  func read(_ number: Int) {
    while isRead.count <= number { isRead.append(false) }
    isRead[number] = true
    observed.access(number)
  }

  private func isRead(_ number: Int) -> Bool { number < isRead.count && isRead[number] }
}

extension Live: LiveInstance {
  func prepare(_ view: borrowing View, _ machine: Machine, mayHaveMoved: Bool) -> Bool {
    guard !isGone else { return false }
    guard let place = view.snapshot.location(of: instance, as: V.Model.self) else {
      end()
      return true
    }
    var coming = Coming(changes: [])
    withUnsafePointer(to: model) { old in
      for (port, field) in template.fields.enumerated() where isRead(Observed.field(port)) {
        if field(UnsafeRawPointer(old)) != field(UnsafeRawPointer(place)) {
          coming.changes.append(Observed.field(port))
        }
      }
    }
    if isRead(Observed.model) { coming.changes.append(Observed.model) }
    if isRead(Observed.machine) { coming.changes.append(Observed.machine) }
    if mayHaveMoved, !phases.isEmpty {
      let next = machine.regions(of: instance, in: view.snapshot)
      coming.phases = next
      if isRead(Observed.phases), next.count != phases.count { coming.changes.append(Observed.phases) }
      for index in phases.indices where isRead(template.number(ofRegion: index)) {
        if index >= next.count || next[index] != phases[index] {
          coming.changes.append(template.number(ofRegion: index))
        }
      }
    }
    if shownRoute != nil {
      let route = LiveRoute(view)
      if route != shownRoute {
        coming.route = route
        coming.changes.append(Observed.route)
      }
    }
    coming.model = place.pointee
    if coming.changes.isEmpty {
      model = place.pointee
      phases = coming.phases ?? phases
      return false
    }
    self.coming = coming
    return true
  }

  func end() {
    isGone = true
    coming = Coming(changes: isRead(Observed.model) ? [Observed.model] : [])
  }

  func change() {
    guard let coming else { return }
    self.coming = nil
    for number in coming.changes { observed.willChange(number) }
    if let model = coming.model { self.model = model }
    if let phases = coming.phases { self.phases = phases }
    if let route = coming.route { shownRoute = route }
    for number in coming.changes { observed.didChange(number) }
  }
}
