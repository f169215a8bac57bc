import Statecharts

/// The simulated view: controls bound to fields and inputs, and routes bound to subjects. Declared, not coded.
public struct Screen: Sendable {
  public let title: String
  let parts: [ScreenPart]

  public init(_ title: String, @ScreenParts _ parts: () -> [ScreenPart]) {
    self.title = title
    self.parts = parts()
  }

  var controls: [Control] { parts.compactMap { if case .control(let control) = $0 { control } else { nil } } }
  var routes: [Route] { parts.compactMap { if case .route(let route) = $0 { route } else { nil } } }
}

public enum ScreenPart: Sendable {
  case control(Control)
  case route(Route)
}

@resultBuilder
public enum ScreenParts {
  public static func buildExpression(_ part: ScreenPart) -> [ScreenPart] { [part] }
  public static func buildBlock(_ parts: [ScreenPart]...) -> [ScreenPart] { parts.flatMap { $0 } }
}

/// Something that the user can use or read.
public struct Control: Sendable {
  enum Kind: Sendable {
    /// A text field over a field of the instance at a path. With an edit subject, the text is the view's own and each
    /// edit is told by the subject; without one, an edit assigns the field.
    case text(path: String, field: String, edited: String?, isSecure: Bool)
    case button(input: String, enabled: (path: String, field: String)?)
    case label(path: String, field: String)
  }

  public let name: String
  public let label: String
  let kind: Kind
}

/// What the view shows when a subject sends.
public struct Route: Sendable {
  enum Kind: Sendable {
    case push(Page)
    case alert(title: String, buttons: [String], dismissed: String?)
  }

  let subject: String
  let kind: Kind
}

/// A page without a view model of its own.
public struct Page: Hashable, Sendable {
  public let name: String
  public let title: String

  public init(_ name: String, title: String) {
    self.name = name
    self.title = title
  }
}
