import ViewModels

/// What the goods' page makes of answers.
extension GoodsHome {
  /// Takes a page into the list; one that cannot be read, or is another one than was asked for, changes nothing.
  func take(_ me: borrowing Me, _ answer: Value, isFirst: Bool) {
    let page: GoodsPage
    do { page = try GoodsPage(answer, asked: isFirst ? 1 : me.page &+ 1) } catch {
      return me.emit(self.error, error.message)
    }
    me.items = isFirst ? keepingRows(me, of: page) : me.items + rows(me, of: page)
    me.page = page.currentPage
    me.lastPage = page.lastPage
    me.perPage = page.perPage
    me.loadedPages = isFirst ? [page.currentPage] : me.loadedPages + [page.currentPage]
    settleLikes(me)
  }

  func takeBanners(_ me: borrowing Me, _ answer: Value) {
    let banners: [GoodsBanner]
    do { banners = try GoodsBanner.read(answer) } catch { return me.emit(self.error, error.message) }
    me.bannerURLs = banners.map(\.url)
    me.bannerTypes = banners.map(\.type)
    me.banners = banners.map(\.imageURL)
  }

  // MARK: Likes

  /// Articles of one identifier are liked together, on whatever pages they stand (HZ-H11).
  func shareLike(_ me: borrowing Me, of row: Ref<GoodsItem>) {
    for other in me.items where other != row && me[other].goodsId == me[row].goodsId {
      me[other].copyLike(of: row)
    }
  }

  /// Counts the articles that are being liked. While one is, none of its rows can be liked.
  func settleLikes(_ me: borrowing Me) {
    let rows = me.items
    let busy = Set(rows.filter { me[$0].isLiking }.map { me[$0].goodsId })
    for row in rows {
      let isFree = !busy.contains(me[row].goodsId)
      if me[row].thumbEnabled != isFree { me[row].thumbEnabled = isFree }
    }
    if me.liking != busy.count { me.liking = busy.count }
  }

  // MARK: Rows

  /// New rows; an article that stands in the list already is as liked here as there.
  private func rows(_ me: borrowing Me, of page: GoodsPage) -> [Ref<GoodsItem>] {
    let old = me.items
    return page.goods.map { goods in
      let twin = old.first { me[$0].goodsId == goods.id }
      return me.make(GoodsItem.self) { row in
        row.fill(with: GoodsTexts(goods, of: page, .mended))
        if let twin { row.copyLike(of: twin) }
      }
    }
  }

  /// The rows of a refreshed list: an article that was in it keeps its row and its like (HZ-H7).
  private func keepingRows(_ me: borrowing Me, of page: GoodsPage) -> [Ref<GoodsItem>] {
    var left = me.items
    return page.goods.map { goods in
      let texts = GoodsTexts(goods, of: page, .mended)
      guard let place = left.firstIndex(where: { me[$0].goodsId == goods.id }) else {
        return me.make(GoodsItem.self) { $0.fill(with: texts) }
      }
      let row = left.remove(at: place)
      me[row].refresh(with: texts)
      return row
    }
  }
}

extension Handle where V == GoodsItem {
  fileprivate func copyLike(of other: Ref<GoodsItem>) {
    self.isLike = self[other].isLike
    self.likes = self[other].likes
  }
}
