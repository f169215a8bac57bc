import Statecharts

/// The simulated view: controls bound to fields and inputs, and routes bound to subjects.
public struct Screen: Sendable {
  package let title: String
  let parts: [ScreenPart]
  let controls: [Control]
  let routes: [Route]
  let environment: [Name]
  let reappeared: Name?
  let disappeared: Name?

  /// Makes a screen.
  public init(_ title: String, @ScreenParts _ parts: () -> [ScreenPart]) {
    let parts = parts()
    self.title = title
    self.parts = parts
    controls = parts.controls
    environment = parts.environment
    routes = parts.compactMap { if case .route(let route) = $0.kind { route } else { nil } }
    reappeared = parts.compactMap { if case .reappeared(let input) = $0.kind { input } else { nil } }.first
    disappeared = parts.compactMap { if case .disappeared(let input) = $0.kind { input } else { nil } }.first
  }
}

extension Screen {
  package var isEmpty: Bool { parts.isEmpty }
}

/// A control, a route, a page event, or an input of the environment.
public struct ScreenPart: Sendable {
  enum Kind: Sendable {
    case control(Control)
    case route(Route)
    case reappeared(input: Name)
    case disappeared(input: Name)
    case environment(input: Name)
  }

  let kind: Kind

  static func control(
    _ name: Name, _ label: String, _ kind: Control.Kind, takes: Shape? = nil, environment: [Name] = []
  ) -> ScreenPart {
    ScreenPart(kind: .control(Control(name: name, label: label, kind: kind, takes: takes, environment: environment)))
  }
  static func route(_ route: Route) -> ScreenPart { ScreenPart(kind: .route(route)) }
  static func reappeared(input: Name) -> ScreenPart { ScreenPart(kind: .reappeared(input: input)) }
  static func disappeared(input: Name) -> ScreenPart { ScreenPart(kind: .disappeared(input: input)) }
  static func environment(input: Name) -> ScreenPart { ScreenPart(kind: .environment(input: input)) }

  var isOfView: Bool { if case .environment = kind { false } else { true } }
}

extension [ScreenPart] {
  var controls: [Control] { compactMap { if case .control(let control) = $0.kind { control } else { nil } } }

  var environment: [Name] {
    compactMap { if case .environment(let input) = $0.kind { input } else { nil } }.distinct(by: \.self)
  }
}

/// Collects screen parts.
@resultBuilder
public enum ScreenParts {
  /// One part.
  public static func buildExpression(_ part: ScreenPart) -> [ScreenPart] { [part] }
  /// Several parts.
  public static func buildExpression(_ parts: [ScreenPart]) -> [ScreenPart] { parts }
  /// Joins parts.
  public static func buildBlock(_ parts: [ScreenPart]...) -> [ScreenPart] { parts.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ parts: [ScreenPart]?) -> [ScreenPart] { parts ?? [] }
}

package struct Control: Sendable {
  enum Kind: Sendable {
    /// Each edit goes to the edit subject; without one, it assigns the field.
    case text(Bound, edited: Name?, isSecure: Bool)
    case button(input: Name, enabled: Bound?)
    case label(Bound)
    case badge(Bound)
    case refresh(input: Name, isRefreshing: Bound?, isHidden: Bound?)
    /// The input receives the new offset.
    case scroll(input: Name, Bound)
    /// The input receives the index of the tapped picture.
    case banner(input: Name, Bound, isHidden: Bound?)
    /// The input receives the index of the tapped row.
    case list(Bound, select: Name?, [Control])
  }

  package let name: Name
  package let label: String
  let kind: Kind
  var takes: Shape?
  var environment: [Name] = []

  /// Nil if it has no rows.
  var rows: Bound? {
    switch kind {
    case .banner(_, let rows, _), .list(let rows, _, _): rows
    case .text, .button, .label, .badge, .refresh, .scroll: nil
    }
  }
}

/// A field of the instance at a path, relative to the screen's view model.
public struct Bound: Hashable, Sendable {
  var path: Name = ""
  var field: Name

  package init(path: Name = "", field: Name) {
    (self.path, self.field) = (path, field)
  }
}

extension Screen {
  /// Omits display texts and `environment`.
  var description: Value { .list(parts.compactMap(\.description)) }
}

extension ScreenPart {
  fileprivate var description: Value? {
    switch kind {
    case .control(let control): control.description
    case .route(let route):
      .list(
        [route.source.description, route.kind.description] + (route.only.map { [$0] } ?? [])
          + (route.isOfField ? [.bool(true)] : []))
    case .reappeared(let input): .enumeration("reappeared", [Member("", input.value)])
    case .disappeared(let input): .enumeration("disappeared", [Member("", input.value)])
    case .environment: nil
    }
  }
}

extension Control {
  fileprivate var description: Value {
    let (kind, parts): (Value, [Value]) =
      switch kind {
      case .text(let text, let edited, let isSecure): ("text", [text.description, edited.value, .bool(isSecure)])
      case .button(let input, let enabled): ("button", [input.value, enabled.description])
      case .label(let field): ("label", [field.description])
      case .badge(let field): ("badge", [field.description])
      case .refresh(let input, let isRefreshing, let isHidden):
        ("refresh", [input.value, isRefreshing.description, isHidden.description])
      case .scroll(let input, let offset): ("scroll", [input.value, offset.description])
      case .banner(let input, let pictures, let isHidden):
        ("banner", [input.value, pictures.description, isHidden.description])
      case .list(let rows, let select, let controls):
        ("list", [rows.description, select.value] + controls.map(\.description))
      }
    return .list([name.value, kind, .list(parts)])
  }
}

extension Route.Kind {
  fileprivate var description: Value {
    switch self {
    case .push(let page): .enumeration("push", [Member(page.name, .null)])
    case .pushEach: .enumeration("pushEach", [])
    case .pushTitled(let page): .enumeration("pushTitled", [Member(page, .null)])
    case .pushModel(let title): .enumeration("pushModel", [Member("", title.value)])
    case .pop: .enumeration("pop", [])
    case .popToRoot: .enumeration("popToRoot", [])
    case .alert(_, let buttons): .enumeration("alert", buttons.map { Member($0.title, $0.input.value) })
    case .tip: .enumeration("tip", [])
    case .endEditing: .enumeration("endEditing", [])
    case .hud(_, let covers): .enumeration("hud", [Member("covers", .bool(covers))])
    }
  }
}

extension Bound {
  fileprivate var description: Value { .list([path.value, field.value]) }
}

extension Bound? {
  fileprivate var description: Value { self?.description ?? .null }
}
