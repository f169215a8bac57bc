import ViewModels

protocol GoodsOriginal: GoodsList, GoodsCaller where Model.Row == GoodsRow {
  var bannerURLs: Field<[String]> { get }
}

extension GoodsOriginal {
  /// Ignores the type (HZ-H19).
  func openBanner(_ me: borrowing Me, _ index: Int) {
    let urls = me[bannerURLs]
    guard urls.indices.contains(index) else {
      return me.crash("index \(index) is out of range: there are \(urls.count) banners")
    }
    me.emit(opened.web, urls[index])
  }
}

extension Handle where V: GoodsOriginal {
  func takeBanners(_ answer: Value) {
    guard let banners = try? GoodsBanner.read(answer) else { return }
    set(V.bannerURLs, to: banners.map(\.url))
    set(V.banners, to: banners.map(\.imageURL))
  }

  func rows(of page: GoodsPage?) -> [Ref<GoodsRow>] {
    guard let page else { return [] }
    return page.goods.map { goods in make(GoodsRow.self) { $0.fill(with: GoodsTexts(goods, of: page, .asWritten)) } }
  }
}

extension Value {
  var answeredPage: (number: Int, page: GoodsPage?)? {
    guard case .list(let parts) = self, parts.count == 2, let number = Int(parts[0]) else { return nil }
    return (number, try? GoodsPage(parts[1]))
  }
}
