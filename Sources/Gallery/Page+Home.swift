import ViewModels

extension Page {
  /// Where a login leads.
  static let home = Page("home", title: "首页")
}
