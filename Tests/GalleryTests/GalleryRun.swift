import Gallery
import Testing
import ViewModels

/// A machine of the gallery, driven without a console.
struct GalleryRun {
  /// The gallery's machines, made once.
  static let gallery = Gallery.machines

  let machine: Machine
  /// What it did by itself when it was opened.
  let opening: [Effect]
  var snapshot: Snapshot
  /// The effects of everything since it was opened.
  private(set) var effects: [Effect] = []

  /// Opens `login@fixed`.
  init(_ title: String) throws {
    machine = try #require(Self.gallery.first { $0.title == title })
    let opened = machine.open()
    opening = opened.turns.flatMap(\.effects)
    snapshot = opened.snapshot
  }

  /// Opens a machine, does what comes first, and begins anew with what it stored and how its services then answer.
  init(_ title: String, _ stimuli: [Stimulus]) throws {
    try self.init(title)
    for stimulus in stimuli { self(stimulus) }
    _ = machine.step(&snapshot, .restart)
    effects = []
  }

  /// The effects of a stimulus and of what follows from it.
  @discardableResult
  mutating func callAsFunction(_ stimulus: Stimulus, isHeld: Bool = false) -> [Effect] {
    let caused = machine.step(&snapshot, stimulus, isHeld: isHeld).flatMap(\.effects)
    effects += caused
    return caused
  }

  /// Tells observers in reverse order of registration from now on.
  mutating func reverseObservers() { snapshot.reversesObservers = true }

  /// The value of a field; `nil` when the variant has none of that path.
  func value(_ path: String) -> Value? { machine.field(at: path, of: snapshot)?.value }

  /// The state of the only region.
  var state: String? { machine.regions(of: snapshot).first?.state }
  var pages: [String] { machine.screen(of: snapshot).pages.map(\.text) }
  var alert: AlertState? { machine.screen(of: snapshot).alert }

  /// What the control of that name shows.
  func shown(_ control: String) -> Value? {
    machine.screen(of: snapshot).controls.first { $0.name == control }?.value
  }

  /// Whether the button of that name can be tapped; `nil` when the page has none.
  func isEnabled(_ control: String) -> Bool? {
    machine.screen(of: snapshot).controls.first { $0.name == control }?.isEnabled
  }
}

extension [Effect] {
  /// The values that a field was assigned, equal ones too.
  func values(of field: String) -> [Value] {
    compactMap { effect in
      guard case .set(field, _, let new) = effect else { return nil }
      return new
    }
  }

  /// The states that the region went through.
  var states: [String] {
    compactMap { if case .moved(_, _, let state) = $0 { state } else { nil } }
  }

  /// What the subjects sent, in order.
  var outputs: [Output] {
    compactMap { if case .output(let subject, let value) = $0 { Output(subject.text, value) } else { nil } }
  }

  /// The names of the requests that started.
  var requests: [String] {
    compactMap { if case .requested(let service, _) = $0 { service.text } else { nil } }
  }

  var pushes: [String] {
    compactMap { if case .pushed(let page) = $0 { page.text } else { nil } }
  }

  var refusals: [String] {
    compactMap { if case .refused(_, let reason) = $0 { reason } else { nil } }
  }

  /// The properties that became false.
  var broken: [String] {
    compactMap { if case .broken(let property) = $0 { property.text } else { nil } }
  }

  var crashes: [String] {
    compactMap { if case .crashed(let fault) = $0 { fault } else { nil } }
  }
}

/// A value that a subject sent.
struct Output: Hashable {
  let subject: String
  let value: Value

  init(_ subject: String, _ value: Value) {
    self.subject = subject
    self.value = value
  }
}
