import ViewModels

/// Nickname, avatar, description, location, replies and likes are live; the rest is computed once.
struct GoodsArticle: ModelType, Hashable {
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
  /// Edited in another calendar year than the answer's.
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
  var isLiking = false
  var thumbEnabled = true

  var likeTip: String { isLike ? "收藏商品成功" : "取消收藏商品" }
}

struct GoodsArticleTokens<Owner: ViewModel>: TokenGroup where Owner.Model == GoodsArticle {
  let goodsId = Field(\.goodsId, samples: ["repeated": "3238", "thrice": "5401"])
  let nickName = Field(\.nickName, samples: ["broken": "用户7\n", "wide": "中文昵称很长的一位卖家"])
  let avatar = Field(\.avatar, samples: ["portrait": "https://example.org/users/me.png"])
  let title = Field(\.title, samples: ["untitled": " "])
  let price = Field(\.price, samples: ["cheap": "￥1"])
  let oPrice = Field(\.oPrice, samples: ["dear": "原价100"])
  let freightExplain = Field(\.freightExplain, samples: ["dearFreight": "运费 ¥99"])
  let number = Field(\.number, samples: ["dozen": "数量 12"])
  let userId = Field(\.userId, samples: ["firstUser": "用户ID:1"])
  let publishTime = Field(\.publishTime, samples: ["longAgo": "2016-12-30 11:04"])
  let isOfOtherYear = Field(\.isOfOtherYear)
  let isNew = Field(\.isNew)
  let realNameIconHidden = Field(\.realNameIconHidden)
  let goodsDescription = Field(\.goodsDescription, samples: ["twoLines": "一行\n又一行"])
  let images = Field(\.images, samples: ["noPictures": []])
  let location = Field(\.location, samples: ["farAway": "新疆维吾尔自治区"])
  let messages = Field(\.messages, samples: ["manyReplies": "1000"])
  let likes = Field(\.likes, samples: ["noLikes": "0", "many": "10000"])
  let isLike = Field(\.isLike)
  let cellHeight = Field(\.cellHeight, samples: ["plain": 281.0])
  let isLiking = Field(\.isLiking)
  let thumbEnabled = Field(\.thumbEnabled)

  let like = Input()
  let avatarTap = Input()
  let locationTap = Input()
  let replyTap = Input()
  let picturesTap = Input()

  let avatarTapped = Subject<Void>()
  let locationTapped = Subject<Void>()
  let replyTapped = Subject<Void>()
}

protocol GoodsArticleRow: ViewModel where Model == GoodsArticle {
  var article: GoodsArticleTokens<Self> { get }
}

extension GoodsArticleRow {
  @ScreenParts var cell: [ScreenPart] {
    Label(article.nickName, "")
    Badge(article.isNew, "新")
    Label(article.title, "")
    Label(article.price, "")
    Label(article.likes, "")
    Badge(article.isLike, "藏")
    Button(article.like, "收藏", enabled: article.thumbEnabled)
    Label(article.publishTime, "")
    Label(article.freightExplain, "")
    Button(article.avatarTap, "头像")
    Button(article.locationTap, "位置")
    Button(article.replyTap, "回复")
    Button(article.picturesTap, "图片")
  }

  @Parts<Self> var taps: Chart {
    On(article.avatarTap, emit: article.avatarTapped)
    On(article.locationTap, emit: article.locationTapped)
    On(article.replyTap, emit: article.replyTapped)
    On(article.picturesTap) { _ in }
  }

  var laws: Chart { [likesAreNeverNegative] }

  // HZ-H12
  var likesAreNeverNegative: Part<Self> {
    Invariant("likes are never negative") { ($0.likes.flatMap { Int($0) } ?? 0) >= 0 }
  }
}

extension Handle where V: GoodsArticleRow {
  func fill(with texts: GoodsTexts) {
    self.goodsId = texts.goods.id
    self.title = texts.title
    self.price = texts.price
    self.oPrice = texts.oldPrice
    self.freightExplain = texts.freight
    self.number = texts.number
    self.userId = texts.userID
    self.isNew = texts.isBrandNew
    self.realNameIconHidden = !texts.goods.isRealName
    self.images = texts.goods.images
    self.likes = texts.goods.likes
    self.isLike = texts.goods.isLike
    self.cellHeight = texts.rowHeight
    refresh(with: texts)
  }

  /// Keeps the row's like.
  func refresh(with texts: GoodsTexts) {
    self.nickName = texts.goods.nickName
    self.avatar = texts.avatar
    self.goodsDescription = texts.goods.description
    self.location = texts.goods.location
    self.messages = texts.goods.messages
    self.publishTime = texts.publishTime
    self.isOfOtherYear = texts.isOfOtherYear
  }

  func toggleLike(least: Int = .min) {
    self.isLike = !self.isLike
    self.likes = self.likes.counted(self.isLike ? 1 : -1, least: least)
  }
}

extension String? {
  fileprivate func counted(_ change: Int, least: Int) -> String {
    let (sum, overflow) = (map(\.integerValue) ?? 0).addingReportingOverflow(change)
    let bounded = overflow ? (change < 0 ? Int.min : Int.max) : sum
    return "\(Swift.max(least, bounded))"
  }
}
