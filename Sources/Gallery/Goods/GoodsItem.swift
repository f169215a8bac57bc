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
    var number: String?
    var userId: String?
    var publishTime: String?
    /// Whether it was edited in another calendar year than it was told in.
    var isOfOtherYear = false
    var isNew = false
    var realNameIconHidden = true
    var goodsDescription: String?
    var images: [String] = []
    var location: String?
    var messages: String?
    var likes: String?
    var isLike = false
    var cellHeight = 0.0
    /// Whether a like of this row is under way.
    var isLiking = false
    var thumbEnabled = true
  }

  static let goodsId = Field("goodsId", \Model.goodsId, samples: ["repeated": "3238", "thrice": "5401"])
  static let nickName = Field("nickName", \Model.nickName, samples: ["broken": "用户7\n", "wide": "中文昵称很长的一位卖家"])
  static let avatar = Field("avatar", \Model.avatar, samples: ["portrait": "https://example.org/users/me.png"])
  static let title = Field("title", \Model.title, samples: ["untitled": " "])
  static let price = Field("price", \Model.price, samples: ["cheap": "￥1"])
  static let oPrice = Field("oPrice", \Model.oPrice, samples: ["dear": "原价100"])
  static let freightExplain = Field(
    "freightExplain", \Model.freightExplain,
    samples: ["dearFreight": "运费 ¥99"])
  static let number = Field("number", \Model.number, samples: ["dozen": "数量 12"])
  static let userId = Field("userId", \Model.userId, samples: ["firstUser": "用户ID:1"])
  static let publishTime = Field("publishTime", \Model.publishTime, samples: ["longAgo": "2016-12-30 11:04"])
  static let isOfOtherYear = Field("isOfOtherYear", \Model.isOfOtherYear)
  static let isNew = Field("isNew", \Model.isNew)
  static let realNameIconHidden = Field("realNameIconHidden", \Model.realNameIconHidden)
  static let goodsDescription = Field("goodsDescription", \Model.goodsDescription, samples: ["twoLines": "一行\n又一行"])
  static let images = Field("images", \Model.images, samples: ["noPictures": []])
  static let location = Field("location", \Model.location, samples: ["farAway": "新疆维吾尔自治区"])
  static let messages = Field("messages", \Model.messages, samples: ["manyReplies": "1000"])
  static let likes = Field("likes", \Model.likes, samples: ["noLikes": "0", "many": "10000"])
  static let isLike = Field("isLike", \Model.isLike)
  static let cellHeight = Field("cellHeight", \Model.cellHeight, samples: GoodsSamples.cellHeight)
  static let isLiking = Field("isLiking", \Model.isLiking)
  static let thumbEnabled = Field("thumbEnabled", \Model.thumbEnabled)

  static let isFree = Guard<Model>("no like of the article is under way", reads: [thumbEnabled]) { $0.thumbEnabled }

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
      .likesAreNeverNegative,
      .invariant("one like of an article is in flight") { $0.requests(of: GoodsService.toggleLike) <= 1 },
    ]
  ) {
    Region("like") {
      On(avatarTap) { me, _ in me.emit(avatarTapped) }
      On(locationTap) { me, _ in me.emit(locationTapped) }
      On(replyTap) { me, _ in me.emit(replyTapped) }
      On(picturesTap) { _, _ in }
      State(.idle) { On(like, to: .executing, when: isFree) }
      State(.executing) {
        OnEntry { me in
          me[isLiking] = true
          me[thumbEnabled] = false
          me.emit(likeBegan)
        }
        OnExit { me in
          me[isLiking] = false
          me[thumbEnabled] = true
        }
        Invoke(GoodsService.toggleLike) { $0.goodsId }
        On(GoodsService.toggleLike.succeeded, to: .idle) { me, _ in
          me.turn.toggleLike(of: me.me, least: 0)
          me.emit(liked, me[isLike] ? GoodsService.likedText : GoodsService.unlikedText)
        }
        On(GoodsService.toggleLike.failed, to: .idle) { $0.emit(likeFailed, $1) }
        On(GoodsService.toggleLike.error, to: .idle) { $0.emit(likeBroke, $1) }
        After(.seconds(10), to: .idle) { $0.emit(likeBroke, GoodsService.timeoutText) }
      }
    }
  }

  static let fields: [any AnyField<Model>] = [
    goodsId, nickName, avatar, title, price, oPrice, freightExplain, number, userId, publishTime, isOfOtherYear, isNew,
    realNameIconHidden, goodsDescription, images, location, messages, likes, isLike, cellHeight, isLiking, thumbEnabled,
  ]
}

extension GoodsItem {
  /// What a row of the page shows, in every variant.
  @ScreenParts static func row() -> [ScreenPart] {
    Label(nickName, "")
    Badge(isNew, "新")
    Label(title, "")
    Label(price, "")
    Label(likes, "")
    Badge(isLike, "藏")
    Button(like, "收藏", enabled: thumbEnabled)
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
  func fill<Row: ViewModel>(_ item: Ref<Row>, with texts: GoodsTexts) where Row.Model == GoodsItem.Model {
    let goods = texts.goods
    self[item, GoodsItem.goodsId] = goods.id
    self[item, GoodsItem.title] = texts.title
    self[item, GoodsItem.price] = texts.price
    self[item, GoodsItem.oPrice] = texts.oldPrice
    self[item, GoodsItem.freightExplain] = texts.freight
    self[item, GoodsItem.number] = texts.number
    self[item, GoodsItem.userId] = texts.userID
    self[item, GoodsItem.isNew] = texts.isBrandNew
    self[item, GoodsItem.realNameIconHidden] = !goods.isRealName
    self[item, GoodsItem.images] = goods.images
    self[item, GoodsItem.likes] = goods.likes
    self[item, GoodsItem.isLike] = goods.isLike
    self[item, GoodsItem.cellHeight] = texts.rowHeight
    refresh(item, with: texts)
  }

  /// Gives a row that stays what may have changed of its article; its like is its own.
  func refresh<Row: ViewModel>(_ item: Ref<Row>, with texts: GoodsTexts) where Row.Model == GoodsItem.Model {
    self[item, GoodsItem.nickName] = texts.goods.nickName
    self[item, GoodsItem.avatar] = texts.avatar
    self[item, GoodsItem.goodsDescription] = texts.goods.description
    self[item, GoodsItem.location] = texts.goods.location
    self[item, GoodsItem.messages] = texts.goods.messages
    self[item, GoodsItem.publishTime] = texts.publishTime
    self[item, GoodsItem.isOfOtherYear] = texts.isOfOtherYear
  }

  /// Likes an article that is not liked, and takes the like back of one that is; `least` is the least count of likes.
  func toggleLike<Row: ViewModel>(of row: Ref<Row>, least: Int = .min) where Row.Model == GoodsItem.Model {
    let isLike = !self[row, GoodsItem.isLike]
    self[row, GoodsItem.isLike] = isLike
    self[row, GoodsItem.likes] = self[row, GoodsItem.likes].counted(isLike ? 1 : -1, least: least)
  }
}

extension String? {
  /// A count as a text, so much more; what is no number counts as 0.
  fileprivate func counted(_ change: Int, least: Int) -> String {
    let (sum, overflow) = (map(\.integerValue) ?? 0).addingReportingOverflow(change)
    let bounded = overflow ? (change < 0 ? Int.min : Int.max) : sum
    return "\(Swift.max(least, bounded))"
  }
}
