import ViewModels

extension Page {
  /// Where a login leads.
  static let home = Page("home", title: "首页")
  /// Where a phone login leads.
  static let goods = Page("goods", title: "商品首页")
}
