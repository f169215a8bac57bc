import ViewModels

/// The work of the commands of the goods' page with signals: ask, wait for the answer, take it.
struct GoodsWork: Sendable {
  // What starts a request.

  let goodsAsked = Input<Int>("goodsAsked")
  let bannersAsked = Input<Int>("bannersAsked")
  let likeAsked = Input<Value>("likeAsked")

  let loadGoods: NamedSignal<Value, Ref<GoodsServer>, Int>
  let loadBanners: NamedSignal<Value, Ref<GoodsServer>, Int>
  let operate: NamedSignal<Value, Ref<GoodsServer>, Value>
  let accept: NamedSignal<Value, Value>
  let ask: Handler<Ref<GoodsServer>, String, Value>
  let take: Handler<Ref<GoodsServer>>
  let takeBanners: Handler<Ref<GoodsServer>>
  let toggle: Handler<Value>

  init() {
    let accept = NamedSignal("acceptAnswer") { (answer: Value) -> Signal<Value> in .just(answer) }
    let ask = Handler("askServer") { (turn, _, server: Ref<GoodsServer>, input: String, value: Value) in
      turn.raise(input, value, for: turn[server, GoodsServer.page].id)
    }
    let take = Handler("takeGoods") { (turn, answer, server: Ref<GoodsServer>) in
      turn.take(answer, into: turn[server, GoodsServer.page])
    }
    let takeBanners = Handler("takeBanners") { (turn, answer, server: Ref<GoodsServer>) in
      guard let banners = try? Banner.read(answer) else { return }
      let me = turn[server, GoodsServer.page]
      turn[me, GoodsSignals.bannerURLs] = banners.map(\.url)
      turn[me, GoodsSignals.banners] = banners.map(\.imageURL)
    }
    let toggle = Handler("toggleLike") { (turn, _, row: Value) in
      if let row = Ref<GoodsRow>(row) { turn.toggleLike(of: row) }
    }
    (self.accept, self.ask, self.take, self.takeBanners, self.toggle) = (accept, ask, take, takeBanners, toggle)
    let names = (goodsAsked.name, bannersAsked.name, likeAsked.name)
    loadGoods = NamedSignal("loadGoods") { (server: Ref<GoodsServer>, page: Int) -> Signal<Value> in
      let answer = server.values(of: GoodsServer.goods).take(1).flatMap { answer in
        answer == GoodsServer.failure ? SignalRef<Value>(.failing(answer)) : accept(answer)
      }
      return .merge(
        answer.doNext(take(server)), Signal.just(.null).doNext(ask(server, names.0, .int(page))).ignoreValues())
    }
    loadBanners = NamedSignal("loadBanners") { (server: Ref<GoodsServer>, input: Int) -> Signal<Value> in
      let answer = server.values(of: GoodsServer.banners).take(1).flatMap { answer in
        answer == GoodsServer.failure ? SignalRef<Value>(.failing(answer)) : accept(answer)
      }
      return .merge(
        answer.doNext(takeBanners(server)), Signal.just(.null).doNext(ask(server, names.1, .int(input))).ignoreValues())
    }
    operate = NamedSignal("operate") { (server: Ref<GoodsServer>, row: Value) -> Signal<Value> in
      let answer = server.values(of: GoodsServer.likes).filter { $0.isAnswer(of: row) }.take(1).flatMap { answer in
        answer == .list([row, true]) ? accept(row) : SignalRef<Value>(.failing(answer))
      }
      return .merge(answer.doNext(toggle(row)), Signal.just(.null).doNext(ask(server, names.2, row)).ignoreValues())
    }
  }
}

extension Value {
  fileprivate func isAnswer(of row: Value) -> Bool {
    guard case .list(let parts) = self else { return false }
    return parts.first == row
  }
}

extension TurnContext {
  /// Takes a page into the list; nil cannot be appended.
  fileprivate func take(_ answer: Value, into me: Ref<GoodsSignals>) {
    guard case .list(let parts) = answer, parts.count == 2 else { return }
    let isFirst = parts[0] == 1
    let page = try? GoodsPage(parts[1])
    if page == nil, !isFirst { return fault("nil was appended to the list: page \(Int(parts[0]) ?? 0) was not there") }
    let texts = page.map { page in page.goods.map { GoodsTexts($0, of: page, .asWritten) } } ?? []
    let rows = texts.map { texts in
      let row = Ref<GoodsRow>(make(GoodsRow.definition.name))
      fill(row, with: texts)
      return row
    }
    self[me, GoodsSignals.items] = (isFirst ? [] : self[me, GoodsSignals.items]) + rows
    self[me, GoodsSignals.page] = page?.currentPage ?? 0
    self[me, GoodsSignals.lastPage] = page?.lastPage ?? 0
    self[me, GoodsSignals.perPage] = page?.perPage ?? 0
    self[me, GoodsSignals.loadedPages] =
      (isFirst ? [] : self[me, GoodsSignals.loadedPages]) + (page.map { [$0.currentPage] } ?? [])
    bindCells(me)
  }
}
