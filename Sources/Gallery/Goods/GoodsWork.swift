import ViewModels

/// The work of the commands of the goods' page with signals: ask, wait for the answer, take it.
struct GoodsWork: Sendable {
  /// What a request that did not go well sends.
  static let failure: Value = "failed"

  // What the requests answer.

  let goods = Subject<Value>("goodsAnswer")
  let banners = Subject<Value>("bannersAnswer")
  /// The row, and whether it went well.
  let likes = Subject<Value>("likeAnswer")

  // What starts a request.

  let goodsAsked = Input<Int>("goodsAsked")
  let bannersAsked = Input<Int>("bannersAsked")
  let likeAsked = Input<Value>("likeAsked")

  let loadGoods: NamedSignal<Value, Ref<GoodsSignals>, Int>
  let loadBanners: NamedSignal<Value, Ref<GoodsSignals>, Int>
  let operate: NamedSignal<Value, Ref<GoodsSignals>, Value>
  let accept: NamedSignal<Value, Value>
  let ask: Handler<Ref<GoodsSignals>, String, Value>
  let take: Handler<Ref<GoodsSignals>>
  let takeBanners: Handler<Ref<GoodsSignals>>
  let toggle: Handler<Value>

  init() {
    let accept = NamedSignal("acceptAnswer") { (answer: Value) -> Signal<Value> in .just(answer) }
    let ask = Handler("askServer") { (turn, _, me: Ref<GoodsSignals>, input: String, value: Value) in
      turn.raise(input, value, for: me.id)
    }
    let take = Handler("takeGoods") { (turn, answer, me: Ref<GoodsSignals>) in turn.take(answer, into: me) }
    let takeBanners = Handler("takeBanners") { (turn, answer, me: Ref<GoodsSignals>) in
      guard let banners = try? Banner.read(answer) else { return }
      turn[me, GoodsSignals.bannerURLs] = banners.map(\.url)
      turn[me, GoodsSignals.banners] = banners.map(\.imageURL)
    }
    let toggle = Handler("toggleLike") { (turn, _, row: Value) in
      guard let row = Ref<GoodsRow>(row) else { return }
      turn[row, GoodsItem.isLike] = !turn[row, GoodsItem.isLike]
      turn[row, GoodsItem.likes] = turn[row, GoodsItem.likes].counted(turn[row, GoodsItem.isLike] ? 1 : -1)
    }
    (self.accept, self.ask, self.take, self.takeBanners, self.toggle) = (accept, ask, take, takeBanners, toggle)
    let (goods, banners, likes) = (goods, banners, likes)
    let names = (goodsAsked.name, bannersAsked.name, likeAsked.name)
    loadGoods = NamedSignal("loadGoods") { (me: Ref<GoodsSignals>, page: Int) -> Signal<Value> in
      let answer = me.values(of: goods).take(1).flatMap { answer in
        answer == GoodsWork.failure ? SignalRef<Value>(.failing(answer)) : accept(answer)
      }
      return .merge(answer.doNext(take(me)), Signal.just(.null).doNext(ask(me, names.0, .int(page))).ignoreValues())
    }
    loadBanners = NamedSignal("loadBanners") { (me: Ref<GoodsSignals>, input: Int) -> Signal<Value> in
      let answer = me.values(of: banners).take(1).flatMap { answer -> SignalRef<Value>? in
        guard case .list(let parts) = answer, let banners = parts.first else { return SignalRef(.failing(answer)) }
        return accept(banners)
      }
      return .merge(
        answer.doNext(takeBanners(me)), Signal.just(.null).doNext(ask(me, names.1, .int(input))).ignoreValues())
    }
    operate = NamedSignal("operate") { (me: Ref<GoodsSignals>, row: Value) -> Signal<Value> in
      let answer = me.values(of: likes).filter { $0.isAnswer(of: row) }.take(1).flatMap { answer in
        answer == .list([row, true]) ? accept(row) : SignalRef<Value>(.failing(answer))
      }
      return .merge(answer.doNext(toggle(row)), Signal.just(.null).doNext(ask(me, names.2, row)).ignoreValues())
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
    let now = GoodsTime.start + time / 1_000
    let rows = (page?.goods ?? []).map { goods in
      makeRow(goods, goods.editAt.flatMap { GoodsTime.asWritten($0, now: now) })
    }
    self[me, GoodsSignals.items] = (isFirst ? [] : self[me, GoodsSignals.items]) + rows
    self[me, GoodsSignals.page] = page?.currentPage ?? 0
    self[me, GoodsSignals.lastPage] = page?.lastPage ?? 0
    self[me, GoodsSignals.perPage] = page?.perPage ?? 0
    self[me, GoodsSignals.loadedPages] =
      (isFirst ? [] : self[me, GoodsSignals.loadedPages]) + (page.map { [$0.currentPage] } ?? [])
  }

  private func makeRow(_ goods: Goods, _ publishTime: String?) -> Ref<GoodsRow> {
    let row = Ref<GoodsRow>(make(GoodsRow.definition.name))
    fill(row, with: goods, publishTime: publishTime)
    return row
  }
}
