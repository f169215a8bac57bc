import Testing
import ViewModels

extension GalleryRun {
  var tip: String? { machine.screen(of: snapshot).tip }
  var hud: String? { machine.screen(of: snapshot).hud }

  /// The properties that are broken now.
  var broken: [Name] { machine.properties(of: snapshot).filter(\.isBroken).map(\.name) }

  /// What the app persisted under a key.
  func stored(_ key: String) -> Value? { snapshot.store.first { $0.name == key }?.value }

  func state(of region: String) -> String? {
    machine.regions(of: snapshot).first { $0.region == region }?.state
  }

  /// Lets so many milliseconds pass.
  @discardableResult
  mutating func advance(_ milliseconds: Int) -> [Effect] { self(.advance(milliseconds: milliseconds)) }

  @discardableResult
  mutating func tap(_ control: String) -> [Effect] { self(.tap(control: control, nil)) }

  mutating func set(_ control: String, _ text: String) { self(.set(control: control, .string(text))) }

  /// How a service answers from now on.
  mutating func answer(_ service: String, _ outcome: Outcome, _ value: Value? = nil) {
    self(.service(name: service, ServiceBehaviour(answer: .outcome(outcome, value))))
  }

  mutating func silence(_ service: String) { self(.service(name: service, ServiceBehaviour(answer: .never))) }
}

extension [Effect] {
  var tips: [String] { compactMap { if case .tipShown(let text) = $0 { text } else { nil } } }
  var huds: [String] { compactMap { if case .hudShown(let text) = $0 { text } else { nil } } }
  var pops: [String] { compactMap { if case .popped(let page) = $0 { page.text } else { nil } } }
  var brokenProperties: [String] { compactMap { if case .broken(let property) = $0 { property.text } else { nil } } }
  var stores: [Member] { compactMap { if case .stored(let key, let value) = $0 { Member(key, value) } else { nil } } }
}
