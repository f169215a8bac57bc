import ViewModels

struct GoodsServer: InternalViewModel {
  struct Model: ModelType { var page = Ref<GoodsSignals>(InstanceID(0)) }

  /// Marks a failed request; becomes the signal's error.
  static let failure: Value = "failed"

  let goods = Subject<Value>()
  let banners = Subject<Value>()
  let liked = Subject<Ref<GoodsRow>>()
  let likeFailed = Subject<Ref<GoodsRow>>()

  let loadGoods = NamedSignal<Value, Int> { server, page in
    .merge(
      answer(of: server, server.values(of: \.goods)).doNext(server) { $0[$0.page].takePage($1) },
      ask(server) { $0.raise(GoodsSignals.goodsAsked, page) })
  }
  let loadBanners = NamedSignal<Value, Int> { server, _ in
    .merge(
      answer(of: server, server.values(of: \.banners)).doNext(server) { $0[$0.page].takeBanners($1) },
      ask(server) { $0.raise(GoodsSignals.bannersAsked) })
  }
  let operate = NamedSignal<Value, Ref<GoodsRow>> { server, row in
    let liked = server.values(of: \.liked).filter { $0 == row }.map { $0.value }
    let failed = server.values(of: \.likeFailed).filter { $0 == row }.map { _ in failure }
    return .merge(
      answer(of: server, .merge(liked, failed)).doNext(server) { me, _ in me[row].toggleLike() },
      ask(server) { $0.raise(GoodsSignals.likeAsked, row) })
  }
  let accept = NamedSignal<Value, Value>("acceptAnswer") { _, answer in .just(answer) }

  private static func answer(of server: Ref<Self>, _ answers: Signal<Value>) -> Signal<Value> {
    answers.take(1).flatMap { $0 == failure ? SignalRef(.failing($0)) : GoodsServer.accept(server, $0) }
  }

  private static func ask(
    _ server: Ref<Self>, _ raise: @escaping @Sendable (borrowing Handle<GoodsSignals>) -> Void
  ) -> Signal<Value> {
    Signal.just(.null).doNext(server) { me, _ in raise(me[me.page]) }.ignoreValues()
  }
}
