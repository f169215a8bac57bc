import Statecharts

/// The navigation stack, the alerts, the HUD and the tip: an instance like any other, the view's own bookkeeping.
enum Navigation: ViewModel {
  struct Model: Sendable {
    var pages: [String] = []
    var titles: [String] = []
    /// The alerts that wait to be dismissed, the one shown first; each is its route's index and its message.
    var alerts: [Value] = []
    var hud: String?
    var tip: String?
  }

  static let pages = Field("pages", \Model.pages)
  static let titles = Field("titles", \Model.titles)
  static let alerts = Field("alerts", \Model.alerts)
  static let hud = Field("hud", \Model.hud)
  static let tip = Field("tip", \Model.tip)

  static let path = "#navigation"

  static let definition = Definition<Navigation>(
    Model(), fields: [pages, titles, alerts, hud, tip], isView: true
  ) {}
}
