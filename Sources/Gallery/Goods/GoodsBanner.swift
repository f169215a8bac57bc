import ViewModels

/// A banner as the server tells of it.
struct GoodsBanner: Hashable, Sendable {
  var primaryKey: String?
  var title: String?
  /// The server calls it `content`, the model looks for `desc`: it is never there.
  var description: String?
  /// Empty when it has no picture.
  var imageURL: String
  var url: String
  /// What a tap means; the originals take every one for a page of the web (HZ-H19).
  var type: Int

  private init(_ value: Value) {
    primaryKey = value.text("id")
    title = value.text("title")
    description = value.text("desc")
    imageURL = value["image"]?.text("url") ?? ""
    url = value.text("url") ?? ""
    type = value.number("type") ?? 0
  }

  /// Reads the banners.
  ///
  /// - Throws: what is wrong, and where.
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
