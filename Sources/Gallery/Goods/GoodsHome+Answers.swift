import ViewModels

/// What the goods' page makes of answers.
extension Handle where V == GoodsHome {
  /// Takes a page into the list; one that cannot be read, or is another one than was asked for, changes nothing.
  func take(_ answer: Value, isFirst: Bool) {
    let page: GoodsPage
    do { page = try GoodsPage(answer, asked: isFirst ? 1 : self[GoodsHome.page] &+ 1) } catch {
      return emit(GoodsHome.error, error.message)
    }
    let old = self[GoodsHome.items]
    let new = isFirst ? keepingRows(of: page, old) : old + rows(of: page, beside: old)
    self[GoodsHome.items] = new
    self[GoodsHome.page] = page.currentPage
    self[GoodsHome.lastPage] = page.lastPage
    self[GoodsHome.perPage] = page.perPage
    self[GoodsHome.loadedPages] = isFirst ? [page.currentPage] : self[GoodsHome.loadedPages] + [page.currentPage]
    settleLikes()
  }

  func takeBanners(_ answer: Value) {
    let banners: [Banner]
    do { banners = try Banner.read(answer) } catch { return emit(GoodsHome.error, error.message) }
    self[GoodsHome.bannerURLs] = banners.map(\.url)
    self[GoodsHome.bannerTypes] = banners.map(\.type)
    self[GoodsHome.banners] = banners.map(\.imageURL)
  }

  // MARK: Likes

  /// Articles of one identifier are liked together, on whatever pages they stand (HZ-H11).
  func shareLike(of row: Ref<GoodsItem>) {
    let id = self[row, GoodsItem.goodsId]
    for other in self[GoodsHome.items] where other != row && self[other, GoodsItem.goodsId] == id {
      turn.copyLike(from: row, to: other)
    }
  }

  /// Counts the articles that are being liked. While one is, none of its rows can be liked.
  func settleLikes() {
    let rows = self[GoodsHome.items]
    let busy = Set(rows.filter { self[$0, GoodsItem.isLiking] }.map { self[$0, GoodsItem.goodsId] })
    for row in rows {
      let isFree = !busy.contains(self[row, GoodsItem.goodsId])
      if self[row, GoodsItem.thumbEnabled] != isFree { self[row, GoodsItem.thumbEnabled] = isFree }
    }
    if self[GoodsHome.liking] != busy.count { self[GoodsHome.liking] = busy.count }
  }

  // MARK: Rows

  /// New rows; an article that stands in the list already is as liked here as there.
  private func rows(of page: GoodsPage, beside old: [Ref<GoodsItem>]) -> [Ref<GoodsItem>] {
    page.goods.map { goods in
      let twin = old.first { self[$0, GoodsItem.goodsId] == goods.id }
      return make(GoodsItem.self) { row in
        turn.fill(row, with: GoodsTexts(goods, of: page, .mended))
        if let twin { turn.copyLike(from: twin, to: row) }
      }
    }
  }

  /// The rows of a refreshed list: an article that was in it keeps its row and its like (HZ-H7).
  private func keepingRows(of page: GoodsPage, _ old: [Ref<GoodsItem>]) -> [Ref<GoodsItem>] {
    var left = old
    return page.goods.map { goods in
      guard let place = left.firstIndex(where: { self[$0, GoodsItem.goodsId] == goods.id }) else {
        return make(GoodsItem.self) { turn.fill($0, with: GoodsTexts(goods, of: page, .mended)) }
      }
      let row = left.remove(at: place)
      turn.refresh(row, with: GoodsTexts(goods, of: page, .mended))
      return row
    }
  }
}

extension TurnContext {
  fileprivate func copyLike(from row: Ref<GoodsItem>, to other: Ref<GoodsItem>) {
    self[other, GoodsItem.isLike] = self[row, GoodsItem.isLike]
    self[other, GoodsItem.likes] = self[row, GoodsItem.likes]
  }
}
