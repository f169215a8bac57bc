import ViewModels

/// The systems of the articles, each as it was written and as it should have been. They prove the tool.
public enum Gallery {
  /// The machines in the order in which they are listed; the first variant of a name is its default.
  public static var machines: [Machine] {
    [
      Machine(Login.self, name: "login", variant: "fixed", summary: "Login page with a service behind it"),
      Machine(
        LoginOriginal.self, name: "login", variant: "original", summary: "Login page as written: no service, no guard"),
      Machine(
        Home.self, name: "home", variant: "fixed", summary: "A ranking whose totals come later and are counted up"),
      Machine(
        HomeOriginal.self, name: "home", variant: "original",
        summary: "The ranking as written: a timer that nothing stops, and counts what is not there yet"),
      Machine(User.self, name: "user", variant: "fixed", summary: "Sign-in with exactly one of three outcomes"),
      Machine(
        UserOriginal.self, name: "user", variant: "original", summary: "Sign-in as written: all three outcomes at once"),
      Machine(
        Purchase.self, name: "purchase", variant: "fixed", summary: "A purchase with its green, yellow and red routes",
        pages: Purchase.pages),
      Machine(
        PurchaseOriginal.self, name: "purchase", variant: "original",
        summary: "The purchase as explained: every tap asks again", pages: PurchaseOriginal.pages),
      Machine(
        Follow.self, name: "follow", variant: "fixed", summary: "A list that a command loads, at most once at a time"),
      Machine(
        FollowOriginal.self, name: "follow", variant: "original",
        summary: "The list with the block command as published: late results, and a cancel at any time"),
      Machine(
        SearchCommand.self, name: "command", variant: "fixed",
        summary: "A search by the signal command, and what it shows"),
      Machine(
        SearchCommandOriginal.self, name: "command", variant: "original",
        summary: "The signal command as it is wired: refusals nobody hears, results that are dropped"),
      Machine(
        Login.self, name: "login-app", variant: "fixed", summary: "Login, then the ranking: a whole app", page: "login",
        pages: [PageModel("home", Home.self)]),
      Machine(
        LoginOriginal.self, name: "login-app", variant: "original", summary: "The app as written, with all its timers",
        page: "login", pages: [PageModel("home", HomeOriginal.self)]),
      Machine(
        Flickr.self, name: "flickr", variant: "fixed", summary: "A photo search with results, metadata and history",
        page: "search", pages: [PageModel("results", FlickrResults.self)],
        domains: ["one-photo": "--service 'search ok $words'"]),
      Machine(
        FlickrOriginal.self, name: "flickr", variant: "original",
        summary: "The search as written last: errors that cross, and items that die", page: "search",
        pages: [PageModel("results", FlickrOriginalResults.self)]),
      Machine(
        FlickrFirst.self, name: "flickr", variant: "first",
        summary: "The search as written first: answers that cross, and errors that nobody hears", page: "search",
        pages: [PageModel("results", FlickrOriginalResults.self)]),
      Machine(Phone.self, name: "phone", variant: "fixed", summary: "Phone and code, with an avatar on the way"),
      Machine(PhoneBlocks.self, name: "phone", variant: "blocks", summary: "The phone login as written, with blocks"),
      Machine(PhoneSignals.self, name: "phone", variant: "rac", summary: "The phone login as written, with signals"),
      Machine(
        PhoneProperties.self, name: "phone", variant: "properties", summary: "The phone login told by three properties"),
      Machine(PhoneController.self, name: "phone", variant: "mvc", summary: "The phone login without a view model"),
      Machine(
        GoodsHome.self, name: "goods", variant: "fixed", summary: "A list of goods by pages, with likes",
        domains: oneArticle),
      Machine(GoodsBlocks.self, name: "goods", variant: "blocks", summary: "The goods' page as written, with blocks"),
      Machine(
        GoodsSignals.self, name: "goods", variant: "rac", summary: "The goods' page as written, with signals",
        domains: oneArticle),
      Machine(
        Phone.self, name: "phone-app", variant: "fixed", summary: "Login, goods and their pages, and out again",
        page: "phone", pages: [PageModel("goods", GoodsHome.self)]),
      Machine(
        PhoneBlocks.self, name: "phone-app", variant: "blocks", summary: "The whole app as written, with blocks",
        page: "phone", pages: [PageModel("goods", GoodsBlocks.self)]),
      Machine(
        PhoneSignals.self, name: "phone-app", variant: "rac", summary: "The whole app as written, with signals",
        page: "phone", pages: [PageModel("goods", GoodsSignals.self)]),
      Machine(
        HeadlinesController.self, name: "headlines", variant: "fixed", summary: "The slim architecture, five stages"),
      Machine(
        HeadlinesDummy.self, name: "headlines", variant: "dummy", summary: "The same with a dummy for its view manager"),
      Machine(HeadlinesHeadless.self, name: "headlines", variant: "headless", summary: "The same with no view at all"),
    ]
  }

  /// A server with a single article and no banners, and one command at a time.
  private static var oneArticle: KeyValuePairs<String, String> {
    [
      "one-article":
        "--between 1 --restart first --service 'requestGoods ok $likedByNobody' --service 'requestBanners ok $noBanners'"
    ]
  }
}

extension Page {
  /// Where a login leads.
  static let home = Page("home", title: "首页")
  /// Where a phone login leads.
  static let goods = Page("goods", title: "商品首页")
}

extension Timeout {
  /// When the gallery's services give up: what a URL session waits for an answer.
  static let request = Timeout(after: .seconds(60), "请求超时")
}
