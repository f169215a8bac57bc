/// The simulated view: controls bound to fields and inputs, and routes bound to subjects. Declared, not coded.
public struct Screen: Sendable {
  public let title: String
  let parts: [ScreenPart]
  let controls: [Control]
  let routes: [Route]
  /// The input that is called when a page above this one was left.
  let reappeared: String?
  /// The input that is called when this page was left for the one below it.
  let disappeared: String?

  public init(_ title: String, @ScreenParts _ parts: () -> [ScreenPart]) {
    let parts = parts()
    self.title = title
    self.parts = parts
    controls = parts.compactMap { if case .control(let control) = $0 { control } else { nil } }
    routes = parts.compactMap { if case .route(let route) = $0 { route } else { nil } }
    reappeared = parts.compactMap { if case .reappeared(let input) = $0 { input } else { nil } }.first
    disappeared = parts.compactMap { if case .disappeared(let input) = $0 { input } else { nil } }.first
  }
}

public enum ScreenPart: Sendable {
  case control(Control)
  case route(Route)
  case reappeared(input: String)
  case disappeared(input: String)
}

@resultBuilder
public enum ScreenParts {
  public static func buildExpression(_ part: ScreenPart) -> [ScreenPart] { [part] }
  public static func buildExpression(_ parts: [ScreenPart]) -> [ScreenPart] { parts }
  public static func buildBlock(_ parts: [ScreenPart]...) -> [ScreenPart] { parts.flatMap { $0 } }
  public static func buildOptional(_ parts: [ScreenPart]?) -> [ScreenPart] { parts ?? [] }
}
