import ViewModels

/// What the goods' page asks of the outside world. The originals only ever saw it succeed.
struct GoodsService<Owner: ViewModel>: TokenGroup {
  /// A page by its number, as it comes over the wire.
  let requestGoods = Service<Int, Value>(after: .milliseconds(750), samples: GoodsSamples.goodsAnswers) {
    .ok(GoodsFixtures.page($0))
  }
  let requestBanners = Service<Value, Value>(after: .milliseconds(500), samples: GoodsSamples.bannerAnswers) { _ in
    .ok(GoodsFixtures.banners)
  }
  /// Likes an article, or takes the like back.
  let toggleLike = Service<String, Value>(after: .seconds(1), samples: ["done": .null]) { _ in .ok(.null) }
}
