import ViewModels

/// What an app shows above its first page, as a value: `NavigationStack(path: $app.route.pages)`.
public struct LiveRoute: Hashable, Sendable {
  /// A page of the stack.
  public struct Page: Hashable, Identifiable, Sendable {
    /// Unique on the stack: the second `home` is `home'2`.
    public let name: Name
    /// The page's title.
    public let title: String
    let instance: InstanceID?

    /// The name.
    public var id: Name { name }
  }

  /// The pages above the first one. Fewer pages mean that the user went back.
  public var pages: [Page]
  /// The alert that is shown; nil if none is. Setting nil presses its first button.
  public var alert: AlertState?
  /// The text of the progress indicator; nil if none is shown.
  public let hud: String?
  /// The text of the tip; nil if none is shown.
  public let tip: String?

  init(_ view: borrowing View) {
    pages = view.openPages.dropFirst().map { Page(name: $0.name, title: $0.title, instance: $0.instance) }
    alert = view.alertState
    hud = view.hud
    tip = view.tip
  }
}
