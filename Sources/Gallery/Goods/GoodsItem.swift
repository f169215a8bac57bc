import ViewModels

/// A row of the list of goods: one article with its texts, and its like as a request of its own.
///
/// What is derived from the article is computed once; nickname, avatar, description, place, replies and likes are live.
enum GoodsItem: ViewModel {
  struct Model: Hashable, Sendable {
    var goodsId = ""
    var nickName: String?
    var avatar: String?
    var title: String?
    var price: String?
    var oPrice: String?
    var freightExplain: String?
    var number = ""
    var userId = ""
    var publishTime: String?
    var isNew = false
    var realNameIconHidden = true
    var goodsDescription: String?
    var images: [String] = []
    var location: String?
    var messages: String?
    var likes: String?
    var isLike = false
    var cellHeight = 0.0
    var thumbEnabled = true
  }

  static let goodsId = Field("goodsId", \Model.goodsId, samples: ["repeated": "3238", "first": "3233"])
  static let nickName = Field("nickName", \Model.nickName)
  static let avatar = Field("avatar", \Model.avatar)
  static let title = Field("title", \Model.title)
  static let price = Field("price", \Model.price)
  static let oPrice = Field("oPrice", \Model.oPrice)
  static let freightExplain = Field("freightExplain", \Model.freightExplain)
  static let number = Field("number", \Model.number)
  static let userId = Field("userId", \Model.userId)
  static let publishTime = Field("publishTime", \Model.publishTime)
  static let isNew = Field("isNew", \Model.isNew)
  static let realNameIconHidden = Field("realNameIconHidden", \Model.realNameIconHidden)
  static let goodsDescription = Field("goodsDescription", \Model.goodsDescription)
  static let images = Field("images", \Model.images)
  static let location = Field("location", \Model.location)
  static let messages = Field("messages", \Model.messages)
  static let likes = Field("likes", \Model.likes, samples: ["none": "0", "some": "23"])
  static let isLike = Field("isLike", \Model.isLike)
  static let cellHeight = Field("cellHeight", \Model.cellHeight)
  static let thumbEnabled = Field("thumbEnabled", \Model.thumbEnabled)

  static let like = Input<Void>("like")
  static let avatarTap = Input<Void>("avatarTap")
  static let locationTap = Input<Void>("locationTap")
  static let replyTap = Input<Void>("replyTap")
  static let picturesTap = Input<Void>("picturesTap")

  // What the list hears.
  static let likeBegan = Subject<Void>("likeBegan")
  static let liked = Subject<String>("liked")
  static let likeFailed = Subject<String>("likeFailed")
  static let likeBroke = Subject<String>("likeBroke")
  static let avatarTapped = Subject<Void>("avatarTapped")
  static let locationTapped = Subject<Void>("locationTapped")
  static let replyTapped = Subject<Void>("replyTapped")

  static let definition = Definition<GoodsItem>(
    Model(), fields: fields, inputs: [like, avatarTap, locationTap, replyTap, picturesTap],
    subjects: [likeBegan, liked, likeFailed, likeBroke, avatarTapped, locationTapped, replyTapped],
    properties: [
      .likesAreNeverNegative(likes),
      .invariant("one like of an article is in flight") { $0.requests(of: GoodsService.toggleLike) <= 1 },
    ]
  ) {
    Region("like") {
      On(avatarTap) { me, _ in me.emit(avatarTapped) }
      On(locationTap) { me, _ in me.emit(locationTapped) }
      On(replyTap) { me, _ in me.emit(replyTapped) }
      On(picturesTap) { _, _ in }
      State(.idle) { On(like, to: .executing) }
      State(.executing) {
        OnEntry { me in
          me[thumbEnabled] = false
          me.emit(likeBegan)
        }
        OnExit { $0[thumbEnabled] = true }
        Invoke(GoodsService.toggleLike) { $0.goodsId }
        On(GoodsService.toggleLike.succeeded, to: .idle) { me, _ in
          me[isLike] = !me[isLike]
          me[likes] = me[likes].counted(me[isLike] ? 1 : -1, least: 0)
          me.emit(liked, me[isLike] ? GoodsService.likedText : GoodsService.unlikedText)
        }
        On(GoodsService.toggleLike.failed, to: .idle) { $0.emit(likeFailed, $1) }
        On(GoodsService.toggleLike.error, to: .idle) { $0.emit(likeBroke, $1) }
        After(.seconds(10), to: .idle) { $0.emit(likeBroke, GoodsService.timeoutText) }
      }
    }
  }

  static let fields: [any FieldToken<Model>] = [
    goodsId, nickName, avatar, title, price, oPrice, freightExplain, number, userId, publishTime, isNew,
    realNameIconHidden, goodsDescription, images, location, messages, likes, isLike, cellHeight, thumbEnabled,
  ]
}

extension GoodsItem {
  /// What a row of the page shows, in every variant.
  ///
  /// - Parameter isLikeGated: Whether the button is disabled while its like is under way.
  @ScreenParts static func row(isLikeGated: Bool = true) -> [ScreenPart] {
    Label(nickName, "")
    Badge(isNew, "新")
    Label(title, "")
    Label(price, "")
    Label(likes, "")
    if isLikeGated { Button(like, "收藏", enabled: thumbEnabled) }
    if !isLikeGated { Button(like, "收藏") }
    Label(publishTime, "")
    Label(freightExplain, "")
    Button(avatarTap, "头像")
    Button(locationTap, "位置")
    Button(replyTap, "回复")
    Button(picturesTap, "图片")
  }
}

extension TurnContext {
  /// Gives a row what its article says.
  ///
  /// - Parameter publishTime: How the time of its last edit is told.
  func fill<Row: ViewModel>(_ item: Ref<Row>, with goods: Goods, publishTime: String?)
  where Row.Model == GoodsItem.Model {
    self[item, GoodsItem.goodsId] = goods.id
    self[item, GoodsItem.nickName] = goods.nickName
    self[item, GoodsItem.avatar] = goods.avatar
    self[item, GoodsItem.title] = goods.titleText
    self[item, GoodsItem.price] = goods.priceText
    self[item, GoodsItem.oPrice] = goods.oldPriceText
    self[item, GoodsItem.freightExplain] = goods.freightExplain
    self[item, GoodsItem.number] = goods.numberText
    self[item, GoodsItem.userId] = goods.userIDText
    self[item, GoodsItem.publishTime] = publishTime
    self[item, GoodsItem.isNew] = goods.isNew != 0
    self[item, GoodsItem.realNameIconHidden] = !goods.isRealName
    self[item, GoodsItem.goodsDescription] = goods.description
    self[item, GoodsItem.images] = goods.images
    self[item, GoodsItem.location] = goods.location
    self[item, GoodsItem.messages] = goods.messages
    self[item, GoodsItem.likes] = goods.likes
    self[item, GoodsItem.isLike] = goods.isLike
    self[item, GoodsItem.cellHeight] = goods.rowHeight
  }
}

extension String? {
  /// A count as a text, so much more; what is no number counts as 0.
  func counted(_ change: Int, least: Int = .min) -> String {
    let (sum, overflow) = (flatMap(Int.init) ?? 0).addingReportingOverflow(change)
    return "\(overflow ? least : Swift.max(least, sum))"
  }
}
