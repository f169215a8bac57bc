import Statecharts

/// The navigation stack, the alerts, the HUD and the tip: an instance like any other, the view's own bookkeeping.
struct Navigation: InternalViewModel {
  struct Model: ModelType {
    /// From the root to the top.
    var pages: [ShownPage] = []
    /// The alerts that wait to be dismissed, the one shown first.
    var alerts: [ShownAlert] = []
    var hud: String?
    /// Whether the HUD takes the touches of what stands below it.
    var hudCovers = false
    /// The view model that asked for the HUD, weakly.
    var hudOwner = Value.null
    var tip: String?
    /// The text field of the top page that is being edited, by its control's name.
    var edited: Name?
    /// What an input method composes on the top page.
    var composed: ComposedText?
  }

  // Each has a token, so that it is read and written by code for its type.
  let pages = Field(\.pages)
  let alerts = Field(\.alerts)
  let hud = Field(\.hud)
  let hudCovers = Field(\.hudCovers)
  let hudOwner = Field(\.hudOwner)
  let tip = Field(\.tip)
  let edited = Field(\.edited)
  let composed = Field(\.composed)

  static let path = "#navigation"

  /// The navigation of a snapshot that has none.
  nonisolated(unsafe) static let nothing: UnsafePointer<Model> = {
    let place = UnsafeMutablePointer<Model>.allocate(capacity: 1)
    place.initialize(to: Model())
    return UnsafePointer(place)
  }()
}

/// Marked text: what an input method composes, which is the end of a text field's text until it is committed. When the field
/// has another text, the composition has ended.
struct ComposedText: ValueConvertible {
  /// The name of the text field's control.
  var control: Name
  /// The text before it.
  var before: String
  var marked: String

  init(in control: Name, after before: String, _ marked: String) {
    (self.control, self.before, self.marked) = (control, before, marked)
  }

  /// What the field holds while it is composed.
  var whole: String { before + marked }

  var value: Value { .list([control.value, .string(before), .string(marked)]) }

  init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 3, let control = Name(parts[0]),
      case .string(let before) = parts[1], case .string(let marked) = parts[2]
    else { return nil }
    self.init(in: control, after: before, marked)
  }

  static var shape: Shape { .any }
}

/// A page on the navigation stack.
struct ShownPage: ValueConvertible {
  /// What it alone is called: the second page of a name is `home'2`.
  let name: Name
  let title: String
  /// The view model behind it, and the index of its screen; `nil` for a page without one.
  let model: (owner: InstanceID, screen: Int)?
  /// The route of the page below it whose field says that it is there; nil for a page that a subject pushed.
  let route: Int?
  /// Made with the page, since the stack is read as a value far more often than pages come.
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

/// An alert that waits to be dismissed.
struct ShownAlert: ValueConvertible {
  /// The view model that is told of the button.
  var owner: InstanceID
  /// Its screen and the route there.
  var screen: Int
  var route: Int
  var message: String

  init(owner: InstanceID, screen: Int, route: Int, message: String) {
    self.owner = owner
    self.screen = screen
    self.route = route
    self.message = message
  }

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
