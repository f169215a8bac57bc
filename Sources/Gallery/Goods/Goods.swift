import ViewModels

/// An article as the server tells of it. Numbers are kept as texts, as the originals keep them.
struct Goods: Hashable, Sendable {
  var id: String
  var userID: String?
  var nickName: String?
  var avatar: String?
  var isRealName: Bool
  var title: String?
  var description: String?
  var price: String?
  var oldPrice: String?
  var number: String?
  /// 0 is free, 1 costs `expressFee`, 2 is to be agreed; `nil` when it is no number.
  var expressType: Int?
  var expressFee: String?
  var likes: String?
  var isLike: Bool
  var isNew: Int
  var messages: String?
  /// The addresses of its pictures; those without one are dropped.
  var images: [String]
  var location: String?
  var editAt: String?

  /// Reads an article.
  ///
  /// - Throws: what is wrong, when it is no record or has no identifier.
  init(_ value: Value, at place: String) throws(PageError) {
    guard case .record = value else { throw PageError(place, "is no record") }
    guard let id = ["id", "goodsId", "goods_id"].lazy.compactMap({ value.text($0) }).first else {
      throw PageError(place, "has no 'id'")
    }
    self.id = id
    userID = value.text("userId")
    nickName = value.text("nickName")
    avatar = value.text("avatar")
    isRealName = value.number("iszm") ?? 0 != 0
    title = value.text("title")
    description = value.text("description")
    price = value.text("price")
    oldPrice = value.text("oprice")
    number = value.text("number")
    expressType = value.number("expressType")
    expressFee = value.text("expressFee")
    likes = value.text("likes")
    isLike = value.number("isLike") ?? 0 != 0
    isNew = value.number("isNew") ?? 0
    messages = value.text("messages")
    location = value.text("locationAreaName")
    editAt = value.text("editAt")
    guard case .list(let pictures)? = value["images"] else {
      images = []
      return
    }
    images = pictures.compactMap { $0.text("url") }
  }
}

/// What is wrong with an answer, and where.
struct PageError: Error, Hashable {
  let place: String
  let reason: String

  init(_ place: String, _ reason: String) {
    self.place = place
    self.reason = reason
  }

  /// `goods page: data[3] has no 'id'`
  var message: String { "goods page: \(place) \(reason)" }
}

/// A page of articles as the server tells of it.
struct GoodsPage: Hashable, Sendable {
  var goods: [Goods]
  var currentPage: Int
  var lastPage: Int
  var perPage: Int

  /// Reads a page.
  ///
  /// - Throws: what is wrong, and where.
  init(_ value: Value) throws(PageError) {
    guard case .record = value else { throw PageError("the answer", "is no record") }
    guard case .list(let articles)? = value["data"] else { throw PageError("'data'", "is missing or no list") }
    goods = []
    for (index, article) in articles.enumerated() { goods.append(try Goods(article, at: "data[\(index)]")) }
    currentPage = try value.counter("currentPage")
    lastPage = try value.counter("lastPage")
    perPage = try value.counter("perPage")
  }

  /// Reads the page that was asked for.
  ///
  /// - Throws: what is wrong, and where; also when it is another page.
  init(_ value: Value, asked number: Int) throws(PageError) {
    try self.init(value)
    guard currentPage == number else { throw PageError("'currentPage'", "is \(currentPage), not \(number)") }
  }
}

/// A banner as the server tells of it.
struct Banner: Hashable, Sendable {
  /// Empty when it has no picture.
  var imageURL: String
  var url: String
  /// What a tap means; the originals take every one for a page (HZ-H19).
  var type: Int

  /// - Throws: what is wrong, and where.
  static func read(_ value: Value) throws(PageError) -> [Banner] {
    guard case .list(let values) = value else { throw PageError("banners", "are no list") }
    return values.map { value in
      Banner(imageURL: value["image"]?.text("url") ?? "", url: value.text("url") ?? "", type: value.number("type") ?? 0)
    }
  }
}

extension Value {
  /// A member as a text: integers are read into one.
  fileprivate func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: nil
    }
  }

  /// A member as a number, be it written as one, as a text or as a truth.
  fileprivate func number(_ name: String) -> Int? {
    switch self[name] {
    case .int(let number): number
    case .bool(let truth): truth ? 1 : 0
    case .string(let text): Int(text)
    default: nil
    }
  }

  fileprivate func counter(_ name: String) throws(PageError) -> Int {
    guard let number = number(name) else { throw PageError("'\(name)'", "is missing or no number") }
    return number
  }
}
