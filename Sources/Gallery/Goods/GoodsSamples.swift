import ViewModels

enum GoodsSamples {
  static let pictures: KeyValuePairs = ["pictures": (1...5).map { "https://example.org/banners/\($0).png" }]
  static let addresses: KeyValuePairs = ["addresses": (1...5).map { "https://example.org/banners/\($0)" }]
  static let types: KeyValuePairs = ["webPages": [0, 0, 0, 0, 0]]
  static let page: KeyValuePairs = ["missingPage": 0]
  static let lastPage: KeyValuePairs = ["noPages": 0]
  static let perPage: KeyValuePairs = ["hundred": 100]
  static let loadedPages: KeyValuePairs = ["firstPage": [1]]
  static let offset: KeyValuePairs = ["pulledDown": -119.0, "twiceBanner": 476.0]

  static let goodsAnswers: KeyValuePairs<String, Value> = [
    "page1": GoodsFixtures.page(1), "page2": GoodsFixtures.page(2), "page3": GoodsFixtures.page(3),
    "onlyPage": GoodsFixtures.page(1, lastPage: 1), "page1of2": GoodsFixtures.page(1, lastPage: 2),
    "page1of3": GoodsFixtures.page(1, lastPage: 3), "page2of2": GoodsFixtures.page(2, lastPage: 2),
    "page2of3": GoodsFixtures.page(2, lastPage: 3), "page3of3": GoodsFixtures.page(3, lastPage: 3),
    "page4": GoodsFixtures.page(4), "repeating": GoodsFixtures.page(16, as: 2),
    "lastYear": GoodsFixtures.page(20, lastPage: 1, as: 1), "noPage": .null,
    "aMinuteLater": GoodsFixtures.page(1, at: GoodsTime.start + 60),
    "emptyPage": ["data": .list([]), "currentPage": 1, "lastPage": 1, "perPage": "20"],
    "bareGoods": ["data": .list([["id": 1, "expressType": 1]]), "currentPage": 1, "lastPage": 20, "perPage": "20"],
    "likedByNobody": [
      "data": .list([["id": 1, "likes": 0, "isLike": 1]]), "currentPage": 1, "lastPage": 1, "perPage": "20",
    ],
    "noList": ["currentPage": 1, "lastPage": 20, "perPage": "20"],
    "noID": ["data": .list([.record([])]), "currentPage": 1, "lastPage": 20, "perPage": "20"],
    "noCounter": ["data": .list([]), "currentPage": 1, "lastPage": "many", "perPage": "20"],
    "zeroCounter": ["data": .list([]), "currentPage": 1, "lastPage": 0, "perPage": "20"],
  ]

  static let bannerAnswers: KeyValuePairs<String, Value> = [
    "banners": GoodsFixtures.banners, "noBanners": .list([]),
    "lostPicture": .list([["id": 1, "type": 0, "url": "https://example.org/banners/1"]]),
    "otherType": .list([["id": 1, "type": 3, "url": "https://example.org/banners/1"]]), "noBannerList": .null,
  ]
}
