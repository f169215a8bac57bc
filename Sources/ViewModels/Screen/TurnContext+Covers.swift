import Statecharts

/// The HUD and the tip: one at a time, and whichever is shown hides the one before it.
extension TurnContext {
  /// How long a tip is seen, in milliseconds.
  private static var tipDuration: Int { 1_000 }

  func show(hud text: String, covers: Bool, of owner: InstanceID, on navigation: Ref<Navigation>) {
    hideHUD(on: navigation)
    hideTip(on: navigation)
    handle(of: navigation).hud = text
    handle(of: navigation).hudCovers = covers
    handle(of: navigation).hudOwner = .weak(owner)
    record(.hudShown(text))
  }

  func hideHUD(on navigation: Ref<Navigation>) {
    guard handle(of: navigation).hud != nil else { return }
    handle(of: navigation).hud = nil
    record(.hudClosed)
  }

  func show(tip text: String, on navigation: Ref<Navigation>) {
    hideHUD(on: navigation)
    hideTip(on: navigation)
    handle(of: navigation).tip = text
    record(.tipShown(text))
    after(TurnContext.tipDuration, HandlerValue(Router.tipEndName, [navigation.value]))
  }

  func hideTip(on navigation: Ref<Navigation>) {
    cancel(HandlerValue(Router.tipEndName, [navigation.value]))
    guard handle(of: navigation).tip != nil else { return }
    handle(of: navigation).tip = nil
    record(.tipClosed)
  }
}
