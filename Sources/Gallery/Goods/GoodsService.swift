import ViewModels

/// What the goods' page asks of the outside world. The originals only ever saw it succeed.
enum GoodsService {
  static let timeoutText = "请求超时"
  static let likedText = "收藏商品成功"
  static let unlikedText = "取消收藏商品"
  static let otherBannerText = "暂不支持此类广告"
  static let busyText = "Loading..."
  static let searchHint = "输入你要找的宝贝"
  static let logoutText = "确定要注销当前用户吗?"

  /// A page by its number, as it comes over the wire.
  static let requestGoods = Service<Int, Value>(
    "requestGoods", after: .milliseconds(750),
    samples: [
      "page1": GoodsFixtures.page(1), "page2": GoodsFixtures.page(2), "page3": GoodsFixtures.page(3),
      "onlyPage": GoodsFixtures.page(1, lastPage: 1), "page1of2": GoodsFixtures.page(1, lastPage: 2),
      "page1of3": GoodsFixtures.page(1, lastPage: 3), "page2of2": GoodsFixtures.page(2, lastPage: 2),
      "page2of3": GoodsFixtures.page(2, lastPage: 3), "page3of3": GoodsFixtures.page(3, lastPage: 3),
      "page4": GoodsFixtures.page(4), "repeating": GoodsFixtures.page(16, as: 2),
      "lastYear": GoodsFixtures.page(20, lastPage: 1, as: 1), "noPage": .null,
      "aMinuteLater": GoodsFixtures.page(1, at: GoodsTime.start + 60),
      "emptyPage": ["data": .list([]), "currentPage": 1, "lastPage": 1, "perPage": "20"],
      "bareGoods": ["data": .list([["id": 1, "expressType": 1]]), "currentPage": 1, "lastPage": 20, "perPage": "20"],
      "noList": ["currentPage": 1, "lastPage": 20, "perPage": "20"],
      "noID": ["data": .list([.record([])]), "currentPage": 1, "lastPage": 20, "perPage": "20"],
      "noCounter": ["data": .list([]), "currentPage": 1, "lastPage": "many", "perPage": "20"],
      "zeroCounter": ["data": .list([]), "currentPage": 1, "lastPage": 0, "perPage": "20"],
    ]
  ) { .ok(GoodsFixtures.page($0)) }

  static let requestBanners = Service<Value, Value>(
    "requestBanners", after: .milliseconds(500),
    samples: [
      "banners": GoodsFixtures.banners, "noBanners": .list([]),
      "lostPicture": .list([["id": 1, "type": 0, "url": "https://example.org/banners/1"]]),
      "otherType": .list([["id": 1, "type": 3, "url": "https://example.org/banners/1"]]), "noBannerList": .null,
    ]
  ) { _ in .ok(GoodsFixtures.banners) }

  /// Likes an article, or takes the like back.
  static let toggleLike = Service<String, Value>("toggleLike", after: .seconds(1), samples: ["done": .null]) { _ in
    .ok(.null)
  }
}
