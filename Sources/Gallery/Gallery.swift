import Adapters
import ViewModels

/// The systems of five articles, as written and as fixed. Documentation/Articles explains the bugs with numbers
/// such as HZ-D3. A protocol for each page has its laws; the originals break them.
public enum Gallery {
  /// The first variant of a name is its default.
  public static var machines: [Machine] {
    [
      Machine(
        Login.self, name: "login", variant: "fixed", summary: "Login page with a service behind it",
        domains: reversedObservers),
      Machine(
        LoginOriginal.self, name: "login", variant: "original", summary: "Login page as written: no service, no guard",
        domains: reversedObservers),
      Machine(
        Home.self, name: "home", variant: "fixed", summary: "A ranking whose totals come later and are counted up"),
      Machine(
        HomeOriginal.self, name: "home", variant: "original",
        summary: "The ranking as written: a timer that never stops and counts missing totals"),
      Machine(User.self, name: "user", variant: "fixed", summary: "Sign-in with exactly one of three outcomes"),
      Machine(
        UserOriginal.self, name: "user", variant: "original", summary: "Sign-in as written: all three outcomes at once"),
      Machine(
        Purchase.self, name: "purchase", variant: "fixed", summary: "A purchase with its green, yellow and red routes",
        pages: Purchase.pages, domains: unanswered("check")),
      Machine(
        PurchaseOriginal.self, name: "purchase", variant: "original",
        summary: "The purchase as explained: every tap asks again", pages: PurchaseOriginal.pages,
        domains: unanswered("check")),
      Machine(
        Follow.self, name: "follow", variant: "fixed", summary: "A list loaded by a command, one load at a time",
        domains: unanswered("getFollowList")),
      Machine(
        FollowOriginal.self, name: "follow", variant: "original",
        summary: "The list with the block command as published: late results, and a cancel at any time",
        domains: unanswered("getFollowList")),
      Machine(
        SearchCommand.self, name: "command", variant: "fixed",
        summary: "A search by the signal command, and what it shows", domains: unanswered("find")),
      Machine(
        SearchCommandOriginal.self, name: "command", variant: "original",
        summary: "The signal command as written: silent refusals and dropped results",
        domains: unanswered("find")),
      Machine(
        Login.self, name: "login-app", variant: "fixed", summary: "Login, then the ranking: a whole app", page: "login",
        pages: [PageModel("home", Home.self)], domains: reversedObservers),
      Machine(
        LoginOriginal.self, name: "login-app", variant: "original", summary: "The app as written, with all its timers",
        page: "login", pages: [PageModel("home", HomeOriginal.self)], domains: reversedObservers),
      Machine(
        Flickr.self, name: "flickr", variant: "fixed", summary: "A photo search with results, metadata and history",
        page: "search", pages: [PageModel("results", FlickrResults.self)],
        domains: [
          "one-photo": SearchDomain(answers: ["search": .ok(.sample("words"))]),
          "first-row": SearchDomain(rows: .first),
          "six-photos": sixPhotos, "unanswered": SearchDomain(answers: ["search": .never]),
        ]),
      Machine(
        FlickrOriginal.self, name: "flickr", variant: "original",
        summary: "The search as last written: errors reach other requests, and items stop working", page: "search",
        pages: [PageModel("results", FlickrOriginalResults.self)],
        domains: ["six-photos": sixPhotos, "unanswered": SearchDomain(answers: ["search": .never])]),
      Machine(
        FlickrFirst.self, name: "flickr", variant: "first",
        summary: "The search as first written: answers reach other requests, and errors reach none", page: "search",
        pages: [PageModel("results", FlickrOriginalResults.self)], domains: ["six-photos": sixPhotos]),
      Machine(
        Phone.self, name: "phone", variant: "fixed", summary: "Phone login with a code and an avatar",
        domains: ["one-at-a-time": SearchDomain(between: 1), "unanswered": noLogin]),
      Machine(
        PhoneBlocks.self, name: "phone", variant: "blocks", summary: "The phone login as written, with blocks",
        domains: ["unanswered": noLogin]),
      Machine(
        PhoneSignals.self, name: "phone", variant: "rac", summary: "The phone login as written, with signals",
        domains: ["unanswered": noLogin]),
      Machine(
        PhoneProperties.self, name: "phone", variant: "properties",
        summary: "The phone login with three observed properties",
        domains: ["unanswered": noLogin]),
      Machine(
        PhoneController.self, name: "phone", variant: "mvc", summary: "The phone login without a view model",
        domains: ["unanswered": noLogin]),
      Machine(
        GoodsHome.self, name: "goods", variant: "fixed", summary: "A list of goods by pages, with likes",
        domains: ["one-article": oneArticle, "two-pages": twoPages]),
      Machine(GoodsBlocks.self, name: "goods", variant: "blocks", summary: "The goods' page as written, with blocks"),
      Machine(
        GoodsSignals.self, name: "goods", variant: "rac", summary: "The goods' page as written, with signals",
        domains: ["one-article": oneArticle, "two-pages": twoPages]),
      Machine(
        Phone.self, name: "phone-app", variant: "fixed", summary: "Login, goods and their pages, and a logout",
        page: "phone", pages: [PageModel("goods", GoodsHome.self)],
        domains: [
          "first-row": SearchDomain(rows: .first), "no-avatar": noAvatar, "two-pages": twoPages, "unanswered": noLogin,
        ]),
      Machine(
        PhoneBlocks.self, name: "phone-app", variant: "blocks", summary: "The whole app as written, with blocks",
        page: "phone", pages: [PageModel("goods", GoodsBlocks.self)],
        domains: ["no-avatar": noAvatar, "unanswered": noLogin]),
      Machine(
        PhoneSignals.self, name: "phone-app", variant: "rac", summary: "The whole app as written, with signals",
        page: "phone", pages: [PageModel("goods", GoodsSignals.self)],
        domains: ["first-row": SearchDomain(rows: .first), "two-pages": twoPages, "unanswered": noLogin]),
      Machine(
        HeadlinesController.self, name: "headlines", variant: "fixed", summary: "The slim architecture, five stages"),
      Machine(
        HeadlinesDummy.self, name: "headlines", variant: "dummy", summary: "The same with a dummy for its view manager"),
      Machine(HeadlinesHeadless.self, name: "headlines", variant: "headless", summary: "The same with no view at all"),
    ]
  }

  /// Four of the systems as classes with adapters, apart from `machines`: objects do not run in a test process.
  public static var classes: [Machine] {
    [
      Machine(LoginAdapter.self, name: "login", variant: "class", summary: "Login page as a class with a task"),
      Machine(
        HomeAdapter.self, name: "home", variant: "class", summary: "The ranking as a class with three tasks",
        mostWork: 8),
      Machine(
        PurchaseAdapter.self, name: "purchase", variant: "class", summary: "The purchase as a class with a router"),
      Machine(
        FlickrAdapter.self, name: "flickr", variant: "class", summary: "The photo search as a class", page: "search"),
    ]
  }

  // MARK: Search domains

  private static let reversedObservers: KeyValuePairs = ["reversed-observers": SearchDomain(observers: .reversed)]

  private static func unanswered(_ service: String) -> KeyValuePairs<String, SearchDomain> {
    ["unanswered": SearchDomain(answers: KeyValuePairs(dictionaryLiteral: (service, .never)))]
  }

  private static let noLogin = SearchDomain(answers: ["requestLogin": .never])

  private static let noAvatar = SearchDomain(rows: .first, answers: ["loadAvatar": .never])

  private static let sixPhotos = SearchDomain(answers: ["search": .ok(.sample("six"))])

  /// Always the first page of two.
  private static let twoPages = SearchDomain(answers: ["requestGoods": .ok(.sample("page1of2"))])

  private static let oneArticle = SearchDomain(
    answers: ["requestGoods": .ok(.sample("likedByNobody")), "requestBanners": .ok(.sample("noBanners"))],
    restart: .first, between: 1)
}

extension Page {
  static let home = Page("home", title: "首页")
  static let goods = Page("goods", title: "商品首页")
}

extension Timeout {
  /// The default of a URL session.
  static let request = Timeout(after: .seconds(60), "请求超时")
}
