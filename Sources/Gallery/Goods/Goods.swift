import ViewModels

/// Numbers are texts, as in the originals.
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
  /// 0 is free, 1 costs `expressFee`, 2 is negotiable.
  var expressType: Int?
  var expressFee: String?
  var likes: String?
  var isLike: Bool
  var isNew: Int
  var messages: String?
  var images: [String]
  var location: String?
  var editAt: String?

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
    images = try Goods.images(value["images"] ?? .null, at: "\(place).images")
  }

  private static func images(_ value: Value, at place: String) throws(PageError) -> [String] {
    if value == .null { return [] }
    guard case .list(let pictures) = value else { throw PageError(place, "is no list") }
    var urls: [String] = []
    for (index, picture) in pictures.enumerated() {
      guard case .record = picture else { throw PageError("\(place)[\(index)]", "is no record") }
      if let url = picture.text("url") { urls.append(url) }
    }
    return urls
  }
}
