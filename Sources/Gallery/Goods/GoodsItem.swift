import ViewModels

struct GoodsItem: GoodsArticleRow {
  typealias Model = GoodsArticle

  let likeBegan = Subject<Void>()
  let liked = Subject<String>()
  let likeFailed = Subject<String>()
  let likeBroke = Subject<String>()
  let article = GoodsArticleTokens<Self>()
  let service = GoodsService<Self>()

  let isFree = Guard("no like of the article is under way", \.thumbEnabled, reads: \.thumbEnabled)

  var chart: Chart {
    Region("like") {
      taps
      State(.idle) { On(article.like, to: .executing, when: isFree) }
      State(.executing) {
        OnEntry { me in
          me.isLiking = true
          me.thumbEnabled = false
          me.emit(likeBegan)
        }
        OnExit { me in
          me.isLiking = false
          me.thumbEnabled = true
        }
        Invoke(service.toggleLike) { $0.goodsId }
        On(service.toggleLike.succeeded, to: .idle) { me in
          me.toggleLike(least: 0)
          me.emit(liked, me.likeTip)
        }
        On(service.toggleLike.failed, to: .idle, emit: likeFailed)
        On(service.toggleLike.error, to: .idle, emit: likeBroke)
        After(.seconds(10), to: .idle) { $0.emit(likeBroke, "请求超时") }
      }
    }
  }

  var laws: Chart {
    likesAreNeverNegative
    Invariant("one like of an article is in flight") { $0.openRequests(of: service.toggleLike) <= 1 }
  }
}
