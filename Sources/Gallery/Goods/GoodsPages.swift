import ViewModels

/// The pages that a tap on the goods' page leads to, each by the title that it shows.
struct GoodsPages: Sendable {
  let profile = Subject<String?>("profile")
  let location = Subject<String?>("location")
  let replies = Subject<String?>("replies")
  let detail = Subject<String?>("detail")
  let web = Subject<String?>("web")

  var subjects: [any AnySubject] { [profile, location, replies, detail, web] }

  static let detailTitle = "商品详情"

  static func repliesTitle(_ goodsID: String) -> String { "商品\(goodsID)的评论列表" }
}

extension ViewModel {
  /// What every variant of the goods' page shows besides its lists, and where it leads.
  @ScreenParts static func goodsRoutes(
    _ pages: GoodsPages, tips: [Subject<String>], asked: Subject<Void>, logout: Input<Void>, loggedOut: Subject<Void>
  ) -> [ScreenPart] {
    tips.map { Tip(on: $0) }
    Alert(GoodsService.logoutText, on: asked, [AlertButton("确定", logout), AlertButton("取消")])
    PopToRoot(on: loggedOut)
    Push("profilePage", on: pages.profile)
    Push("locationPage", on: pages.location)
    Push("repliesPage", on: pages.replies)
    Push("detailPage", on: pages.detail)
    Push("webPage", on: pages.web)
  }
}
