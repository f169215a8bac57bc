import ViewModels

struct GoodsBanner: Hashable, Sendable {
  var primaryKey: String?
  var title: String?
  /// Always nil: the server sends `content`, but the article's model reads `desc`.
  var description: String?
  var imageURL: String
  var url: String
  /// The originals treat every type as a web page (HZ-H19).
  var type: Int

  private init(_ value: Value) {
    primaryKey = value.text("id")
    title = value.text("title")
    description = value.text("desc")
    imageURL = value["image"]?.text("url") ?? ""
    url = value.text("url") ?? ""
    type = value.number("type") ?? 0
  }

  static func read(_ value: Value) throws(PageError) -> [GoodsBanner] {
    guard case .list(let values) = value else { throw PageError("the answer", "is no list", in: "banners") }
    var banners: [GoodsBanner] = []
    for (index, value) in values.enumerated() {
      guard case .record = value else { throw PageError("[\(index)]", "is no record", in: "banners") }
      banners.append(GoodsBanner(value))
    }
    return banners
  }
}
