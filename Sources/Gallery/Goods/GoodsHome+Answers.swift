import ViewModels

/// What the goods' page makes of answers.
extension Handle where V == GoodsHome {
  /// Takes a page into the list; one that cannot be read, or is another one than was asked for, changes nothing.
  func take(_ answer: Value, isFirst: Bool) {
    let page: GoodsPage
    do { page = try GoodsPage(answer, asked: isFirst ? 1 : self[GoodsHome.page] + 1) } catch {
      return emit(GoodsHome.error, error.message)
    }
    let old = self[GoodsHome.items]
    let new = isFirst ? keepingRows(of: page, old) : old + rows(of: page, beside: old)
    self[GoodsHome.items] = new
    self[GoodsHome.page] = page.currentPage
    self[GoodsHome.lastPage] = page.lastPage
    self[GoodsHome.perPage] = page.perPage
    self[GoodsHome.loadedPages] = isFirst ? [page.currentPage] : self[GoodsHome.loadedPages] + [page.currentPage]
    countLikes()
  }

  func takeBanners(_ answer: Value) {
    let banners: [Banner]
    do { banners = try Banner.read(answer) } catch { return emit(GoodsHome.error, error.message) }
    self[GoodsHome.bannerURLs] = banners.map(\.url)
    self[GoodsHome.bannerTypes] = banners.map(\.type)
    self[GoodsHome.banners] = banners.map(\.imageURL)
  }

  /// Articles of one identifier are liked together, on whatever pages they stand (HZ-H11).
  func shareLike(of row: Ref<GoodsItem>) {
    let id = self[row, GoodsItem.goodsId]
    for other in self[GoodsHome.items] where other != row && self[other, GoodsItem.goodsId] == id {
      turn.copyLike(from: row, to: other)
    }
  }

  func countLikes() {
    let count = self[GoodsHome.items].count { !self[$0, GoodsItem.thumbEnabled] }
    if self[GoodsHome.liking] != count { self[GoodsHome.liking] = count }
  }

  // MARK: Rows

  private var now: Int { GoodsTime.start + turn.time / 1_000 }

  /// New rows; an article that stands in the list already is as liked here as there.
  private func rows(of page: GoodsPage, beside old: [Ref<GoodsItem>]) -> [Ref<GoodsItem>] {
    page.goods.map { goods in
      let twin = old.first { self[$0, GoodsItem.goodsId] == goods.id }
      return make(GoodsItem.self) { row in
        turn.fill(row, with: goods, publishTime: goods.editAt.flatMap { GoodsTime.told($0, now: now) })
        if let twin { turn.copyLike(from: twin, to: row) }
      }
    }
  }

  /// The rows of a refreshed list: an article that was in it keeps its row and its like (HZ-H7).
  private func keepingRows(of page: GoodsPage, _ old: [Ref<GoodsItem>]) -> [Ref<GoodsItem>] {
    var left = old
    return page.goods.map { goods in
      let publishTime = goods.editAt.flatMap { GoodsTime.told($0, now: now) }
      guard let place = left.firstIndex(where: { self[$0, GoodsItem.goodsId] == goods.id }) else {
        return make(GoodsItem.self) { turn.fill($0, with: goods, publishTime: publishTime) }
      }
      let row = left.remove(at: place)
      turn.refill(row, with: goods, publishTime: publishTime)
      return row
    }
  }
}

extension TurnContext {
  fileprivate func copyLike(from row: Ref<GoodsItem>, to other: Ref<GoodsItem>) {
    self[other, GoodsItem.isLike] = self[row, GoodsItem.isLike]
    self[other, GoodsItem.likes] = self[row, GoodsItem.likes]
  }

  /// What may have changed of an article whose row stays.
  fileprivate func refill(_ row: Ref<GoodsItem>, with goods: Goods, publishTime: String?) {
    self[row, GoodsItem.nickName] = goods.nickName
    self[row, GoodsItem.avatar] = goods.avatar
    self[row, GoodsItem.goodsDescription] = goods.description
    self[row, GoodsItem.location] = goods.location
    self[row, GoodsItem.messages] = goods.messages
    self[row, GoodsItem.publishTime] = publishTime
  }
}
