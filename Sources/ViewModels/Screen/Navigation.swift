import Statecharts

struct Navigation: InternalViewModel {
  struct Model: ModelType {
    var pages: [ShownPage] = []
    /// The shown one is first.
    var alerts: [ShownAlert] = []
    var hud: String?
    var hudCovers = false
    /// A weak reference to the view model that shows the HUD.
    var hudOwner = Value.null
    var tip: String?
    var edited: Name?
    var composed: ComposedText?
  }

  // Each has a token, so that code specialized for its type reads and writes it.
  let pages = Field(\.pages)
  let alerts = Field(\.alerts)
  let hud = Field(\.hud)
  let hudCovers = Field(\.hudCovers)
  let hudOwner = Field(\.hudOwner)
  let tip = Field(\.tip)
  let edited = Field(\.edited)
  let composed = Field(\.composed)

  static let path = "#navigation"

  nonisolated(unsafe) static let nothing: UnsafePointer<Model> = {
    let place = UnsafeMutablePointer<Model>.allocate(capacity: 1)
    place.initialize(to: Model())
    return UnsafePointer(place)
  }()
}

/// An input method's marked text at the end of a text field. Another text in the field ends the composition.
struct ComposedText {
  var control: Name
  var before: String
  var marked: String

  var whole: String { before + marked }
}

extension ComposedText: ValueConvertible {
  var value: Value { .list([control.value, .string(before), .string(marked)]) }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 3, let control = Name(parts[0]),
      case .string(let before) = parts[1], case .string(let marked) = parts[2]
    else { return nil }
    self.init(control: control, before: before, marked: marked)
  }

  static var shape: Shape { .any }
}

struct ShownPage: ValueConvertible {
  /// Unique on the stack: the second `home` is `home'2`.
  let name: Name
  let title: String
  let model: (owner: InstanceID, screen: Int)?
  /// The route of the page below it whose field says that it is there; nil for a page that a subject pushed.
  let route: Int?
  /// Precomputed, because the stack is read far more often than pages are pushed.
  let value: Value

  init(name: Name, title: String, model: (owner: InstanceID, screen: Int)?, route: Int? = nil) {
    self.name = name
    self.title = title
    self.model = model
    self.route = route
    let place: [Value] = model.map { [.reference($0.owner), .int($0.screen)] } ?? []
    value = .list([.string(name.text), .string(title)] + place + (route.map { [.int($0)] } ?? []))
  }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count >= 2, case .string(let name) = parts[0],
      case .string(let title) = parts[1]
    else { return nil }
    var route: Int?
    if parts.count.isMultiple(of: 2) == false, case .int(let number)? = parts.last { route = number }
    guard parts.count >= 4, case .reference(let owner) = parts[2], case .int(let screen) = parts[3] else {
      self.init(name: Name(name), title: title, model: nil, route: route)
      return
    }
    self.init(name: Name(name), title: title, model: (owner, screen), route: route)
  }

  static var shape: Shape { .any }
  static var holdsReferences: Bool { true }
}

struct ShownAlert {
  var owner: InstanceID
  var screen: Int
  var route: Int
  var message: String
}

extension ShownAlert: ValueConvertible {
  var value: Value { .list([.reference(owner), .int(screen), .int(route), .string(message)]) }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 4, case .reference(let owner) = parts[0],
      case .int(let screen) = parts[1], case .int(let route) = parts[2], case .string(let message) = parts[3]
    else { return nil }
    self.init(owner: owner, screen: screen, route: route, message: message)
  }

  static var shape: Shape { .any }
  static var holdsReferences: Bool { true }
}
