/// The simulated view: controls bound to fields and inputs, and routes bound to subjects. Declared, not coded.
public struct Screen: Sendable {
  package let title: String
  let parts: [ScreenPart]
  let controls: [Control]
  let routes: [Route]
  /// The input that is called when a page above this one was left.
  let reappeared: String?
  /// The input that is called when this page was left for the one below it.
  let disappeared: String?

  /// Makes a screen of its parts, in the order in which they are seen.
  public init(_ title: String, @ScreenParts _ parts: () -> [ScreenPart]) {
    let parts = parts()
    self.title = title
    self.parts = parts
    controls = parts.compactMap { if case .control(let control) = $0.kind { control } else { nil } }
    routes = parts.compactMap { if case .route(let route) = $0.kind { route } else { nil } }
    reappeared = parts.compactMap { if case .reappeared(let input) = $0.kind { input } else { nil } }.first
    disappeared = parts.compactMap { if case .disappeared(let input) = $0.kind { input } else { nil } }.first
  }
}

/// A part of a screen, as a word makes it: a control, a route, or the input that is told of the page's coming and going.
public struct ScreenPart: Sendable {
  enum Kind: Sendable {
    case control(Control)
    case route(Route)
    case reappeared(input: String)
    case disappeared(input: String)
  }

  let kind: Kind

  static func control(_ control: Control) -> ScreenPart { ScreenPart(kind: .control(control)) }
  static func route(_ route: Route) -> ScreenPart { ScreenPart(kind: .route(route)) }
  static func reappeared(input: String) -> ScreenPart { ScreenPart(kind: .reappeared(input: input)) }
  static func disappeared(input: String) -> ScreenPart { ScreenPart(kind: .disappeared(input: input)) }
}

/// Collects the parts of a screen.
@resultBuilder
public enum ScreenParts {
  /// A word makes one part.
  public static func buildExpression(_ part: ScreenPart) -> [ScreenPart] { [part] }
  /// A property of the view model may hold several.
  public static func buildExpression(_ parts: [ScreenPart]) -> [ScreenPart] { parts }
  /// The parts stand in the order in which they are written.
  public static func buildBlock(_ parts: [ScreenPart]...) -> [ScreenPart] { parts.flatMap { $0 } }
  /// `if` without `else`.
  public static func buildOptional(_ parts: [ScreenPart]?) -> [ScreenPart] { parts ?? [] }
}
