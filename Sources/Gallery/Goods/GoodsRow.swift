import ViewModels

/// A row of the originals: the same texts as the fixed one's, with everything that one taps told to the controller.
struct GoodsRow: GoodsArticleRow {
  typealias Model = GoodsArticle

  let likeTapped = Subject<Void>()
  let article = GoodsArticleTokens<Self>()

  var chart: Chart {
    Region("cell") {
      On(article.like, emit: likeTapped)
      taps
      State("shown")
    }
  }
}
